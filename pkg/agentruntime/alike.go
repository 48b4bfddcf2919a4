package agentruntime

// alike tells whether a text spells a word of ours but for the case of its
// letters, hyphens, underscores and spaces.
func alike(word string, text []byte) bool {
	at := 0
	for _, c := range text {
		if filler(c) {
			continue
		}
		for at < len(word) && filler(word[at]) {
			at++
		}
		if at == len(word) || lower(word[at]) != lower(c) {
			return false
		}
		at++
	}
	return at == len(word)
}

// filler tells the characters that do not count.
func filler(c byte) bool { return c == '-' || c == '_' || c == ' ' }

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

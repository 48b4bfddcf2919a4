package agentruntime

// similar tells whether a text spells a word of ours but for the case of its
// letters, hyphens, underscores and spaces.
func similar(word string, text []byte) bool {
	at := 0
	for _, c := range text {
		if isSeparator(c) {
			continue
		}
		for at < len(word) && isSeparator(word[at]) {
			at++
		}
		if at == len(word) || toLower(word[at]) != toLower(c) {
			return false
		}
		at++
	}
	return at == len(word)
}

// isSeparator tells the characters that do not count.
func isSeparator(c byte) bool { return c == '-' || c == '_' || c == ' ' }

func toLower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c | 0x20
	}
	return c
}

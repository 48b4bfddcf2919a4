package input

import (
	"bytes"
	"strconv"
)

// unquote returns the content of a text that is a JSON string, at the same offsets:
// what is not content is white space. Any other text is returned as it is.
func unquote(text []byte) []byte {
	start, end := trimSpace(text)
	if end-start < 2 || text[start] != '"' || text[end-1] != '"' {
		return text
	}
	if inside := text[start+1 : end-1]; bytes.IndexByte(inside, '"') >= 0 {
		return text
	}
	content := bytes.Clone(text)
	content[start], content[end-1] = '\n', '\n'
	for at := start + 1; at < end-1; at++ {
		if content[at] != '\\' {
			continue
		}
		c, size := unescape(content[at : end-1])
		if size == 0 {
			return text
		}
		for i := range size - 1 {
			content[at+i] = '\n'
		}
		at += size - 1
		content[at] = c
	}
	return content
}

// unescape returns the ASCII character of a JSON escape, and the size of the
// escape; 0 if it is none.
func unescape(text []byte) (c byte, size int) {
	const letters, values = `nrt/\`, "\n\n\t/\\"
	if len(text) > 1 {
		if i := bytes.IndexByte([]byte(letters), text[1]); i >= 0 {
			return values[i], 2
		}
	}
	if len(text) < 6 || text[1] != 'u' {
		return 0, 0
	}
	n, err := strconv.ParseUint(string(text[2:6]), 16, 7)
	if err != nil || isWord(byte(n)) { // nobody escapes a digit or a letter
		return 0, 0
	}
	return byte(n), 6
}

// quotesText reports whether a text is a JSON string that holds hex, or base64 that
// is too long for a coincidence.
func quotesText(text []byte) bool {
	const minBase64 = 16
	content := unquote(text)
	if len(content) == 0 || &content[0] == &text[0] {
		return false
	}
	if b, errAt := AppendHex(nil, content); errAt < 0 {
		return len(b) > 0
	}
	l, problem := scanBase64(content)
	return problem == nil && l.n >= minBase64 && l.check(content) == nil
}

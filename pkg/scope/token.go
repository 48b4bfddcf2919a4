package scope

import "strconv"

// TokenFault says why a text is no token, which flow_id and run_id must be: 1
// to 256 bytes, each from 0x21 to 0x7E. It is "" for a token. Lengths and
// indexes count bytes, not characters.
func TokenFault(s string) string {
	if s == "" {
		return "it is empty"
	}
	if len(s) > MaxTokenBytes {
		return "it is " + strconv.Itoa(len(s)) + " bytes long, " + strconv.Itoa(MaxTokenBytes) + " is the limit"
	}
	for i := range len(s) {
		if s[i] < 0x21 || s[i] > 0x7e {
			return "byte " + strconv.Itoa(i) + " of it is 0x" + strconv.FormatUint(uint64(s[i]), 16)
		}
	}
	return ""
}

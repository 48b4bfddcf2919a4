package text

import "strings"

// MeantDigest returns the digest that a text in another spelling means: in lowercase,
// without space around it, and with the algorithm that the number of hex digits tells. It
// is for the caller to check the form of the result.
func MeantDigest(s string) string {
	const maxLength = 200
	if len(s) > maxLength {
		return s
	}
	s = strings.ToLower(strings.TrimSpace(s))
	if strings.Trim(s, "0123456789abcdef") != "" {
		return s
	}
	switch len(s) {
	case 64:
		return "sha256:" + s
	case 128:
		return "sha512:" + s
	}
	return s
}

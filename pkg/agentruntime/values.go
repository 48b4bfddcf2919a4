package agentruntime

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// The bounds of a tool's name (spec sections 6.2 and 10).
const (
	// MaxNameBytes is the kernel's limit, in bytes of UTF-8.
	MaxNameBytes = 128
	// MaxOpenAINameBytes is the limit for the names of OpenAI functions.
	MaxOpenAINameBytes = 64
)

// NameFit classifies where the name of a tool can be used.
type NameFit uint8

// The fits of a name, best first.
const (
	NameEverywhere NameFit = iota
	NameNotOpenAI          // too long for an OpenAI function, or contains a dot
	NameNotMCP             // contains a character that MCP advises against
	NameTooLong            // the kernel refuses it
	NameEmpty              // the kernel refuses it
)

// ClassifyName returns where a tool's name can be used.
func ClassifyName(name []byte) NameFit {
	switch {
	case len(name) == 0:
		return NameEmpty
	case len(name) > MaxNameBytes:
		return NameTooLong
	}
	if _, found := FirstUnsafeNameRune(name); found {
		return NameNotMCP
	}
	if len(name) > MaxOpenAINameBytes || bytes.IndexByte(name, '.') >= 0 {
		return NameNotOpenAI
	}
	return NameEverywhere
}

// FirstUnsafeNameRune returns the first character of a name that MCP advises
// against, or false if there is none.
func FirstUnsafeNameRune(name []byte) (rune, bool) {
	for i, c := range name {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			r, _ := utf8.DecodeRune(name[i:])
			return r, true
		}
	}
	return 0, false
}

// SemVer is a version of Semantic Versioning 2.0.0, split into its parts. Numbers are
// strings, since they have no maximum.
type SemVer struct {
	Major, Minor, Patch string
	Prerelease          string // after the hyphen; "" for none
	Build               string // after the plus sign; "" for none
}

// ParseSemVer parses a version. It returns false for other strings, also with a leading
// v.
func ParseSemVer(s string) (SemVer, bool) {
	var v SemVer
	core, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(core, "-")
	if hasBuild && !validIdentifiers(build, false) || hasPre && !validIdentifiers(pre, true) {
		return SemVer{}, false
	}
	v.Prerelease, v.Build = pre, build
	numbers := [...]*string{&v.Major, &v.Minor, &v.Patch}
	for i, n := range numbers {
		part, rest, more := strings.Cut(core, ".")
		if more != (i < len(numbers)-1) || !isDigits(part) || hasLeadingZero(part) {
			return SemVer{}, false
		}
		*n, core = part, rest
	}
	return v, true
}

// validIdentifiers reports whether a text is a list of identifiers joined by dots. In a
// pre-release, numeric identifiers must not have leading zeros.
func validIdentifiers(s string, pre bool) bool {
	for more := true; more; {
		var id string
		id, s, more = strings.Cut(s, ".")
		if id == "" || pre && isDigits(id) && hasLeadingZero(id) {
			return false
		}
		for i := range len(id) {
			c := id[i]
			if (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c != '-' {
				return false
			}
		}
	}
	return true
}

func isDigits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

func hasLeadingZero(s string) bool { return len(s) > 1 && s[0] == '0' }

const (
	digestPrefix = "sha256:"
	digestDigits = 2 * sha256.Size
)

// SplitDigest splits a digest at its first colon into algorithm and value. The
// algorithm is "" if there is no colon.
func SplitDigest(digest string) (algorithm, value string) {
	algorithm, value, found := strings.Cut(digest, ":")
	if !found {
		return "", digest
	}
	return algorithm, value
}

// IsDigest reports whether a text has the only known form of a digest: sha256: and 64
// lowercase hex digits. The contract treats digests as opaque.
func IsDigest(digest string) bool {
	value, found := strings.CutPrefix(digest, digestPrefix)
	if !found || len(value) != digestDigits {
		return false
	}
	for i := range len(value) {
		if c := value[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// ContentDigest returns the digest of a context resource, as the static skill helper
// of the builder computes it from the content (spec section 8.3). It is not the digest
// of a package, whose input is unknown.
func ContentDigest(content []byte) string {
	sum := sha256.Sum256(content)
	return digestPrefix + hex.EncodeToString(sum[:])
}

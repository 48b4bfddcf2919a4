package agentruntime

import "strings"

// SemVer is a version of Semantic Versioning 2.0.0, in its parts. Numbers stay
// text: they have no largest value.
type SemVer struct {
	Major, Minor, Patch string
	Pre                 string // behind the hyphen; "" for none
	Build               string // behind the plus sign; "" for none
}

// ParseSemVer reads a version; false when it is none. A leading v is none.
func ParseSemVer(s string) (SemVer, bool) {
	var v SemVer
	core, build, hasBuild := strings.Cut(s, "+")
	core, pre, hasPre := strings.Cut(core, "-")
	if hasBuild && !identifiers(build, false) || hasPre && !identifiers(pre, true) {
		return SemVer{}, false
	}
	v.Pre, v.Build = pre, build
	numbers := [...]*string{&v.Major, &v.Minor, &v.Patch}
	for i, n := range numbers {
		part, rest, more := strings.Cut(core, ".")
		if more != (i < len(numbers)-1) || !isDigits(part) || leadingZero(part) {
			return SemVer{}, false
		}
		*n, core = part, rest
	}
	return v, true
}

// identifiers tells whether a text is identifiers joined by dots. Numeric
// ones of a pre-release have no leading zeros.
func identifiers(s string, pre bool) bool {
	for more := true; more; {
		var id string
		id, s, more = strings.Cut(s, ".")
		if id == "" || pre && isDigits(id) && leadingZero(id) {
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

func leadingZero(s string) bool { return len(s) > 1 && s[0] == '0' }

package agentruntime

import "strings"

// SemVer is a version of Semantic Versioning 2.0.0, in its parts. Numbers stay
// text: they have no largest value.
type SemVer struct {
	Major, Minor, Patch string
	Prerelease          string // behind the hyphen; "" for none
	Build               string // behind the plus sign; "" for none
}

// ParseSemVer reads a version; false when it is none. A leading v is none.
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

// validIdentifiers tells whether a text is identifiers joined by dots. Numeric
// ones of a pre-release have no leading zeros.
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

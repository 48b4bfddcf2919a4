package scope

import (
	"strconv"
	"strings"
	"unicode"
)

// ModuleIDFault says why no module can register under an id (section 7), or
// nothing. Such an id decodes and is accepted in a scope, and matches nobody.
func ModuleIDFault(id string) string {
	switch {
	case id == "":
		return "it is empty"
	case len(id) > MaxModuleIDBytes:
		return "it is " + strconv.Itoa(len(id)) + " bytes long, " + strconv.Itoa(MaxModuleIDBytes) + " is the limit"
	case id == "." || id == "..":
		return "it is a dot name"
	case strings.ContainsAny(id, `/\`):
		return "it holds a slash or a backslash"
	case strings.ContainsFunc(id, unicode.IsControl):
		return "it holds a control character"
	}
	return ""
}

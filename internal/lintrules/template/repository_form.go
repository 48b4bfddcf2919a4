package template

import (
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var repositoryForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/repository-form",
		Severity: diag.Warning,
		Title:    "the reference's name is not a repository path",
		Reason:   "The provider's server takes lowercase segments joined by /, without host, tag and digest, and cannot fetch the image by another name.",
		Fails:    rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"docker.io","name":"library/nginx:latest"}` + referenceEnd},
		Passes:   rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"docker.io","name":"my-org/a__b/c.d--e"}` + referenceEnd},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.references(t, "name", func(n int) {
			if fault := repositoryFault(c.Doc.Value(n)); fault != "" {
				c.Report(rule.Finding{Rule: r, Node: n, Message: "the repository's name " + fault, Hint: "write the path alone, as library/nginx"})
			}
		})
	},
}

// repositoryFault says what is wrong with a repository path
// (spec/diverge-templates.md 1.2), or nothing.
func repositoryFault(name string) string {
	switch {
	case name == "":
		return "is empty"
	case strings.Contains(name, "@"):
		return "has a digest behind"
	case strings.Contains(name, ":"):
		return "has a tag behind"
	case strings.ToLower(name) != name:
		return "is not in lowercase"
	}
	for segment := range strings.SplitSeq(name, "/") {
		if !isSegment(segment) {
			return "has a segment that is not lowercase letters and digits joined by one . or one or two _ or any number of -"
		}
	}
	return ""
}

// isSegment tells whether s is runs of lowercase letters and digits with one
// separator between two: a dot, one or two underscores, or dashes.
func isSegment(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	for {
		rest := strings.TrimLeft(s, letters)
		if rest == s {
			return false // a run is missing
		}
		if rest == "" {
			return true
		}
		s = strings.TrimLeft(rest, rest[:1])
		switch n := len(rest) - len(s); {
		case rest[0] == '-':
		case rest[0] == '.' && n == 1:
		case rest[0] == '_' && n <= 2:
		default:
			return false
		}
	}
}

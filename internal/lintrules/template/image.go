package template

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var digestForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/digest-form",
		Severity: diag.Warning,
		Title:    "the image's digest has not the form algorithm:hex",
		Reason:   "Any string decodes and is hashed byte for byte, but no registry knows an image by another form. A digest that is right but for its case makes another id.",
		Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"nginx"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
		Passes:   rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if fault := digestFault(c.Doc.Value(t.digest)); fault != "" {
			c.Report(engine.Finding{Rule: r, Node: t.digest, Message: fault, Hint: "write it as the registry prints it, such as sha256: and 64 lowercase hex digits"})
		}
	},
}

// digestLengths are the hex digits of the algorithms that registries use.
var digestLengths = [...]struct {
	algorithm string
	digits    int
}{{"sha256", 64}, {"sha512", 128}}

// digestFault describes what is wrong with the form of a digest, or nothing.
func digestFault(digest string) string {
	algorithm, digits, ok := strings.Cut(digest, ":")
	switch {
	case !ok:
		return "the digest has no algorithm in front: it must be algorithm:hex"
	case algorithm == "" || strings.Trim(algorithm, "abcdefghijklmnopqrstuvwxyz0123456789+._-") != "":
		return "the digest's algorithm is no lowercase name"
	case digits == "" || strings.Trim(digits, "0123456789abcdefABCDEF") != "":
		return "behind the algorithm stand other characters than hex digits"
	}
	for _, l := range digestLengths {
		switch {
		case l.algorithm != algorithm:
		case len(digits) != l.digits:
			return algorithm + " has " + strconv.Itoa(l.digits) + " hex digits, this has " + strconv.Itoa(len(digits))
		case strings.ContainsAny(digits, "ABCDEF"):
			return "the digest is not in lowercase"
		}
	}
	return ""
}

var registryForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/registry-form",
		Severity: diag.Warning,
		Title:    "the registry is not a host",
		Reason:   "A registry is a host, with :port where it needs one; a scheme or a path in it leads nowhere.",
		Fails:    rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"https://docker.io","name":"library/nginx"}` + referenceEnd},
		Passes:   rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"localhost:5000","name":"library/nginx"}` + referenceEnd},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.references(t, "registry", func(n int) {
			if fault := registryFault(c.Doc.Value(n)); fault != "" {
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the registry " + fault, Hint: "write the host alone, as docker.io or localhost:5000"})
			}
		})
	},
}

// references visits one member of every reference of a template.
func (c *checker) references(t *template, name string, visit func(n int)) {
	if t.references < 0 {
		return
	}
	for _, reference := range c.Doc.Elements(t.references) {
		visit(memberValue(c.Doc, reference, &canon.ReferenceShape, name))
	}
}

// registryFault describes what is wrong with a registry, or nothing.
func registryFault(registry string) string {
	switch {
	case registry == "":
		return "is empty"
	case strings.Contains(registry, "://"):
		return "has a scheme in front"
	case strings.Contains(registry, "/"):
		return "has a path behind"
	case strings.ContainsFunc(registry, unicode.IsSpace):
		return "holds white space"
	}
	return ""
}

// referring and referred stand around the reference of an example.
const (
	referenceStart = `{"image":{"digest":"blake3:00","references":[`
	referenceEnd   = `]},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`
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
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the repository's name " + fault, Hint: "write the path alone, as library/nginx"})
			}
		})
	},
}

// repositoryFault describes what is wrong with a repository path
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

// isSegment reports whether s is runs of lowercase letters and digits with one
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

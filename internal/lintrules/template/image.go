package template

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var digestForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/digest-form",
		Severity: diag.Warning,
		Title:    "the image's digest does not have the form algorithm:hex",
		Reason:   "Any string decodes and is hashed byte for byte, but registries only know images by this form. A digest in another case gives a different id.",
		Fix: rule.Fix{
			Does:      "writes the digest in lowercase, with its algorithm",
			ChangesID: true,
			Example:   `{"image":{"digest":"0F1E2D3C4B5A69788796A5B4C3D2E1F00F1E2D3C4B5A69788796A5B4C3D2E1F0"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`,
			Fixed:     `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`,
		},
		Fails:  rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"nginx"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
		Passes: rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"sha256:0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c4b5a69788796a5b4c3d2e1f0"},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		if !c.soundText(t.digest) {
			return
		}
		if fault := digestFault(c.Doc.Value(t.digest)); fault != "" {
			f := engine.Finding{Rule: r, Node: t.digest, Message: fault, Hint: "copy the digest from the registry: sha256: and 64 lowercase hex digits"}
			if meant := text.MeantDigest(c.Doc.Value(t.digest)); digestFault(meant) == "" {
				f.Fix = engine.Replace(t.digest, meant)
			}
			c.Report(f)
		}
	},
}

// digestLengths are the numbers of hex digits of the algorithms that registries use.
var digestLengths = [...]struct {
	algorithm string
	digits    int
}{{"sha256", 64}, {"sha512", 128}}

// digestFault describes the fault in the form of a digest, or returns "".
func digestFault(digest string) string {
	algorithm, digits, ok := strings.Cut(digest, ":")
	switch {
	case !ok:
		return "the digest has no algorithm; expected algorithm:hex"
	case algorithm == "" || strings.Trim(algorithm, "abcdefghijklmnopqrstuvwxyz0123456789+._-") != "":
		return "the digest's algorithm is not a lowercase name"
	case digits == "" || strings.Trim(digits, "0123456789abcdefABCDEF") != "":
		return "expected only hex digits after the algorithm"
	}
	for _, l := range digestLengths {
		switch {
		case l.algorithm != algorithm:
		case len(digits) != l.digits:
			return text.Expected(strconv.Itoa(l.digits)+" hex digits after "+algorithm+":", strconv.Itoa(len(digits)))
		case strings.ContainsAny(digits, "ABCDEF"):
			return "the digest is not lowercase"
		}
	}
	return ""
}

var registryForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/registry-form",
		Severity: diag.Warning,
		Title:    "the registry is not a host",
		Reason:   "A registry is a host, with an optional :port. With a scheme or a path the image cannot be fetched.",
		Fails:    rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"https://docker.io","name":"library/nginx"}` + referenceEnd},
		Passes:   rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"localhost:5000","name":"library/nginx"}` + referenceEnd},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.references(t, "registry", func(n int) {
			if fault := registryFault(c.Doc.Value(n)); fault != "" {
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the registry " + fault, Hint: "write only the host, such as docker.io or localhost:5000"})
			}
		})
	},
}

// references visits one member of every reference of a template, where it decodes.
func (c *checker) references(t *template, name string, visit func(n int)) {
	for _, reference := range elements(c.Doc, t.references) {
		if n := memberValue(c.Doc, reference, &canon.ReferenceShape, name); c.soundText(n) {
			visit(n)
		}
	}
}

func registryFault(registry string) string {
	switch {
	case registry == "":
		return "is empty"
	case strings.Contains(registry, "://"):
		return "starts with a scheme"
	case strings.Contains(registry, "/"):
		return "contains a path"
	case strings.ContainsFunc(registry, unicode.IsSpace):
		return "contains white space"
	}
	return ""
}

// referenceStart and referenceEnd enclose the reference of an example.
const (
	referenceStart = `{"image":{"digest":"blake3:00","references":[`
	referenceEnd   = `]},"memory":1,"disk":1,"arguments":{},"mode":"transient"}`
)

var repositoryForm = templateRule{
	Rule: rule.Rule{
		ID:       "template/repository-form",
		Severity: diag.Warning,
		Title:    "the reference's name is not a repository path",
		Reason:   "The provider's server expects lowercase segments joined by /, without host, tag and digest, and cannot fetch the image by any other name.",
		Fails:    rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"docker.io","name":"library/nginx:latest"}` + referenceEnd},
		Passes:   rule.Example{Kind: rule.Template, Text: referenceStart + `{"registry":"docker.io","name":"my-org/a__b/c.d--e"}` + referenceEnd},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.references(t, "name", func(n int) {
			if fault := repositoryFault(c.Doc.Value(n)); fault != "" {
				c.Report(engine.Finding{Rule: r, Node: n, Message: "the repository's name " + fault, Hint: "write only the path, such as library/nginx"})
			}
		})
	},
}

// repositoryFault describes the fault in a repository path (spec/diverge-templates.md
// 1.2), or returns "".
func repositoryFault(name string) string {
	switch {
	case name == "":
		return "is empty"
	case strings.Contains(name, "@"):
		return "ends with a digest"
	case strings.Contains(name, ":"):
		return "ends with a tag"
	case strings.ToLower(name) != name:
		return "is not lowercase"
	}
	for segment := range strings.SplitSeq(name, "/") {
		if !isSegment(segment) {
			return "has an invalid segment: expected lowercase letters and digits, separated by \".\", \"_\", \"__\" or dashes"
		}
	}
	return ""
}

// isSegment reports whether s consists of runs of lowercase letters and digits with one
// separator between them: a dot, one or two underscores, or dashes.
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

package template

import (
	"strconv"
	"strings"

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
			c.Report(rule.Finding{Rule: r, Node: t.digest, Message: fault, Hint: "write it as the registry prints it, such as sha256: and 64 lowercase hex digits"})
		}
	},
}

// digestLengths are the hex digits of the algorithms that registries use.
var digestLengths = [...]struct {
	algorithm string
	digits    int
}{{"sha256", 64}, {"sha512", 128}}

// digestFault says what is wrong with the form of a digest, or nothing.
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

package template

import (
	"strings"
	"unicode"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
				c.Report(rule.Finding{Rule: r, Node: n, Message: "the registry " + fault, Hint: "write the host alone, as docker.io or localhost:5000"})
			}
		})
	},
}

// references goes over one member of every reference of a template.
func (c *checker) references(t *template, name string, visit func(n int)) {
	if t.references < 0 {
		return
	}
	for _, reference := range rule.Elements(c.Doc, t.references) {
		visit(memberValue(c.Doc, reference, &canon.ReferenceShape, name))
	}
}

// registryFault says what is wrong with a registry, or nothing.
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

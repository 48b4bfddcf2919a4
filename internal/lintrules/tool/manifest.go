package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// manifestRule looks at one manifest.
type manifestRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, m *agentruntime.Manifest)
}

var manifestRules = [...]*manifestRule{
	&idEmpty, &idFormat, &versionEmpty, &versionSemver, &runtimeTypeEmpty, &runtimeTypeFormat, &schemaVersionZero, &digestFormat,
}

// checkManifest checks the document.
func (c *checker) checkManifest() {
	m, ok := agentruntime.ReadManifest(c.Doc, 0, c.shapeProblem)
	if !ok {
		return
	}
	for _, r := range manifestRules {
		r.check(c, &r.Rule, &m)
	}
}

// reportEmpty reports a string that is empty.
func (c *checker) reportEmpty(r *rule.Rule, v agentruntime.Value, hint string) {
	if v.OK && len(c.text(v)) == 0 {
		c.Report(rule.Finding{Rule: r, Node: v.Node, Hint: hint})
	}
}

// reportSpace reports a string with white space or control characters.
func (c *checker) reportSpace(r *rule.Rule, v agentruntime.Value, label, hint string) {
	if char, found := agentruntime.FirstSpaceOrControl(c.text(v)); found {
		c.Report(rule.Finding{Rule: r, Node: v.Node, Message: label + " contains " + named(char), Hint: hint})
	}
}

// Examples are made of the members of a good manifest.
const (
	exampleID            = `{"id":"acme.support",`
	exampleVersion       = `"version":"1.2.3",`
	exampleType          = `"runtimeType":"generic",`
	exampleSchemaVersion = `"schemaVersion":1,`
	exampleDigest        = `"digest":"sha256:` + hex64 + `"}`
	hex64                = "4a7d1ed414474e4033ac29ccb8653d9b0f6c1b2e8d5a73904fe1c86b20d97a35"
	exampleManifest      = exampleID + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest
)

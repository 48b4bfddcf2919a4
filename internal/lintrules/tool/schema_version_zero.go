package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaVersionZero = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/schema-version-zero",
		Severity: diag.Warning,
		Title:    "the schema version is 0",
		Reason:   "It is the number of the manifest's layout. Which numbers there are is not known, but 0 is more likely a number that was never set.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + exampleType + `"schemaVersion":0,` + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if m.SchemaVersion.OK && m.SchemaVersionNumber == 0 {
			c.Report(rule.Finding{Rule: r, Node: m.SchemaVersion.Node, Hint: "write the number that the builder gives, probably 1"})
		}
	},
}

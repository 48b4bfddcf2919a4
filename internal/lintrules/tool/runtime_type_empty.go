package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var runtimeTypeEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/runtime-type-empty",
		Title:  "the runtime type is empty",
		Reason: "The manifest decodes, but the builder makes no package without a runtime type; its default is generic.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + `"runtimeType":"",` + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.RuntimeType, `write "generic" where there is no other`)
	},
}

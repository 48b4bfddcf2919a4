package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var runtimeTypeFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/runtime-type-format",
		Severity: diag.Warning,
		Title:    "the runtime type contains white space or a control character",
		Reason:   "A runtime finds the packages that it can bind by this word, spelled exactly.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + `"runtimeType":"generic\n",` + exampleSchemaVersion + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if m.RuntimeType.OK {
			c.reportSpace(r, m.RuntimeType, "the runtime type", "write the one word that the runtime knows")
		}
	},
}

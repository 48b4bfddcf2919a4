package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var idEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/id-empty",
		Title:  "the package's id is empty",
		Reason: "The manifest decodes, but no id of a package may be empty when it is made.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: `{"id":"",` + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.ID, `give the package an id`)
	},
}

package tool

import (
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var versionEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/version-empty",
		Title:  "the version is empty",
		Reason: "The manifest decodes, but the builder makes no package without a version.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"",` + exampleType + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.Version, `give the version, such as 1.0.0`)
	},
}

package tool

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var versionSemver = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/version-semver",
		Severity: diag.Warning,
		Title:    "the version is not one of Semantic Versioning",
		Reason:   "The contract takes any text and compares nothing. People and tools expect MAJOR.MINOR.PATCH, without a v in front and without leading zeros.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"v1.2",` + exampleType + exampleSchemaVersion + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"1.2.0-rc.1+build.05",` + exampleType + exampleSchemaVersion + exampleDigest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.Version.OK {
			return
		}
		version := string(c.text(m.Version))
		if _, ok := agentruntime.ParseSemVer(version); ok || version == "" {
			return
		}
		f := rule.Finding{
			Rule: r, Node: m.Version.Node, Message: text.Quote(version) + " is not a version of Semantic Versioning",
			Hint: "write MAJOR.MINOR.PATCH, such as 1.0.0",
		}
		if bare, found := strings.CutPrefix(version, "v"); found {
			if _, ok := agentruntime.ParseSemVer(bare); ok {
				f.Hint = "write " + text.Quote(bare) + ", without the v"
			}
		}
		c.Report(f)
	},
}

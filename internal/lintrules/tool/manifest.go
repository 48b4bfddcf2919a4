package tool

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// manifestRule checks one manifest.
type manifestRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, m *agentruntime.Manifest)
}

func (r *manifestRule) base() *rule.Rule { return &r.Rule }

var manifestRules = [...]*manifestRule{
	&idEmpty, &idFormat, &versionEmpty, &versionSemver, &runtimeTypeEmpty, &runtimeTypeFormat, &schemaVersionZero, &digestFormat,
}

func (c *checker) checkManifest() {
	m, ok := agentruntime.ReadManifest(&c.reader, 0)
	if !ok {
		return
	}
	for _, r := range manifestRules {
		r.check(c, &r.Rule, &m)
	}
}

func (c *checker) reportEmpty(r *rule.Rule, v agentruntime.Value, hint string) {
	if v.OK && len(c.text(v)) == 0 {
		c.Report(engine.Finding{Rule: r, Node: v.Node, Hint: hint})
	}
}

// reportSpace reports a string with white space or control characters.
func (c *checker) reportSpace(r *rule.Rule, v agentruntime.Value, label, hint string) {
	if char, found := firstSpaceOrControl(c.text(v)); found {
		c.Report(engine.Finding{Rule: r, Node: v.Node, Message: label + " contains " + named(char), Hint: hint})
	}
}

// Examples consist of the members of a valid manifest.
const (
	exampleID            = `{"id":"acme.support",`
	exampleVersion       = `"version":"1.2.3",`
	exampleType          = `"runtimeType":"generic",`
	exampleSchemaVersion = `"schemaVersion":1,`
	exampleDigest        = `"digest":"sha256:` + hex64 + `"}`
	hex64                = "4a7d1ed414474e4033ac29ccb8653d9b0f6c1b2e8d5a73904fe1c86b20d97a35"
	exampleManifest      = exampleID + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest
)

var idEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/id-empty",
		Title:  "the package's id is empty",
		Reason: "The manifest decodes, but the builder refuses a package with an empty id.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: `{"id":"",` + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.ID, `write an id such as "acme.support"`)
	},
}

var idFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/id-format",
		Severity: diag.Warning,
		Title:    "the id is long, or contains white space or a control character",
		Reason:   "Ids are compared by their exact spelling. Their maximum length is unknown; the runtime allows 128 bytes for the name of a tool.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: `{"id":"acme support",` + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.ID.OK {
			return
		}
		if n := len(c.text(m.ID)); n > agentruntime.MaxIDBytes {
			c.Report(engine.Finding{
				Rule: r, Node: m.ID.Node, Message: "the id is " + strconv.Itoa(n) + " bytes long, more than " + strconv.Itoa(agentruntime.MaxIDBytes),
				Hint: "use a shorter id",
			})
			return
		}
		c.reportSpace(r, m.ID, "the id", "use only visible characters")
	},
}

var versionEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/version-empty",
		Title:  "the version is empty",
		Reason: "The manifest decodes, but the builder refuses a package without a version.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"",` + exampleType + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.Version, `write a version such as "1.0.0"`)
	},
}

var versionSemver = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/version-semver",
		Severity: diag.Warning,
		Title:    "the version does not follow Semantic Versioning",
		Reason:   "The contract accepts any text and compares no versions. Humans and tools expect MAJOR.MINOR.PATCH, without a leading v and without leading zeros.",
		Fix: rule.Fix{
			Does:    "removes a v in front of the version",
			Example: exampleID + `"version":"v1.2.0",` + exampleType + exampleSchemaVersion + exampleDigest,
			Fixed:   exampleID + `"version":"1.2.0",` + exampleType + exampleSchemaVersion + exampleDigest,
		},
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"v1.2",` + exampleType + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleID + `"version":"1.2.0-rc.1+build.05",` + exampleType + exampleSchemaVersion + exampleDigest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.Version.OK {
			return
		}
		version := string(c.text(m.Version))
		if _, ok := agentruntime.ParseSemVer(version); ok || version == "" {
			return
		}
		f := engine.Finding{
			Rule: r, Node: m.Version.Node, Message: text.Quote(version) + " does not follow Semantic Versioning",
			Hint: "write MAJOR.MINOR.PATCH, such as 1.0.0",
		}
		if bare, found := strings.CutPrefix(version, "v"); found {
			if _, ok := agentruntime.ParseSemVer(bare); ok {
				f.Hint = "write " + text.Quote(bare) + " without the v"
				f.Fix = engine.Replace(m.Version.Node, bare)
			}
		}
		c.Report(f)
	},
}

var runtimeTypeEmpty = manifestRule{
	Rule: rule.Rule{
		ID:     "manifest/runtime-type-empty",
		Title:  "the runtime type is empty",
		Reason: "The manifest decodes, but the builder refuses a package without a runtime type; its default is generic.",
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + `"runtimeType":"",` + exampleSchemaVersion + exampleDigest},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		c.reportEmpty(r, m.RuntimeType, `write "generic" unless another type applies`)
	},
}

var runtimeTypeFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/runtime-type-format",
		Severity: diag.Warning,
		Title:    "the runtime type contains white space or a control character",
		Reason:   "A runtime selects the packages that it can bind by the exact word.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + `"runtimeType":"generic\n",` + exampleSchemaVersion + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if m.RuntimeType.OK {
			c.reportSpace(r, m.RuntimeType, "the runtime type", "use the exact word of the runtime")
		}
	},
}

var schemaVersionZero = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/schema-version-zero",
		Severity: diag.Warning,
		Title:    "the schema version is 0",
		Reason:   "This is the version of the manifest's layout. The valid numbers are unknown, but 0 is probably a number that was never set.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + exampleType + `"schemaVersion":0,` + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if m.SchemaVersion.OK && m.SchemaVersionNumber == 0 {
			c.Report(engine.Finding{Rule: r, Node: m.SchemaVersion.Node, Hint: "use the number that the builder writes, probably 1"})
		}
	},
}

var digestFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/digest-format",
		Severity: diag.Warning,
		Title:    "the digest is not sha256: and 64 lowercase hex digits",
		Reason:   "The builder computes digests with SHA-256, and digests are compared by their exact spelling. The form is assumed from other digests of the same builder. The input of a package's digest is unknown, so the digest is never verified.",
		Fix: rule.Fix{
			Does:  "writes the digest in lowercase, with its algorithm",
			Fixed: exampleManifest,
		},
		Fails:  rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + exampleType + exampleSchemaVersion + `"digest":"` + hex64 + `"}`},
		Passes: rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.Digest.OK {
			return
		}
		digest := string(c.text(m.Digest))
		if agentruntime.IsDigest(digest) {
			return
		}
		f := engine.Finding{Rule: r, Node: m.Digest.Node, Hint: "copy the digest from the builder's output"}
		if meant := text.MeantDigest(digest); agentruntime.IsDigest(meant) {
			f.Fix = engine.Replace(m.Digest.Node, meant)
		}
		switch algorithm, value := agentruntime.SplitDigest(digest); {
		case digest == "":
			f.Message = "the digest is empty"
		case algorithm == "":
			f.Message, f.Hint = "the digest has no algorithm", "write sha256: and 64 hex digits"
		case algorithm != "sha256":
			f.Message = text.Expected("the algorithm sha256", text.Quote(algorithm))
		case agentruntime.IsDigest(strings.ToLower(digest)):
			f.Message, f.Hint = "the digest has uppercase hex digits", "write the digits in lowercase"
		case len(value) != 64:
			f.Message = text.Expected("64 hex digits after sha256:", text.Count(len(value), "character"))
		}
		c.Report(f)
	},
}

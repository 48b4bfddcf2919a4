package tool

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// manifestRule looks at one manifest.
type manifestRule struct {
	rule.Rule
	check func(c *checker, r *rule.Rule, m *agentruntime.Manifest)
}

func (r *manifestRule) base() *rule.Rule { return &r.Rule }

var manifestRules = [...]*manifestRule{
	&idEmpty, &idFormat, &versionEmpty, &versionSemver, &runtimeTypeEmpty, &runtimeTypeFormat, &schemaVersionZero, &digestFormat,
}

// checkManifest checks the document.
func (c *checker) checkManifest() {
	m, ok := agentruntime.ReadManifest((*canon.Doc)(c.Doc), 0, c.shapeProblem)
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
		c.Report(engine.Finding{Rule: r, Node: v.Node, Hint: hint})
	}
}

// reportSpace reports a string with white space or control characters.
func (c *checker) reportSpace(r *rule.Rule, v agentruntime.Value, label, hint string) {
	if char, found := firstSpaceOrControl(c.text(v)); found {
		c.Report(engine.Finding{Rule: r, Node: v.Node, Message: label + " contains " + named(char), Hint: hint})
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

var idFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/id-format",
		Severity: diag.Warning,
		Title:    "the id is long, or contains white space or a control character",
		Reason:   "Ids are compared as they are spelled. How long one may be is not known; 128 bytes is what the runtime allows the name of a tool.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: `{"id":"acme support",` + exampleVersion + exampleType + exampleSchemaVersion + exampleDigest},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.ID.OK {
			return
		}
		if n := len(c.text(m.ID)); n > agentruntime.MaxIDBytes {
			c.Report(engine.Finding{
				Rule: r, Node: m.ID.Node, Message: "the id has " + strconv.Itoa(n) + " bytes, more than " + strconv.Itoa(agentruntime.MaxIDBytes),
				Hint: "a shorter one is safe",
			})
			return
		}
		c.reportSpace(r, m.ID, "the id", "use an id of visible characters")
	},
}

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
		f := engine.Finding{
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
			c.Report(engine.Finding{Rule: r, Node: m.SchemaVersion.Node, Hint: "write the number that the builder gives, probably 1"})
		}
	},
}

var digestFormat = manifestRule{
	Rule: rule.Rule{
		ID:       "manifest/digest-format",
		Severity: diag.Warning,
		Title:    "the digest is not sha256: and 64 small hex digits",
		Reason:   "The builder computes digests with SHA-256, and digests are compared as they are spelled. The form is known of digests of the same builder and assumed here; what a package's digest covers is not known, so that it is never verified.",
		Fails:    rule.Example{Kind: rule.PackageManifest, Text: exampleID + exampleVersion + exampleType + exampleSchemaVersion + `"digest":"` + hex64 + `"}`},
		Passes:   rule.Example{Kind: rule.PackageManifest, Text: exampleManifest},
	},
	check: func(c *checker, r *rule.Rule, m *agentruntime.Manifest) {
		if !m.Digest.OK {
			return
		}
		digest := string(c.text(m.Digest))
		if agentruntime.IsDigest(digest) {
			return
		}
		f := engine.Finding{Rule: r, Node: m.Digest.Node, Hint: "write the digest as the builder gave it"}
		switch algorithm, value := agentruntime.SplitDigest(digest); {
		case digest == "":
			f.Message = "the digest is empty"
		case algorithm == "":
			f.Message, f.Hint = "the digest has no algorithm in front", "write sha256: and the 64 hex digits behind it"
		case algorithm != "sha256":
			f.Message = "the digest is of " + text.Quote(algorithm) + ", not of sha256"
		case agentruntime.IsDigest(strings.ToLower(digest)):
			f.Message, f.Hint = "the digest has capital hex digits", "write them small"
		case len(value) != 64:
			f.Message = "the digest has " + strconv.Itoa(len(value)) + " characters behind sha256:, 64 are needed"
		}
		c.Report(f)
	},
}

package tool

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
		f := rule.Finding{Rule: r, Node: m.Digest.Node, Hint: "write the digest as the builder gave it"}
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

package tool

import (
	"strconv"

	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
			c.Report(rule.Finding{
				Rule: r, Node: m.ID.Node, Message: "the id has " + strconv.Itoa(n) + " bytes, more than " + strconv.Itoa(agentruntime.MaxIDBytes),
				Hint: "a shorter one is safe",
			})
			return
		}
		c.reportSpace(r, m.ID, "the id", "use an id of visible characters")
	},
}

package laser

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var unrecognized = grantRule{
	Rule: rule.Rule{
		ID:       "grant/unrecognized",
		Severity: diag.Warning,
		Title:    "the peer does not know this word",
		Reason:   `The frame decodes, but the peer keeps only that the feature or action is "unrecognized": the grant matches nothing it knows, and the word is lost when the frame is written again.`,
		Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"blob","action":"read"}]`},
		Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"}]`},
	},
	check: func(c *checker, r *rule.Rule, g *grant) {
		for _, w := range [...]struct {
			node  int
			text  string
			words []string
		}{{g.featureNode, g.feature, features[:]}, {g.actionNode, g.action, actions[:]}} {
			if !slices.Contains(w.words, w.text) {
				c.Report(rule.Finding{Rule: r, Node: w.node, Message: "the peer does not know " + text.Quote(w.text), Hint: "it knows " + strings.Join(w.words, ", ")})
			}
		}
	},
}

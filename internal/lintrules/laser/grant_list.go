package laser

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicate = rule.Rule{
	ID:       "grant/duplicate",
	Severity: diag.Warning,
	Title:    "the grant equals an earlier one",
	Reason:   "It changes nothing.",
	Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"action":"read","effect":"allow","feature":"kv","resource":{"kind":"all"}}]`},
	Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"effect":"allow","feature":"kv","action":"write"}]`},
}

// reportDuplicates reports the grants that are in the list before.
func (c *checker) reportDuplicates() {
	if len(c.grants) < 2 {
		return
	}
	first := make(map[pattern]int, len(c.grants))
	for i := range c.grants {
		g := &c.grants[i]
		if k, exists := first[g.pattern]; exists {
			c.Report(engine.Finding{Rule: &duplicate, Node: g.node, Message: "this grant equals grant " + strconv.Itoa(k) + " of the list", Hint: "take one out"})
			continue
		}
		first[g.pattern] = g.index
	}
}

var shadowed = rule.Rule{
	ID:       "grant/shadowed",
	Severity: diag.Warning,
	Title:    "a deny covers this allow wholly",
	Reason:   "Deny wins over allow wherever it stands, so that this grant allows nothing.",
	Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"literal","value":"stream:a/b"}},{"effect":"deny","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}}]`},
	Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}},{"effect":"deny","feature":"kv","action":"read","resource":{"kind":"literal","value":"stream:a/b"}}]`},
}

// subject is what grants must have in common to meet.
type subject struct{ feature, action string }

// denials are the denials of one subject.
type denials struct {
	everything bool
	literals   map[string]bool
	prefixes   []string // sorted, none of them the beginning of another
}

// reportShadowed reports the allows that a deny covers.
func (c *checker) reportShadowed() {
	denied := map[subject]*denials{}
	for i := range c.grants {
		if g := &c.grants[i]; g.effect == "deny" {
			s := subject{g.feature, g.action}
			if denied[s] == nil {
				denied[s] = &denials{literals: map[string]bool{}}
			}
			denied[s].add(g)
		}
	}
	for _, d := range denied {
		d.sortPrefixes()
	}
	for i := range c.grants {
		g := &c.grants[i]
		if g.effect != "allow" {
			continue
		}
		d := denied[subject{g.feature, g.action}]
		if d == nil {
			continue
		}
		if denial := d.covering(g); denial != "" {
			c.Report(engine.Finding{Rule: &shadowed, Node: g.node, Message: "a deny of " + denial + " covers this allow wholly", Hint: "take the allow out, or narrow the deny"})
		}
	}
}

func (d *denials) add(g *grant) {
	switch g.resource {
	case matchAll:
		d.everything = true
	case matchLiteral:
		d.literals[g.value] = true
	default:
		d.prefixes = append(d.prefixes, g.value)
	}
}

// sortPrefixes sorts the prefixes and takes out those that another one begins.
func (d *denials) sortPrefixes() {
	slices.Sort(d.prefixes)
	kept := d.prefixes[:0]
	for _, p := range d.prefixes {
		if n := len(kept); n == 0 || !strings.HasPrefix(p, kept[n-1]) {
			kept = append(kept, p)
		}
	}
	d.prefixes = kept
}

// covering names the denial that covers a grant, or nothing. A request without a
// resource's name matches the pattern all alone, so that no prefix covers it.
func (d *denials) covering(g *grant) string {
	if d.everything {
		return "everything"
	}
	if g.resource == matchAll {
		return ""
	}
	if g.resource == matchLiteral && d.literals[g.value] {
		return "the same name"
	}
	// A prefix of the text sorts right before it: what lies between would
	// begin with it too.
	i, found := slices.BinarySearch(d.prefixes, g.value)
	if !found {
		i--
	}
	if i >= 0 && strings.HasPrefix(g.value, d.prefixes[i]) {
		return "the prefix " + text.Quote(d.prefixes[i])
	}
	return ""
}

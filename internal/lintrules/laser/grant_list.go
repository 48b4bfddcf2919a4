package laserrules

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
	Title:    "the grant equals an earlier grant",
	Reason:   "A repeated grant has no effect.",
	Fix: rule.Fix{
		Does:  "removes the repetition",
		Fixed: `[{"effect":"allow","feature":"kv","action":"read"}]`,
	},
	Fails:  rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"action":"read","effect":"allow","feature":"kv","resource":{"kind":"all"}}]`},
	Passes: rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read"},{"effect":"allow","feature":"kv","action":"write"}]`},
}

// reportDuplicates reports the grants that equal an earlier grant.
func (c *checker) reportDuplicates() {
	if len(c.grants) < 2 {
		return
	}
	first := make(map[pattern]int, len(c.grants))
	for i := range c.grants {
		g := &c.grants[i]
		if k, exists := first[g.pattern]; exists {
			c.Report(engine.Finding{Rule: &duplicate, Node: g.node, Message: "the grant equals the grant at index " + strconv.Itoa(k), Hint: "remove one", Fix: engine.RemoveElement(g.node)})
			continue
		}
		first[g.pattern] = g.index
	}
}

var shadowed = rule.Rule{
	ID:       "grant/shadowed",
	Severity: diag.Warning,
	Title:    "a deny covers this allow completely",
	Reason:   "A deny takes precedence over an allow at any position, so this grant allows nothing.",
	Fails:    rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"literal","value":"stream:a/b"}},{"effect":"deny","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}}]`},
	Passes:   rule.Example{Kind: rule.LaserGrants, Text: `[{"effect":"allow","feature":"kv","action":"read","resource":{"kind":"prefix","value":"stream:a"}},{"effect":"deny","feature":"kv","action":"read","resource":{"kind":"literal","value":"stream:a/b"}}]`},
}

// subject is the part that a deny and an allow must share to affect each other.
type subject struct{ feature, action string }

// denials are all deny grants of one subject.
type denials struct {
	everything bool
	literals   map[string]bool
	prefixes   []string // sorted; none is a prefix of another
}

// reportShadowed reports the allow grants that a deny covers.
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
			c.Report(engine.Finding{Rule: &shadowed, Node: g.node, Message: "a deny of " + denial + " covers this allow completely", Hint: "remove the allow, or narrow the deny"})
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

// sortPrefixes sorts the prefixes and removes those that start with another prefix.
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

// covering describes the denial that covers a grant, or returns "". A request without a
// resource name matches only the pattern all, so no prefix covers it.
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
	// A prefix of the value sorts directly before it, since no prefix starts with
	// another.
	i, found := slices.BinarySearch(d.prefixes, g.value)
	if !found {
		i--
	}
	if i >= 0 && strings.HasPrefix(g.value, d.prefixes[i]) {
		return "the prefix " + text.Quote(d.prefixes[i])
	}
	return ""
}

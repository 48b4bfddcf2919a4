package lintconfig

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// ValueKind is what the value of a key looks like.
type ValueKind uint8

// The shapes.
const (
	Scalar ValueKind = iota // one scalar
	List                    // a scalar, or a sequence of them
	Map                     // a mapping of a rule to a word, each RULE=WORD as a value
)

// Key is a key of a section; the flag of lint of that name says the same.
type Key struct {
	Name      string
	ValueKind ValueKind
	Meaning   string // as the help of the flag, the name of a value in backquotes
	// Allowed are the values there are, the rules of a Map; nil when every word
	// will do.
	Allowed func() []string
	// Path tells that the value names a file, from where the configuration is.
	Path bool
	// Merged tells that what a stronger layer says comes on top of what a weaker
	// one does; else it stands in place of it.
	Merged bool
	check  func(value string) error
}

// Keys returns all keys.
func Keys() []Key {
	return []Key{
		{Name: "kind", Allowed: lint.KindNames, Meaning: "the `KIND` of the documents: " + strings.Join(lint.KindNames(), ", ")},
		{Name: "fail-on", Allowed: FailLevels, Meaning: "the least `LEVEL` that makes the status 1: " + strings.Join(FailLevels(), ", ") + " (default error)"},
		{Name: "disable", ValueKind: List, Merged: true, Allowed: ruleIDs, check: checkRule, Meaning: "do not report this `RULE`"},
		{Name: "enable", ValueKind: List, Merged: true, Allowed: ruleIDs, check: checkRule, Meaning: "report this `RULE` although it is disabled"},
		{Name: "severity", ValueKind: Map, Merged: true, Allowed: ruleIDs, check: checkSeverity, Meaning: "report a rule with another severity: `RULE=LEVEL`"},
		{Name: "baseline", Path: true, Meaning: "do not report the findings that `FILE` knows"},
		{Name: "context", Path: true, Meaning: "read the context from `FILE`; what follows comes on top"},
		{Name: "owner", Meaning: "the `MODULE` that sends the scopes"},
		{Name: "authority-owner", ValueKind: List, Meaning: "a `MODULE` that may set attributes"},
		{Name: "now", check: checkTime, Meaning: "the `TIME`, as milliseconds since 1970 or RFC 3339; without it no deadline is compared"},
		{Name: "snapshot", Path: true, Meaning: "read what the daemon holds for the owner from `FILE`"},
		{Name: "other-owners", Path: true, Meaning: "read what the daemon holds for others from `FILE`"},
		{Name: "declared-secret", ValueKind: List, Meaning: "a `NAME` that the agent's own template declares"},
	}
}

// Check says what is wrong with a value.
func (k *Key) Check(value string) error {
	switch {
	case k.check != nil:
		return k.check(value)
	case k.Allowed == nil || slices.Contains(k.Allowed(), value):
		return nil
	}
	return fmt.Errorf("there is no %s: %s", text.Quote(value), suggest(value, k.Allowed(), "it is one of "+strings.Join(k.Allowed(), ", ")))
}

func keyNames() []string {
	var names []string
	for _, k := range Keys() {
		names = append(names, k.Name)
	}
	return names
}

func keyByName(name string) *Key {
	keys := Keys()
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return &keys[i]
}

// FailLevels are the words of fail-on, the strictest last but one.
func FailLevels() []string { return []string{"error", "warning", "info", "never"} }

func ruleIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// suggest asks whether the nearest word was meant, or says something else when
// none is near.
func suggest(word string, words []string, fallback string) string {
	if nearest := text.Nearest(word, words); nearest != "" {
		return "did you mean " + nearest + "?"
	}
	return fallback
}

func checkRule(id string) error {
	if lint.RuleByID(id) != nil {
		return nil
	}
	return fmt.Errorf("there is no rule %s: %s", text.Quote(id), suggest(id, ruleIDs(), "`divtool lint --list-rules` lists them"))
}

func checkSeverity(value string) error {
	_, _, err := ParseSeverity(value)
	return err
}

func checkTime(value string) error {
	_, err := ParseTime(value)
	return err
}

// ParseSeverity reads RULE=LEVEL.
func ParseSeverity(value string) (rule string, severity diag.Severity, err error) {
	rule, level, ok := strings.Cut(value, "=")
	i := slices.Index(FailLevels()[:3], level)
	if !ok || i < 0 {
		return "", 0, fmt.Errorf("a severity is error, warning or info, as in RULE=error, not %s", text.Quote(value))
	}
	return rule, diag.Severity(i), checkRule(rule)
}

// ParseTime reads a time, as milliseconds since 1970.
func ParseTime(s string) (uint64, error) {
	if ms, err := strconv.ParseUint(s, 10, 64); err == nil {
		return ms, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || t.UnixMilli() < 0 {
		return 0, fmt.Errorf("a time is milliseconds since 1970, or like 2026-01-31T12:00:00Z, not %s", text.Quote(s))
	}
	return uint64(t.UnixMilli()), nil
}

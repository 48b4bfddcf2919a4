package config

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

// ValueKind is the form of the value of a key in YAML.
type ValueKind uint8

// The forms.
const (
	Scalar ValueKind = iota // one scalar
	List                    // a scalar, or a sequence of scalars
	Map                     // a mapping of rules to words; each entry is a value RULE=WORD
)

// Key is a key of a section. The command has a flag of the same name and meaning.
type Key struct {
	Name      string
	ValueKind ValueKind
	Meaning   string // the help of the flag, with the name of the value in backquotes
	// Allowed returns the allowed values, for a Map the allowed rules. It is nil
	// when any text is allowed.
	Allowed func() []string
	// Path is set when the value names a file; see [LayerValue.Path].
	Path bool
	// Merged is set when the values of a stronger layer are added to the values of
	// weaker layers; otherwise they replace them.
	Merged bool
	check  func(value string) error
}

// Keys returns all keys, in the order of the documentation.
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

// Check returns an error when the value is not allowed for the key.
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

// FailLevels returns the values of fail-on. The index of a level is the
// [diag.Severity] of the same name; the last one, never, has no severity.
func FailLevels() []string { return []string{"error", "warning", "info", "never"} }

func ruleIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// suggest returns the question whether the word nearest to word was meant, or
// fallback when there is no similar word.
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

// ParseSeverity parses RULE=LEVEL.
func ParseSeverity(value string) (rule string, severity diag.Severity, err error) {
	rule, level, ok := strings.Cut(value, "=")
	i := slices.Index(FailLevels()[:3], level)
	if !ok || i < 0 {
		return "", 0, fmt.Errorf("a severity is error, warning or info, as in RULE=error, not %s", text.Quote(value))
	}
	return rule, diag.Severity(i), checkRule(rule)
}

// ParseTime parses a decimal number of milliseconds since 1970, or a time of
// RFC 3339, and returns the milliseconds.
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

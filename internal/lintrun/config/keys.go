package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/glob"
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
	// weaker layers, rule by rule; otherwise they replace them.
	Merged bool
	// Pattern is set when the values are patterns of files. They stand outside of the
	// sections for some files, and those of all layers apply.
	Pattern bool
	check   func(value string) error
}

// Keys returns all keys, in the order of the documentation.
func Keys() []Key {
	return []Key{
		{Name: "kind", Allowed: lint.KindNames, Meaning: "treat documents as `KIND`: " + strings.Join(lint.KindNames(), ", ")},
		{Name: "fail-on", Allowed: FailLevels, Meaning: "exit with status 1 for findings of this `LEVEL` or worse: " + strings.Join(FailLevels(), ", ") + " (default error)"},
		{Name: "disable", ValueKind: List, Merged: true, Allowed: ruleIDs, check: checkRule, Meaning: "disable `RULE`"},
		{Name: "enable", ValueKind: List, Merged: true, Allowed: ruleIDs, check: checkRule, Meaning: "enable `RULE` again"},
		{Name: "severity", ValueKind: Map, Merged: true, Allowed: ruleIDs, check: checkSeverity, Meaning: "change the severity of a rule: `RULE=LEVEL`"},
		{Name: "exclude", ValueKind: List, Pattern: true, check: checkPattern, Meaning: "do not lint the files and directories that match `PATTERN`"},
		{Name: "baseline", Path: true, Meaning: "do not report the findings listed in `FILE`"},
		{Name: "context", Path: true, Meaning: "read the context from `FILE`; the following flags override it"},
		{Name: "owner", Meaning: "the `MODULE` that sends the scope operations"},
		{Name: "authority-owner", ValueKind: List, Meaning: "a `MODULE` that may set scope attributes"},
		{Name: "now", check: checkTime, Meaning: "compare deadlines with `TIME`: milliseconds since 1970, or RFC 3339"},
		{Name: "snapshot", Path: true, Meaning: "read the daemon's state of the owner from `FILE`"},
		{Name: "other-owners", Path: true, Meaning: "read the daemon's state of other owners from `FILE`"},
		{Name: "declared-secret", ValueKind: List, Meaning: "a secret `NAME` that the agent's own template declares"},
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
	return errors.New(text.Quote(value) + " is not valid" + text.Suggestion(value, k.Allowed(), maxSuggested))
}

// keyNames returns the names of the keys of a section for some files, or with top of the
// whole file.
func keyNames(top bool) []string {
	var names []string
	for _, k := range Keys() {
		if top || !k.Pattern {
			names = append(names, k.Name)
		}
	}
	if top {
		names = append(names, filesKey)
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

// severityLevels returns the names of the severities.
func severityLevels() []string { return FailLevels()[:3] }

func ruleIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// maxSuggested is the number of values up to which a message lists all of them.
const maxSuggested = 16

// suggest returns the suggestion of the word nearest to word, or fallback when
// there is no similar word.
func suggest(word string, words []string, fallback string) string {
	if s := text.Suggestion(word, words, 0); s != "" {
		return s
	}
	return "; " + fallback
}

func checkRule(id string) error {
	if lint.RuleByID(id) != nil {
		return nil
	}
	return errors.New("unknown rule " + text.Quote(id) + suggest(id, ruleIDs(), "`divtool lint --list-rules` lists the rules"))
}

func checkPattern(pattern string) error {
	_, err := glob.Compile(pattern)
	return patternError(pattern, err)
}

// patternError names a pattern in the error of compiling it.
func patternError(pattern string, err error) error {
	switch {
	case err == nil:
		return nil
	case glob.IsLimit(err):
		return err
	}
	return fmt.Errorf("%s is %w", text.Quote(pattern), err)
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
	i := slices.Index(severityLevels(), level)
	if !ok || i < 0 {
		return "", 0, errors.New("expected RULE=LEVEL with the level error, warning or info, got " + text.Quote(value))
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
		return 0, errors.New("expected a time in milliseconds since 1970 or in RFC 3339, such as 2026-01-31T12:00:00Z, got " + text.Quote(s))
	}
	return uint64(t.UnixMilli()), nil
}

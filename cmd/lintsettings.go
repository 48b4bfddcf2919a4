package cmd

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/lintconfig"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// lintSettings are what applies to some files.
type lintSettings struct {
	projectConfig *lintconfig.Config // nil when there is none
	layers        []lintLayer        // the weakest first
	kind          lint.Kind
	config        lint.Config
	failOn        int // the least severity that fails, as an index of lintconfig.FailLevels
	context       *lint.Context
	baseline      *activeBaseline // nil without a baseline
	problems      []*lintProblem  // what was wrong on the way
}

// lintLayer is what one place says: the flags, or a section of a configuration.
type lintLayer struct {
	config  *lintconfig.Config // nil for the flags
	section *lintconfig.Section
}

// lintValue is a value that applies, and who says it.
type lintValue struct {
	lintconfig.Value
	layer *lintLayer
}

// path is the file that a value names: from where the configuration is.
func (v lintValue) path() string {
	if v.layer.config == nil || filepath.IsAbs(v.Text) {
		return v.Text
	}
	return filepath.Join(filepath.Dir(v.layer.config.File), filepath.FromSlash(v.Text))
}

// origin says where a value comes from.
func (v lintValue) origin() string {
	c := v.layer.config
	if c == nil {
		return "--" + v.Key
	}
	at := text.PositionAt(c.Text, v.Offset)
	text := fmt.Sprintf("%s:%d:%d", c.File, at.Line, at.Column)
	if v.layer.section.Pattern != "" {
		text += ", files " + v.layer.section.Pattern
	}
	return text
}

// effective are the values of a key that apply.
func (s *lintSettings) effective(key *lintconfig.Key) []lintValue {
	for i := len(s.layers) - 1; i >= 0; i-- {
		if values := s.layers[i].all(key.Name); len(values) > 0 {
			return values
		}
	}
	return nil
}

func (l *lintLayer) all(key string) (values []lintValue) {
	for _, v := range l.section.ValuesOf(key) {
		values = append(values, lintValue{v, l})
	}
	return values
}

// single is the value of a key that has one.
func (s *lintSettings) single(key string) (lintValue, bool) {
	values := s.effective(&lintconfig.Key{Name: key})
	if len(values) == 0 {
		return lintValue{}, false
	}
	return values[0], true
}

// merged are the values of a key of rules, sorted by rule: of each rule, what
// the strongest layer says. A layer that enables a rule undoes what weaker ones
// and itself disable.
func (s *lintSettings) merged(key string) []lintValue {
	rules := map[string]lintValue{}
	for i := range s.layers {
		for _, k := range [...]string{"disable", "enable", "severity"} {
			for _, v := range s.layers[i].all(k) {
				rule, _, _ := strings.Cut(v.Text, "=")
				if k == "severity" {
					rule = k + " " + rule // apart from whether it reports at all
				}
				rules[rule] = v
			}
		}
	}
	var values []lintValue
	for _, v := range rules {
		if v.Key == key {
			values = append(values, v)
		}
	}
	slices.SortFunc(values, func(a, b lintValue) int { return strings.Compare(a.Text, b.Text) })
	return values
}

// resolve turns the values into what the linter takes.
func (s *lintSettings) resolve(r *lintResolver) {
	if v, ok := s.single("kind"); ok {
		s.kind = lint.Kind(v.Text)
	}
	if v, ok := s.single("fail-on"); ok {
		s.failOn = slices.Index(lintconfig.FailLevels(), v.Text)
	}
	for _, v := range s.merged("disable") {
		s.config.Disable = append(s.config.Disable, v.Text)
	}
	for _, v := range s.merged("severity") {
		rule, severity, err := lintconfig.ParseSeverity(v.Text)
		if err != nil {
			continue // checked when it was read
		}
		if s.config.Severity == nil {
			s.config.Severity = map[string]diag.Severity{}
		}
		s.config.Severity[rule] = severity
	}
	if v, ok := s.single("baseline"); ok && r.baselinePath == "" {
		s.baseline = r.baseline(s, v)
	}
	if s.baseline == nil && r.baselinePath == "" {
		// Known findings must not take the place of those that are reported.
		s.config.Max = r.common.maxErrors
	}
	s.context = r.context(s)
}

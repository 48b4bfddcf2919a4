package cmd

import (
	"errors"
	"fmt"

	"github.com/divtool/divtool/internal/lintconfig"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// lintResolver finds out what applies to each file. Files to which the same
// applies have the same settings.
type lintResolver struct {
	*app
	dir      workDir
	flags    lintconfig.Section
	finder   *lintconfig.Finder
	fixed    *lintconfig.Config // for all files, by --config
	none     bool               // --no-config
	writing  string             // the baseline that is written; "" for none
	settings map[settingsKey]*lintSettings
	contexts map[string]*lint.Context
	known    map[string]*knownFindings
	problems map[string]*lintProblem           // of files that settings name, by file
	mistakes map[*diag.Diagnostic]*lintProblem // of configurations
	inOrder  []*knownFindings
}

// settingsKey is what settings depend on.
type settingsKey struct {
	config   *lintconfig.Config
	sections string
}

// lintProblem is something wrong with what lint is told, not with what it
// lints: a diagnostic of a text, or another error.
type lintProblem struct {
	d    *diag.Diagnostic
	file string
	text []byte
	err  error
}

func (l *linting) resolver() (*lintResolver, error) {
	r := &lintResolver{
		app: l.app, dir: currentDir(), flags: l.keys, finder: lintconfig.NewFinder(), none: l.noConfig, writing: l.writeBaseline,
		settings: map[settingsKey]*lintSettings{}, contexts: map[string]*lint.Context{},
		known: map[string]*knownFindings{}, problems: map[string]*lintProblem{}, mistakes: map[*diag.Diagnostic]*lintProblem{},
	}
	if l.config != "" {
		if r.fixed = lintconfig.Load(l.config); r.fixed == nil {
			return nil, &source.Missing{Name: l.config}
		}
	}
	return r, nil
}

// For returns what applies to a file.
func (r *lintResolver) For(name string) *lintSettings {
	c := r.fixed
	if c == nil && !r.none {
		c = r.finder.For(name)
	}
	key := settingsKey{config: c}
	var sections []*lintconfig.Section
	if c != nil && len(c.Sections) > 0 { // else the name does not matter
		sections = c.Applying(r.dir.below(c.Dir, name))
		for _, section := range sections {
			key.sections += section.Pattern + "\n"
		}
	}
	s := r.settings[key]
	if s == nil {
		s = r.make(c, sections)
		r.settings[key] = s
	}
	return s
}

// make makes the settings of files to which the same sections apply.
func (r *lintResolver) make(c *lintconfig.Config, sections []*lintconfig.Section) *lintSettings {
	s := &lintSettings{source: c}
	if c != nil {
		s.problems = r.ofConfig(c)
		if len(sections) == 0 {
			sections = []*lintconfig.Section{&c.Top}
		}
	}
	for _, section := range sections {
		s.layers = append(s.layers, lintLayer{c, section})
	}
	s.layers = append(s.layers, lintLayer{nil, &r.flags})
	s.settle(r)
	return s
}

// ofConfig are the problems of a configuration.
func (r *lintResolver) ofConfig(c *lintconfig.Config) (problems []*lintProblem) {
	for _, d := range c.Problems {
		if r.mistakes[d] == nil {
			r.mistakes[d] = &lintProblem{d: d, file: c.File, text: c.Text}
		}
		problems = append(problems, r.mistakes[d])
	}
	return problems
}

// read reads a file that a value names. What is wrong with it, or what parse
// says is wrong with its text, becomes a problem of the settings, and the
// result is false.
func (r *lintResolver) read(s *lintSettings, v lintValue, parse func(text []byte) error) bool {
	name := v.path()
	if p, failed := r.problems[name]; failed {
		s.problems = append(s.problems, p)
		return false
	}
	from := source.Source{Name: name}
	if v.layer.source == nil {
		if list, err := source.Find(name, r.streams.In, r.common.stdinName); err == nil && len(list) == 1 {
			from = list[0]
		}
	}
	text, err := from.Read(r.common.maxText)
	var p *lintProblem
	var d *diag.Diagnostic
	if err != nil {
		where := v.origin()
		if v.layer.source != nil {
			where += ": " + v.Key
		}
		p = &lintProblem{err: fmt.Errorf("%s: %w", where, withoutCall(err))}
	} else if err := parse(text); errors.As(err, &d) {
		p = &lintProblem{d: d, file: from.Name, text: text}
	} else if err != nil {
		p = &lintProblem{err: fmt.Errorf("%s: %w", name, err)}
	}
	if p == nil {
		return true
	}
	r.problems[name] = p
	s.problems = append(s.problems, p)
	return false
}

// tell reports the problems of settings, each once.
func (l *linting) tell(s *lintSettings) {
	for _, p := range s.problems {
		if l.told[p] {
			continue
		}
		l.told[p] = true
		switch {
		case p.d == nil:
			l.unreadable(p.err)
		case p.d.Offset < 0:
			l.raise(statusUsage)
			l.fail(p.d, report.Place{File: p.file, Index: -1})
		default:
			l.raise(statusUsage)
			l.failText(p.d, p.file, p.text)
		}
	}
}

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
	dir           workDir
	flags         lintconfig.Section
	finder        *lintconfig.Finder
	fixedConfig   *lintconfig.Config // for all files, by --config
	noConfig      bool               // --no-config
	baselinePath  string             // the baseline that is written; "" for none
	settings      map[settingsKey]*lintSettings
	contexts      map[string]*lint.Context
	baselines     map[string]*activeBaseline
	problems      map[string]*lintProblem           // of files that settings name, by file
	problemsOf    map[*diag.Diagnostic]*lintProblem // of configurations
	baselineOrder []*activeBaseline
}

// settingsKey is what settings depend on.
type settingsKey struct {
	config   *lintconfig.Config
	sections string
}

// lintProblem is something wrong with what lint is told, not with what it
// lints: a diagnostic of a text, or another error.
type lintProblem struct {
	diagnostic *diag.Diagnostic
	file       string
	text       []byte
	err        error
}

func (l *lintRun) resolver() (*lintResolver, error) {
	r := &lintResolver{
		app: l.app, dir: currentDir(), flags: l.keys, finder: lintconfig.NewFinder(), noConfig: l.noConfig, baselinePath: l.writeBaseline,
		settings: map[settingsKey]*lintSettings{}, contexts: map[string]*lint.Context{},
		baselines: map[string]*activeBaseline{}, problems: map[string]*lintProblem{}, problemsOf: map[*diag.Diagnostic]*lintProblem{},
	}
	if l.config != "" {
		if r.fixedConfig = lintconfig.Load(l.config); r.fixedConfig == nil {
			return nil, &source.MissingError{Name: l.config}
		}
	}
	return r, nil
}

// settingsFor returns what applies to a file.
func (r *lintResolver) settingsFor(name string) *lintSettings {
	c := r.fixedConfig
	if c == nil && !r.noConfig {
		c = r.finder.For(name)
	}
	key := settingsKey{config: c}
	var sections []*lintconfig.Section
	if c != nil && len(c.Sections) > 0 { // else the name does not matter
		sections = c.SectionsFor(r.dir.relativeTo(c.Dir, name))
		for _, section := range sections {
			key.sections += section.Pattern + "\n"
		}
	}
	s := r.settings[key]
	if s == nil {
		s = r.newSettings(c, sections)
		r.settings[key] = s
	}
	return s
}

// newSettings makes the settings of files to which the same sections apply.
func (r *lintResolver) newSettings(c *lintconfig.Config, sections []*lintconfig.Section) *lintSettings {
	s := &lintSettings{projectConfig: c}
	if c != nil {
		s.problems = r.configProblems(c)
		if len(sections) == 0 {
			sections = []*lintconfig.Section{&c.Top}
		}
	}
	for _, section := range sections {
		s.layers = append(s.layers, lintLayer{c, section})
	}
	s.layers = append(s.layers, lintLayer{nil, &r.flags})
	s.resolve(r)
	return s
}

// configProblems are the problems of a configuration.
func (r *lintResolver) configProblems(c *lintconfig.Config) (problems []*lintProblem) {
	for _, d := range c.Problems {
		if r.problemsOf[d] == nil {
			r.problemsOf[d] = &lintProblem{diagnostic: d, file: c.File, text: c.Text}
		}
		problems = append(problems, r.problemsOf[d])
	}
	return problems
}

// readFile reads a file that a value names. What is wrong with it, or what parse
// says is wrong with its text, becomes a problem of the settings, and the
// result is false.
func (r *lintResolver) readFile(s *lintSettings, v lintValue, parse func(text []byte) error) bool {
	name := v.path()
	if p, failed := r.problems[name]; failed {
		s.problems = append(s.problems, p)
		return false
	}
	from := source.Source{Name: name}
	if v.layer.config == nil {
		if list, err := source.Find(name, r.streams.In, r.common.stdinName); err == nil && len(list) == 1 {
			from = list[0]
		}
	}
	text, err := from.Read(r.common.maxText)
	var p *lintProblem
	var d *diag.Diagnostic
	if err != nil {
		origin := v.origin()
		if v.layer.config != nil {
			origin += ": " + v.Key
		}
		p = &lintProblem{err: fmt.Errorf("%s: %w", origin, report.WithoutSyscall(err))}
	} else if err := parse(text); errors.As(err, &d) {
		p = &lintProblem{diagnostic: d, file: from.Name, text: text}
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

// reportProblems reports the problems of settings, each once.
func (l *lintRun) reportProblems(s *lintSettings) {
	for _, p := range s.problems {
		if l.reported[p] {
			continue
		}
		l.reported[p] = true
		switch {
		case p.diagnostic == nil:
			l.report.Unreadable(p.err)
		case p.diagnostic.Offset < 0:
			l.report.Record(report.Failed)
			l.report.Fail(p.diagnostic, report.Place{File: p.file, Index: -1})
		default:
			l.report.Record(report.Failed)
			l.report.FailText(p.diagnostic, p.file, p.text)
		}
	}
}

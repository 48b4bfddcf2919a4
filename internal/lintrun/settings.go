package lintrun

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// settings are the configuration of the files to which the same sections apply.
// They do not change after the resolver returns them, except that the collector
// records the linted files of the baseline.
type settings struct {
	file     *config.File // nil when none applies
	layers   config.Layers
	kind     lint.Kind
	linter   lint.Config
	failOn   int // index in [config.FailLevels] of the least severity that fails
	exclude  []config.LayerPattern
	context  *lint.Context
	baseline *activeBaseline // nil without a baseline
	problems []*problem
}

// problem is an error in the configuration or in a file that it names: a
// diagnostic of a text, or another error.
type problem struct {
	diagnostic *diag.Diagnostic
	file       string
	text       []byte
	err        error
}

// resolver finds the settings of files and reads each file that settings name
// once. It is not safe for concurrent use: the walker uses it while it runs, and
// the collector after that.
type resolver struct {
	dir        workDir
	flags      config.Section
	finder     *config.Finder
	fixed      *config.File // applies to all files; nil to search
	noConfig   bool
	noBaseline bool // ignore baselines, because one is being written
	stdin      io.Reader
	stdinName  string
	maxText    int64

	settings       map[settingsKey]*settings
	configProblems map[*config.File][]*problem
	contexts       map[string]*lint.Context   // by path
	baselines      map[string]*activeBaseline // by path
	baselineList   []*activeBaseline          // in the order in which they were read
	fileProblems   map[string]*problem        // of files that settings name, by path
	filesRead      []string                   // paths of files that settings name
}

// settingsKey identifies the sections that apply to a file.
type settingsKey struct {
	file     *config.File
	patterns string
}

func newResolver(o Options) *resolver {
	return &resolver{
		dir: currentDir(), flags: o.Flags, finder: config.NewFinder(),
		noConfig: o.NoConfig, noBaseline: o.WriteBaseline != "",
		stdin: o.Stdin, stdinName: o.StdinName, maxText: o.MaxText,
		settings: map[settingsKey]*settings{}, configProblems: map[*config.File][]*problem{},
		contexts: map[string]*lint.Context{}, baselines: map[string]*activeBaseline{}, fileProblems: map[string]*problem{},
	}
}

// settingsFor returns the settings of the file called name.
func (r *resolver) settingsFor(name string) *settings {
	file := r.fixed
	if file == nil && !r.noConfig {
		file = r.finder.For(name)
	}
	key := settingsKey{file: file}
	var sections []*config.Section
	switch {
	case file == nil:
	case len(file.Sections) == 0: // the common case, in which the name is irrelevant
		sections = []*config.Section{&file.Top}
	default:
		sections = file.SectionsFor(r.dir.relativeTo(file.Dir, name))
		for _, section := range sections {
			key.patterns += section.Pattern + "\n"
		}
	}
	s := r.settings[key]
	if s == nil {
		s = r.newSettings(file, sections)
		r.settings[key] = s
	}
	return s
}

// excluded reports whether the settings of a file or a directory exclude it.
func (r *resolver) excluded(name string) bool {
	for _, p := range r.settingsFor(name).exclude {
		base := string(r.dir)
		if p.File != nil {
			base = p.File.Dir
		}
		if p.MatchTree(r.dir.relativeTo(base, name)) || p.Absolute && p.MatchTree(strings.TrimPrefix(filepath.ToSlash(r.dir.abs(name)), "/")) {
			return true
		}
	}
	return false
}

func (r *resolver) newSettings(file *config.File, sections []*config.Section) *settings {
	s := &settings{file: file, layers: config.NewLayers(file, sections, &r.flags)}
	if file != nil {
		s.problems = slices.Clone(r.problemsOf(file))
	}
	r.resolve(s)
	return s
}

func (r *resolver) problemsOf(file *config.File) []*problem {
	list, ok := r.configProblems[file]
	if !ok {
		for _, d := range file.Problems {
			list = append(list, &problem{diagnostic: d, file: file.Name, text: file.Text})
		}
		r.configProblems[file] = list
	}
	return list
}

// resolve sets the fields of s from its layers.
func (r *resolver) resolve(s *settings) {
	if v, ok := s.layers.Scalar("kind"); ok {
		s.kind = lint.Kind(v.Text)
	}
	if v, ok := s.layers.Scalar("fail-on"); ok {
		s.failOn = slices.Index(config.FailLevels(), v.Text)
	}
	for _, v := range s.layers.Merged("disable") {
		s.linter.Disable = append(s.linter.Disable, v.Text)
	}
	for _, v := range s.layers.Merged("severity") {
		rule, severity, err := config.ParseSeverity(v.Text)
		if err != nil {
			continue // values were checked when they were read
		}
		if s.linter.Severity == nil {
			s.linter.Severity = map[string]diag.Severity{}
		}
		s.linter.Severity[rule] = severity
	}
	s.exclude = s.layers.Patterns("exclude")
	if v, ok := s.layers.Scalar("baseline"); ok && !r.noBaseline {
		s.baseline = r.baseline(s, v)
	}
	s.context = r.context(s)
}

// readFile reads the file that a value names, and calls parse with its text. It
// reports whether both succeeded; otherwise s has a problem more.
func (r *resolver) readFile(s *settings, v config.LayerValue, parse func(text []byte) error) bool {
	path := v.Path()
	p, failed := r.fileProblems[path]
	if !failed {
		if p = r.parseFile(path, v, parse); p == nil {
			return true
		}
		r.fileProblems[path] = p
	}
	s.problems = append(s.problems, p)
	return false
}

// parseFile returns the problem of reading or parsing a file, or nil.
func (r *resolver) parseFile(path string, v config.LayerValue, parse func(text []byte) error) *problem {
	from := source.Source{Name: path}
	if v.Layer.File == nil { // a flag may also name standard input or a pattern
		if list, err := source.Find(path, r.stdin, r.stdinName); err == nil && len(list) == 1 {
			from = list[0]
		}
	}
	r.filesRead = append(r.filesRead, from.Name)
	text, err := from.Read(r.maxText)
	if err != nil {
		origin := v.Origin()
		if v.Layer.File != nil {
			origin += ": " + v.Key
		}
		return &problem{err: fmt.Errorf("%s: %w", origin, report.WithoutSyscall(err))}
	}
	err = parse(text)
	var d *diag.Diagnostic
	switch {
	case err == nil:
		return nil
	case errors.As(err, &d):
		return &problem{diagnostic: d, file: from.Name, text: text}
	}
	return &problem{err: fmt.Errorf("%s: %w", path, err)}
}

package lintrun

import (
	"errors"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// result is the result of linting one file. When one of the first three fields is
// set, the file has no findings.
type result struct {
	err          error  // the file cannot be read
	decompressed string // the format in which the file was compressed, "" for none
	notInput     bool   // the file is a baseline or a report of this run, not a document
	unknownKind  bool   // no rules exist for the kind
	kind         lint.Kind
	counts       [3]int // findings by severity, without known ones
	known        int    // findings that the baseline suppresses
	entries      []baseline.Entry
	rendered     rendered
	fixed        *fixed // what was fixed; nil for nothing
}

// workerConfig is shared by all workers. Its values are constant or safe for
// concurrent use.
type workerConfig struct {
	maxText int64
	dir     workDir
	outputs *outputs
	limit   *findingLimit
	gc      *gcTuner
	fix     FixOptions
	meter   Meter
}

// worker lints files and reuses its memory. It runs in one goroutine.
type worker struct {
	shared  *workerConfig
	reader  source.Reader
	hasher  baseline.ContentHasher
	linters map[*settings]*lint.Linter
}

func newWorker(shared *workerConfig) *worker {
	return &worker{shared: shared, linters: map[*settings]*lint.Linter{}}
}

func (w *worker) run(chunks <-chan chunk) {
	for c := range chunks {
		for _, j := range c.jobs {
			j.result = w.lint(&j.target)
		}
		close(c.done)
	}
}

// lint reads, lints and renders one file.
func (w *worker) lint(t *target) result {
	if t.err != nil || t.excluded {
		return result{err: t.err}
	}
	if w.isBaseline(t) {
		return result{notInput: true}
	}
	if m := w.shared.meter; m != nil {
		t.source.Meter = m
		defer m.Count(1)
	}
	text, err := w.reader.Read(t.source, w.shared.maxText)
	if errors.Is(err, source.ErrTooLarge) {
		err = &report.FileError{File: t.source.Name, Code: "limit", Err: errors.New(report.TextTooLarge("text", 0, w.shared.maxText).Message)}
	}
	if err != nil {
		return result{err: err}
	}
	w.shared.gc.noteSize(len(text))
	format := w.reader.Decompressed
	linter := w.linters[t.settings]
	if linter == nil {
		cfg := t.settings.linter
		cfg.Fixes = w.shared.fix.Mode != NoFix
		if linter, err = lint.New(cfg); err != nil {
			return result{err: err}
		}
		w.linters[t.settings] = linter
	}
	found := linter.Lint(text, t.settings.kind, t.settings.context)
	if !t.named && found.Kind == lint.Auto && !found.Unrecognized() && isOtherJSON(linter, text) {
		return result{decompressed: format, unknownKind: true}
	}
	if t.output != nil && isOldOutput(linter, t, text) {
		return result{notInput: true}
	}
	if found.Unrecognized() || !hasRules(found.Kind) {
		return result{decompressed: format, unknownKind: true, kind: found.Kind}
	}
	findings, counts := found.Findings, countsOf(&found)
	var fixed *fixed
	if format == "" {
		if fixed = w.fix(t, text, linter, found.Kind); fixed != nil {
			text, findings, counts = w.remaining(t, linter, &found, fixed)
		}
	}
	nameContent(findings, text)
	res := w.render(t, text, findings, counts)
	res.decompressed, res.fixed = format, fixed
	return res
}

// nameContent completes the finding about a text that is not JSON with what it is instead.
func nameContent(findings []diag.Diagnostic, text []byte) {
	for i := range findings {
		if d := &findings[i]; d.Path == "" && d.Code == "shape/syntax" {
			input.NameContent(d, text)
			return
		}
	}
}

// isOtherJSON reports whether a text is JSON but for comments and commas, and of no known
// kind: the settings of some other program.
func isOtherJSON(linter *lint.Linter, text []byte) bool {
	strict, changed := input.WithoutComments(text)
	if !changed {
		return false
	}
	found := linter.Lint(strict, lint.Auto, nil)
	return found.Unrecognized()
}

// isBaseline reports whether a file is the baseline that is read.
func (w *worker) isBaseline(t *target) bool {
	dir, read := w.shared.dir, t.settings.baseline
	return read != nil && dir.abs(read.name) == dir.abs(t.source.Name)
}

// isOldOutput reports whether an output that is found as an input may be replaced: it is a
// baseline, or the caller did not name it and it is no document.
func isOldOutput(linter *lint.Linter, t *target, text []byte) bool {
	if _, err := baseline.Read(text, nil); err == nil {
		return true
	}
	found := linter.Lint(text, lint.Auto, nil)
	return !t.named && found.Kind == lint.Auto
}

// hasRules reports whether documents of a kind are linted. The kind of a text that
// is not JSON is [lint.Auto], and its syntax error is a finding.
func hasRules(kind lint.Kind) bool {
	_, known := lint.KindByName(string(kind))
	return known || kind == lint.Auto
}

// render turns the findings of a file into baseline entries or pieces of the
// reports.
func (w *worker) render(t *target, text []byte, findings []diag.Diagnostic, counts [3]int) (res result) {
	res.counts = counts
	f := lintreport.File{Name: t.source.Name, Text: text, Findings: findings}
	outputs, active := w.shared.outputs, t.settings.baseline
	if active != nil || outputs.needsContents() {
		f.Contents = w.hasher.Hashes(text, f.Findings)
	}
	switch {
	case outputs.baseline != nil:
		res.entries = baselineEntries(w.shared.dir, outputs.baseline.dir, &f)
		res.counts, f.Findings = [3]int{}, nil
	case active != nil:
		for s, n := range active.suppress(w.shared.dir, &f) {
			res.counts[s] -= n
			res.known += n
		}
	}
	count := res.counts[diag.Error] + res.counts[diag.Warning] + res.counts[diag.Info]
	res.rendered = outputs.renderWithin(w.shared.limit, &f, count)
	for _, piece := range res.rendered.pieces {
		w.shared.gc.noteSize(len(piece))
	}
	return res
}

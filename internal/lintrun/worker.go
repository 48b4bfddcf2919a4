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
	isBaseline   bool   // the file is a baseline of this run, not a document
	unknownKind  bool   // no rules exist for the kind
	kind         lint.Kind
	counts       [3]int // findings by severity, without known ones
	known        int    // findings that the baseline suppresses
	entries      []baseline.Entry
	rendered     rendered
}

// workerConfig is shared by all workers. Its values are constant or safe for
// concurrent use.
type workerConfig struct {
	maxText         int64
	dir             workDir
	writtenBaseline string // "" for none
	outputs         *outputs
	limit           *findingLimit
	gc              *gcTuner
	meter           Meter
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
	if t.err != nil {
		return result{err: t.err}
	}
	if w.isBaseline(t) {
		return result{isBaseline: true}
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
		if linter, err = lint.New(t.settings.linter); err != nil {
			return result{err: err}
		}
		w.linters[t.settings] = linter
	}
	found := linter.Lint(text, t.settings.kind, t.settings.context)
	if len(found.Findings) > 0 {
		input.NameContent(&found.Findings[0], text)
	}
	if found.Unrecognized() || !hasRules(found.Kind) {
		return result{decompressed: format, unknownKind: true, kind: found.Kind}
	}
	res := w.render(t, text, &found)
	res.decompressed = format
	return res
}

// isBaseline reports whether a file is the baseline that is read or written.
func (w *worker) isBaseline(t *target) bool {
	dir, read, written := w.shared.dir, t.settings.baseline, w.shared.writtenBaseline
	return read != nil && dir.abs(read.name) == dir.abs(t.source.Name) ||
		written != "" && dir.abs(written) == dir.abs(t.source.Name)
}

// hasRules reports whether documents of a kind are linted. The kind of a text that
// is not JSON is [lint.Auto], and its syntax error is a finding.
func hasRules(kind lint.Kind) bool {
	_, known := lint.KindByName(string(kind))
	return known || kind == lint.Auto
}

// render turns the findings of a file into baseline entries or pieces of the
// reports.
func (w *worker) render(t *target, text []byte, found *lint.Result) (res result) {
	for s := diag.Error; s <= diag.Info; s++ {
		res.counts[s] = found.Count(s)
	}
	f := lintreport.File{Name: t.source.Name, Text: text, Findings: found.Findings}
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

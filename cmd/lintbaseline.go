package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// activeBaseline is a baseline in use.
type activeBaseline struct {
	*baseline.Baseline
	name        string
	dir         string // absolute: files are named from here
	text        []byte
	lintedFiles map[string]bool
}

// baseline reads a baseline, once; nil when something is wrong with it.
func (r *lintResolver) baseline(s *lintSettings, v lintValue) *activeBaseline {
	name := v.path()
	if k := r.baselines[name]; k != nil {
		return k
	}
	k := &activeBaseline{name: name, dir: filepath.Dir(r.dir.abs(name)), lintedFiles: map[string]bool{}}
	if !r.readFile(s, v, func(text []byte) (err error) {
		k.text = text
		k.Baseline, err = baseline.Read(text)
		return err
	}) {
		return nil
	}
	r.baselines[name] = k
	r.baselineOrder = append(r.baselineOrder, k)
	return k
}

// mayBeUnused tells whether an entry of a file can be of no use: the file was
// linted, or is there no more.
func (k *activeBaseline) mayBeUnused(file string) bool {
	if k.lintedFiles[file] {
		return true
	}
	_, err := os.Lstat(filepath.Join(k.dir, filepath.FromSlash(file)))
	return errors.Is(err, fs.ErrNotExist)
}

// baselineEntries are what the findings of a file are known by.
func (w workDir) baselineEntries(dir string, f *lintreport.File) []baseline.Entry {
	list := make([]baseline.Entry, len(f.Findings))
	file := w.relativeTo(dir, f.Name)
	for i := range f.Findings {
		d := &f.Findings[i]
		list[i] = baseline.Entry{File: file, Rule: d.Code, Path: d.Path, Value: f.Contents[i]}
	}
	return list
}

// suppress takes out the findings that are known, and counts them by severity.
func (k *activeBaseline) suppress(from workDir, f *lintreport.File) (suppressed [3]int) {
	kept := 0
	for i, e := range from.baselineEntries(k.dir, f) {
		if k.Match(e) {
			suppressed[f.Findings[i].Severity]++
			continue
		}
		f.Findings[kept], f.Contents[kept] = f.Findings[i], f.Contents[i]
		kept++
	}
	f.Findings, f.Contents = f.Findings[:kept], f.Contents[:kept]
	return suppressed
}

// reportUnused reports the entries that are of no use.
func (l *lintRun) reportUnused() error {
	var contents baseline.ContentHasher
	for _, k := range l.settings.baselineOrder {
		s := l.settings.settingsFor(k.name)
		l.reportProblems(s)
		linter, err := lint.New(s.config)
		if err != nil {
			return err
		}
		severity, on := linter.Level(baseline.Unused)
		if !on {
			continue
		}
		f := lintreport.File{Name: k.name, Text: k.text, Findings: k.Unused(k.mayBeUnused)}
		if len(f.Findings) == 0 {
			continue
		}
		var counts [3]int
		for i := range f.Findings {
			f.Findings[i].Severity = severity
			counts[severity]++
		}
		f.Contents = contents.Hashes(f.Text, f.Findings)
		l.countFindings(counts, s)
		r := lintResult{redraw: l.limitFindings(&f)}
		r.shown = len(f.Findings)
		l.hidden += counts[severity] - r.shown
		if r.shown == 0 {
			continue
		}
		r.pieces = l.renderPieces(&f)
		if err := l.writePieces(l.piecesWithinLimit(&r)); err != nil {
			return err
		}
	}
	return nil
}

// countFindings counts findings by severity, and raises the status when there are some
// that fail.
func (l *lintRun) countFindings(counts [3]int, s *lintSettings) {
	for severity, n := range counts {
		l.totals[severity] += n
		if n > 0 && severity <= s.failOn && s.failOn <= int(diag.Info) {
			l.raiseStatus(statusInput)
		}
	}
}

// baselineWriter is a baseline that is being written.
type baselineWriter struct {
	name     string
	dir      string
	out      *outputWriter
	toOutput bool // out is where results go
	entries  []baseline.Entry
	finished bool
}

// createBaseline begins a baseline; nil when it cannot be written. The name -
// stands for where results go, of which there are none then.
func (l *lintRun) createBaseline(name string) *baselineWriter {
	if name == "-" {
		return &baselineWriter{name: name, dir: string(l.settings.dir), out: l.reports[0].out, toOutput: true}
	}
	out, err := l.tempFiles.create(name)
	if err != nil {
		l.reportUnreadable(err)
		return nil
	}
	return &baselineWriter{name: name, dir: filepath.Dir(l.settings.dir.abs(name)), out: out}
}

// finish writes the baseline.
func (b *baselineWriter) finish(l *lintRun) {
	if b == nil {
		return
	}
	b.finished = true
	b.out.Write(baseline.Append(nil, b.entries)) // finish tells what went wrong
	if b.toOutput {
		return
	}
	if err := b.out.finish(false); err != nil {
		l.reportUnreadable(unwritableError(b.name, err))
		return
	}
	l.note(b.name, text.Quantity(len(b.entries), "finding")+" written")
}

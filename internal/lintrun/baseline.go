package lintrun

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// activeBaseline is a baseline that suppresses findings.
type activeBaseline struct {
	known       *baseline.Baseline
	name        string
	dir         string // absolute; the files of entries are relative to it
	text        []byte
	lintedFiles map[string]bool // relative to dir
}

// baseline reads the baseline that a value names, or returns nil.
func (r *resolver) baseline(s *settings, v config.LayerValue) *activeBaseline {
	name := v.Path()
	if b := r.baselines[name]; b != nil {
		return b
	}
	b := &activeBaseline{name: name, dir: filepath.Dir(r.dir.abs(name)), lintedFiles: map[string]bool{}}
	if !r.readFile(s, v, func(text []byte) (err error) {
		b.text = text
		b.known, err = baseline.Read(text, b.exists)
		return err
	}) {
		return nil
	}
	r.baselines[name] = b
	r.baselineList = append(r.baselineList, b)
	return b
}

// suppress removes the known findings of a file, and returns their number by
// severity. It is safe for concurrent use.
func (b *activeBaseline) suppress(dir workDir, f *lintreport.File) (suppressed [3]int) {
	kept := 0
	for i, e := range baselineEntries(dir, b.dir, f) {
		if b.known.Match(e) {
			suppressed[f.Findings[i].Severity]++
			continue
		}
		f.Findings[kept], f.Contents[kept] = f.Findings[i], f.Contents[i]
		kept++
	}
	f.Findings, f.Contents = f.Findings[:kept], f.Contents[:kept]
	return suppressed
}

// mayBeUnused reports whether an entry of a file without a finding is unused: the
// file was linted, or does not exist any more.
func (b *activeBaseline) mayBeUnused(file string) bool {
	return b.lintedFiles[file] || !b.exists(file)
}

// exists reports whether a file of an entry exists.
func (b *activeBaseline) exists(file string) bool {
	_, err := os.Lstat(filepath.Join(b.dir, filepath.FromSlash(file)))
	return err == nil || !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, syscall.ENOTDIR)
}

// baselineEntries returns the entries of the findings of a file, in a baseline in
// baselineDir.
func baselineEntries(dir workDir, baselineDir string, f *lintreport.File) []baseline.Entry {
	list := make([]baseline.Entry, len(f.Findings))
	file := dir.relativeTo(baselineDir, f.Name)
	for i := range f.Findings {
		d := &f.Findings[i]
		list[i] = baseline.Entry{File: file, Rule: d.Code, Path: d.Path, Value: f.Contents[i]}
	}
	return list
}

// reportUnused reports the unused entries of baselines, as findings in the
// baselines. It is called after all files have been collected.
func (r *Runner) reportUnused() error {
	var hasher baseline.ContentHasher
	for _, b := range r.resolver.baselineList {
		s := r.resolver.settingsFor(b.name)
		r.reportProblems(s)
		linter, err := lint.New(s.linter)
		if err != nil {
			return err
		}
		severity, on := linter.Level(baseline.Unused)
		if !on {
			continue
		}
		f := lintreport.File{Name: b.name, Text: b.text, Findings: b.known.Unused(b.mayBeUnused)}
		if len(f.Findings) == 0 {
			continue
		}
		for i := range f.Findings {
			f.Findings[i].Severity = severity
		}
		f.Contents = hasher.Hashes(f.Text, f.Findings)
		var counts [3]int
		counts[severity] = len(f.Findings)
		r.countFindings(counts, s)
		part := r.outputs.renderWithin(&r.limit, &f, len(f.Findings))
		if err := r.write(&part); err != nil {
			return err
		}
	}
	return nil
}

// baselineWriter collects the entries of a new baseline.
type baselineWriter struct {
	name     string
	dir      string // absolute; the files of entries are relative to it
	out      *atomicfile.File
	file     *outputFile // nil for standard output
	shared   bool        // out is the main report's, which is empty
	entries  []baseline.Entry
	finished bool
}

// finish writes the baseline and reports the number of its entries. When out is
// shared, closing the main report finishes it.
func (b *baselineWriter) finish(reporter *report.Reporter) {
	if b.file.isKept() {
		return // discard drops it
	}
	b.finished = true
	b.out.Write(baseline.Append(nil, b.entries)) // Finish returns the error
	if b.shared {
		return
	}
	if err := b.out.Finish(false); err != nil {
		reporter.Unreadable(atomicfile.NewError(b.name, err))
		return
	}
	reporter.Note(b.name, text.Count(len(b.entries), "finding")+" written")
}

// discard drops a baseline that is not finished.
func (b *baselineWriter) discard() {
	if !b.finished && !b.shared {
		b.out.Discard()
	}
}

package cmd

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// knownFindings is a baseline in use.
type knownFindings struct {
	*baseline.Baseline
	name   string
	dir    string // absolute: files are named from here
	text   []byte
	linted map[string]bool
}

// baseline reads a baseline, once; nil when something is wrong with it.
func (r *lintResolver) baseline(s *lintSettings, v lintValue) *knownFindings {
	name := v.path()
	if k := r.known[name]; k != nil {
		return k
	}
	k := &knownFindings{name: name, dir: filepath.Dir(r.dir.abs(name)), linted: map[string]bool{}}
	if !r.read(s, v, func(text []byte) (err error) {
		k.text = text
		k.Baseline, err = baseline.Read(text)
		return err
	}) {
		return nil
	}
	r.known[name] = k
	r.inOrder = append(r.inOrder, k)
	return k
}

// counts tells whether an entry of a file can be of no use: the file was
// linted, or is there no more.
func (k *knownFindings) counts(file string) bool {
	if k.linted[file] {
		return true
	}
	_, err := os.Lstat(filepath.Join(k.dir, filepath.FromSlash(file)))
	return errors.Is(err, fs.ErrNotExist)
}

// entries are what the findings of a file are known by.
func (w workDir) entries(dir string, f *lintreport.File) []baseline.Entry {
	list := make([]baseline.Entry, len(f.Findings))
	file := w.below(dir, f.Name)
	for i := range f.Findings {
		d := &f.Findings[i]
		list[i] = baseline.Entry{File: file, Rule: d.Code, Path: d.Path, Value: f.Contents[i]}
	}
	return list
}

// silence takes out the findings that are known, and counts them by severity.
func (k *knownFindings) silence(from workDir, f *lintreport.File) (silenced [3]int) {
	kept := 0
	for i, e := range from.entries(k.dir, f) {
		if k.Knows(e) {
			silenced[f.Findings[i].Severity]++
			continue
		}
		f.Findings[kept], f.Contents[kept] = f.Findings[i], f.Contents[i]
		kept++
	}
	f.Findings, f.Contents = f.Findings[:kept], f.Contents[:kept]
	return silenced
}

// unused reports the entries that are of no use.
func (l *linting) unused() error {
	var contents baseline.Reader
	for _, k := range l.settings.inOrder {
		s := l.settings.For(k.name)
		l.tell(s)
		linter, err := lint.New(s.config)
		if err != nil {
			return err
		}
		severity, on := linter.Level(baseline.Unused)
		if !on {
			continue
		}
		f := lintreport.File{Name: k.name, Text: k.text, Findings: k.Unused(k.counts)}
		if len(f.Findings) == 0 {
			continue
		}
		var counts [3]int
		for i := range f.Findings {
			f.Findings[i].Severity = severity
			counts[severity]++
		}
		f.Contents = contents.Contents(f.Text, f.Findings)
		l.count(counts, s)
		r := linted{cut: l.cut(&f)}
		r.shown = len(f.Findings)
		l.hidden += counts[severity] - r.shown
		if r.shown == 0 {
			continue
		}
		r.pieces = l.draw(&f)
		if err := l.add(l.within(&r)); err != nil {
			return err
		}
	}
	return nil
}

// count counts findings by severity, and raises the status when there are some
// that fail.
func (l *linting) count(counts [3]int, s *lintSettings) {
	for severity, n := range counts {
		l.totals[severity] += n
		if n > 0 && severity <= s.fail && s.fail <= int(diag.Info) {
			l.raise(statusInput)
		}
	}
}

// newBaseline is a baseline that is being written.
type newBaseline struct {
	name    string
	dir     string
	out     *output
	shared  bool // out is where results go
	entries []baseline.Entry
	done    bool
}

// createBaseline begins a baseline; nil when it cannot be written. The name -
// stands for where results go, of which there are none then.
func (l *linting) createBaseline(name string) *newBaseline {
	if name == "-" {
		return &newBaseline{name: name, dir: string(l.settings.dir), out: l.reports[0].out, shared: true}
	}
	out, err := l.drafts.create(name)
	if err != nil {
		l.unreadable(err)
		return nil
	}
	return &newBaseline{name: name, dir: filepath.Dir(l.settings.dir.abs(name)), out: out}
}

// finish writes the baseline.
func (b *newBaseline) finish(l *linting) {
	if b == nil {
		return
	}
	b.done = true
	b.out.Write(baseline.Append(nil, b.entries)) // finish tells what went wrong
	if b.shared {
		return
	}
	if err := b.out.finish(false); err != nil {
		l.unreadable(unwritable(b.name, err))
		return
	}
	l.note(b.name, diag.Things(len(b.entries), "finding")+" written")
}

package lintrun

import (
	"bytes"
	"errors"
	"os"
	"strconv"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintfix"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// FixMode is which fixes a run makes.
type FixMode uint8

// The modes.
const (
	NoFix         FixMode = iota
	FixSafe               // fixes that change no id of a template
	FixIDChanging         // all
)

// FixOptions configure the fixes of a run.
type FixOptions struct {
	Mode FixMode
	// Diff: a unified diff of each fixed file is written to Reports.Fixed, and no file is
	// changed.
	Diff bool
	// Escape: Reports.Fixed is a terminal, so that it gets no control characters.
	Escape bool
	// Fails: a fix makes the outcome at least [report.Invalid].
	Fails bool
}

// fixed is what was fixed in a file.
type fixed struct {
	lintfix.Result
	original []byte
}

// fix fixes a text, unless there is nothing to fix. Findings that a baseline suppresses are
// not fixed.
func (w *worker) fix(t *target, text []byte, linter *lint.Linter, kind lint.Kind) *fixed {
	mode := w.shared.fix.Mode
	if mode == NoFix {
		return nil
	}
	f := lintfix.Fixer{
		IDChanging: mode == FixIDChanging, HasTemplates: kind == lint.Template || kind == lint.Registration,
		Lint: func(text []byte) []diag.Diagnostic {
			found := linter.Lint(text, kind, t.settings.context)
			if t.settings.baseline == nil {
				return found.Findings
			}
			file := lintreport.File{Name: t.source.Name, Text: text, Findings: found.Findings, Contents: w.hasher.Hashes(text, found.Findings)}
			t.settings.baseline.suppress(w.shared.dir, &file)
			return file.Findings
		},
	}
	r := f.Fix(text)
	if len(r.Applied) == 0 && !t.source.IsStdin() {
		return nil
	}
	return &fixed{Result: r, original: bytes.Clone(text)}
}

// remaining returns the findings that a fix leaves, in the text that the file has after the
// run: the fixed one, or with a diff the original one.
func (w *worker) remaining(t *target, linter *lint.Linter, found *lint.Result, f *fixed) (text []byte, list []diag.Diagnostic, counts [3]int) {
	if w.shared.fix.Diff {
		counts = countsOf(found)
		list = found.Findings[:0]
		applied := map[appliedKey]bool{}
		for _, a := range f.Applied {
			applied[appliedKey{a.Rule, a.Path, a.Offset}] = true
		}
		for i := range found.Findings {
			d := &found.Findings[i]
			if applied[appliedKey{d.Code, d.Path, d.Offset}] {
				counts[d.Severity]--
				continue
			}
			list = append(list, *d)
		}
		return f.original, list, counts
	}
	again := linter.Lint(f.Text, found.Kind, t.settings.context)
	return f.Text, again.Findings, countsOf(&again)
}

func countsOf(r *lint.Result) [3]int {
	return [3]int{r.Count(diag.Error), r.Count(diag.Warning), r.Count(diag.Info)}
}

// appliedKey identifies a finding that was fixed.
type appliedKey struct {
	rule, path string
	offset     int
}

// collectFixes writes what was fixed in a file, and reports it.
func (r *Runner) collectFixes(t *target, f *fixed) error {
	o := &r.options.Fix
	switch {
	case f == nil:
		return nil
	case o.Diff:
		if err := r.writeDiff(t.source.Name, f); err != nil {
			return err
		}
	case t.source.IsStdin():
		if _, err := r.fixedOut.Write(f.Text); err != nil {
			return err
		}
	default:
		if err := r.replaceFile(t.source.Name, f.Text); err != nil {
			r.reporter.Unreadable(err)
			return nil
		}
	}
	r.reportFixes(t.source.Name, f)
	return nil
}

func (r *Runner) writeDiff(name string, f *fixed) error {
	shown := text.Escape(name)
	out := diff.Diff(shown, f.original, shown, f.Text)
	if i := bytes.IndexByte(out, '\n'); i >= 0 {
		out = out[i+1:] // the first line repeats the names
	}
	if r.options.Fix.Escape {
		out = escapeLines(out)
	}
	_, err := r.fixedOut.Write(out)
	return err
}

// escapeLines escapes the lines of a text, but for tabs.
func escapeLines(lines []byte) (out []byte) {
	for line := range bytes.Lines(lines) {
		for i, part := range bytes.Split(bytes.TrimRight(line, "\r\n"), []byte{'\t'}) {
			if i > 0 {
				out = append(out, '\t')
			}
			out = text.AppendEscaped(out, part)
		}
		out = append(out, '\n')
	}
	return out
}

// replaceFile writes a file completely or not at all. Its mode stays.
func (r *Runner) replaceFile(name string, content []byte) error {
	if !atomicfile.CanReplace(name) {
		return atomicfile.NewError(name, errors.New("not a regular file, so it cannot be fixed in place; use `--diff` or `-`"))
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0) // a file that is read-only stays
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		return atomicfile.NewError(name, err)
	}
	if r.onFiles != nil {
		r.onFiles()
	}
	out, err := r.create(name)
	if err != nil {
		return err
	}
	out.Write(content) // Finish returns the error
	return out.Finish(false)
}

// reportFixes reports the fixes of a file and the ids that have changed.
func (r *Runner) reportFixes(name string, f *fixed) {
	r.totals.Fixed += len(f.Applied)
	if r.options.Fix.Fails && len(f.Applied) > 0 {
		r.reporter.Record(report.Invalid)
	}
	label := "fixed: "
	if r.options.Fix.Diff {
		label = "would be fixed: "
	}
	locator := text.NewLocator(f.original)
	for _, a := range f.Applied {
		at := locator.PositionAt(a.Offset)
		r.reporter.Note(name, strconv.Itoa(at.Line)+":"+strconv.Itoa(at.Column)+": "+label+a.Title+" ["+a.Rule+"]")
	}
	for _, id := range f.IDs {
		file := name
		if id.Path != "" {
			file += "#" + id.Path
		}
		r.reporter.Note(file, "the id changes from "+id.Before.String()+" to "+id.After.String())
	}
}

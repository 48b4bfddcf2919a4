package lintrun

import (
	"path/filepath"
	"slices"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// outputs are the reports that a run writes, the main one first, and the
// baseline.
type outputs struct {
	reporter *report.Reporter
	files    outputFiles
	reports  []*reportOutput
	baseline *baselineWriter // nil when none is written
}

// reportOutput is a report and its file.
type reportOutput struct {
	report   *lintreport.Report
	out      *atomicfile.File
	name     string      // "" for the main report
	file     *outputFile // nil for standard output
	closed   bool        // the reader of the main report has gone
	finished bool
}

// rendered is the part of the reports for one file.
type rendered struct {
	pieces  [][]byte         // one for each report; nil when all are empty
	shown   int              // findings in pieces
	hidden  int              // findings that were cut
	limited *lintreport.File // to render fewer findings; nil when pieces are final
}

// open begins the main report, the baseline called baselineName unless that is
// "", and the further reports. A file that cannot be created is reported, and the
// others are still written.
func (o *outputs) open(reports Reports, run *lintreport.Run, baselineName string, dir workDir) error {
	main := &reportOutput{out: reports.Out, file: o.files.add(reports.Name)}
	if err := o.begin(main, reports.Format, run); err != nil {
		return err
	}
	if baselineName != "" {
		o.openBaseline(baselineName, dir, reports.Create)
	}
	if o.writesFiles(reports) && reports.OnFiles != nil {
		reports.OnFiles()
	}
	plain := *run
	plain.Theme, plain.Width = term.Theme{}, 0 // files have no colours, and lines of any width
	for _, f := range reports.Files {
		out, err := reports.Create(f.Name)
		if err != nil {
			o.reporter.Unreadable(err)
			continue
		}
		further := &reportOutput{out: out, name: f.Name, file: o.files.add(f.Name)}
		if err := o.begin(further, f.Format, &plain); err != nil {
			return err
		}
	}
	return nil
}

func (o *outputs) writesFiles(reports Reports) bool {
	return len(reports.Files) > 0 || o.baseline != nil
}

func (o *outputs) begin(r *reportOutput, format *lintreport.Format, run *lintreport.Run) (err error) {
	r.report, err = lintreport.Begin(format, run, r.out)
	o.reports = append(o.reports, r)
	return err
}

// openBaseline begins the baseline. When it cannot be created, findings are
// reported as without one.
func (o *outputs) openBaseline(name string, dir workDir, create func(string) (*atomicfile.File, error)) {
	if name == "-" {
		o.baseline = &baselineWriter{name: name, dir: string(dir), out: o.reports[0].out, shared: true}
		return
	}
	out, err := create(name)
	if err != nil {
		o.reporter.Unreadable(err)
		return
	}
	o.baseline = &baselineWriter{name: name, dir: filepath.Dir(dir.abs(name)), out: out, file: o.files.add(name)}
}

// needsContents reports whether the reports or the baseline need the contents of
// findings.
func (o *outputs) needsContents() bool {
	return o.baseline != nil || slices.ContainsFunc(o.reports, func(r *reportOutput) bool { return r.report.Format.NeedsContents })
}

// render returns the pieces of a file, one for each report, or nil when all are
// empty. It is safe for concurrent use.
func (o *outputs) render(f *lintreport.File) (pieces [][]byte) {
	for i, r := range o.reports {
		if piece := r.report.Render(f); piece != nil {
			if pieces == nil {
				pieces = make([][]byte, len(o.reports))
			}
			pieces[i] = piece
		}
	}
	return pieces
}

// renderWithin cuts a file to the limit and renders it. found is the number of
// its findings, which is above len(f.Findings) when the linter did not keep all.
// It is safe for concurrent use.
func (o *outputs) renderWithin(limit *findingLimit, f *lintreport.File, found int) rendered {
	part := rendered{limited: limit.cut(f)}
	part.shown, part.hidden = len(f.Findings), found-len(f.Findings)
	if part.shown == 0 && part.hidden > 0 {
		return part // a report would show a file without findings
	}
	part.pieces = o.render(f)
	return part
}

// write adds the pieces of a file to the reports. An error of a further report
// is not returned, because its Finish returns it too. When the reader of the main
// report goes away, the run ends unless it also writes files.
func (o *outputs) write(pieces [][]byte) error {
	for i, piece := range pieces {
		r := o.reports[i]
		if r.closed {
			continue
		}
		err := r.report.Add(piece)
		switch {
		case i > 0 || err == nil:
		case atomicfile.IsClosedPipe(err) && (len(o.reports) > 1 || o.baseline != nil):
			r.closed = true
		default:
			return err
		}
	}
	return nil
}

// addEntries adds the findings of a file to the baseline.
func (o *outputs) addEntries(entries []baseline.Entry) {
	if o.baseline != nil {
		o.baseline.entries = append(o.baseline.entries, entries...)
	}
}

// close ends all outputs. The main report is last, because it records whether the
// others failed.
func (o *outputs) close() error {
	if o.baseline != nil {
		o.baseline.finish(o.reporter)
	}
	for _, r := range o.reports[1:] {
		if err := r.finish(o.complete()); err != nil {
			o.reporter.Unreadable(atomicfile.NewError(r.name, err))
		}
	}
	main := o.reports[0]
	if main.closed {
		main.finished = true
		return nil
	}
	return main.finish(o.complete())
}

// complete reports whether everything could be read and written so far.
func (o *outputs) complete() bool { return o.reporter.Outcome() < report.Failed }

func (r *reportOutput) finish(complete bool) error {
	if r.file.isKept() {
		return nil // discard drops it
	}
	r.finished = true
	if err := r.report.End(complete); err != nil {
		r.out.Discard()
		return err
	}
	return r.out.Finish(false)
}

// discard drops the outputs that are not finished.
func (o *outputs) discard() {
	for _, r := range o.reports {
		if !r.finished {
			r.out.Discard()
		}
	}
	if o.baseline != nil {
		o.baseline.discard()
	}
}

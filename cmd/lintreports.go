package cmd

import (
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
)

// lintOutput is a report and where it goes.
type lintOutput struct {
	*lintreport.Report
	out      *atomicfile.File
	file     string // "" for where results go
	closed   bool   // nobody reads it any more
	finished bool
}

// openReports opens the reports. One that has no place to go does not keep the others
// from being written.
func (l *lintRun) openReports() error {
	files, err := l.parseOutputs()
	if err != nil {
		return err
	}
	out, err := l.openOutput()
	if err != nil {
		return err
	}
	run := l.reportRun()
	if err := l.beginReport(lintreport.ByName(l.format), run, out, ""); err != nil {
		return err
	}
	if l.writeBaseline != "" {
		l.baselineOut = l.createBaseline(l.writeBaseline)
	}
	if len(files) > 0 || l.baselineOut != nil {
		// A reader of the results that goes away must not leave half a file: the
		// signal would end the program at once.
		signal.Ignore(syscall.SIGPIPE)
	}
	for _, f := range files {
		out, err := l.app.files.Create(f.file)
		if err != nil {
			l.report.Unreadable(err)
			continue
		}
		plain := *run
		plain.Theme = term.Theme{} // a file has no colours
		if err := l.beginReport(f.format, &plain, out, f.file); err != nil {
			return err
		}
	}
	return nil
}

func (l *lintRun) beginReport(format *lintreport.Format, run *lintreport.Run, out *atomicfile.File, file string) error {
	r, err := lintreport.Begin(format, run, out)
	l.reports = append(l.reports, &lintOutput{Report: r, out: out, file: file})
	return err
}

// reportFile is what --output asks for.
type reportFile struct {
	format *lintreport.Format
	file   string
}

func (l *lintRun) parseOutputs() (files []reportFile, err error) {
	used := []string{filepath.Clean(l.common.outFile), filepath.Clean(l.writeBaseline)}
	for _, o := range l.outputs {
		name, file, ok := strings.Cut(o, "=")
		format := lintreport.ByName(name)
		switch {
		case !ok || file == "":
			return nil, usagef("--output takes FORMAT=FILE, not %q", o)
		case format == nil:
			return nil, checkFlagValue("output", name, lintreport.Names()...)
		case file == "-" || file == "/dev/stdout":
			return nil, usagef("--output %s: standard output is where --format %s prints", o, name)
		case slices.Contains(used, filepath.Clean(file)):
			return nil, usagef("--output: %s is written already", file)
		}
		used = append(used, filepath.Clean(file))
		files = append(files, reportFile{format, file})
	}
	return files, nil
}

// renderPieces draws what a file gives in every report; nil when that is nothing.
func (l *lintRun) renderPieces(f *lintreport.File) (pieces [][]byte) {
	for i, r := range l.reports {
		if piece := r.Render(f); piece != nil {
			if pieces == nil {
				pieces = make([][]byte, len(l.reports))
			}
			pieces[i] = piece
		}
	}
	return pieces
}

// writePieces writes what a file gives. A file that cannot be written is found out
// when it is closed. A reader of the results that goes away ends the program,
// but for the files that were asked for.
func (l *lintRun) writePieces(pieces [][]byte) error {
	for i, piece := range pieces {
		r := l.reports[i]
		if r.closed {
			continue
		}
		err := r.Add(piece)
		switch {
		case i > 0 || err == nil:
		case atomicfile.IsClosedPipe(err) && (len(l.reports) > 1 || l.baselineOut != nil):
			r.closed = true
		default:
			return err
		}
	}
	return nil
}

// closeReports ends the reports, the files first: their failure is part of what the
// main one ends with.
func (l *lintRun) closeReports() error {
	l.baselineOut.finish(l)
	for _, r := range l.reports[1:] {
		r.finished = true
		if err := r.End(l.report.Outcome() < report.Failed); err != nil {
			l.report.Unreadable(atomicfile.NewError(r.file, err))
			r.out.Discard()
			continue
		}
		if err := r.out.Finish(false); err != nil {
			l.report.Unreadable(atomicfile.NewError(r.file, err))
		}
	}
	main := l.reports[0]
	main.finished = true
	if main.closed {
		return nil
	}
	if err := main.End(l.report.Outcome() < report.Failed); err != nil {
		main.out.Discard()
		return err
	}
	return main.out.Finish(false)
}

// discardReports throws away the reports that did not come to an end.
func (l *lintRun) discardReports() {
	for _, r := range l.reports {
		if !r.finished {
			r.out.Discard()
		}
	}
	signal.Reset(syscall.SIGPIPE)
	if l.baselineOut != nil && !l.baselineOut.finished && !l.baselineOut.toOutput {
		l.baselineOut.out.Discard()
	}
}

package cmd

import (
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
)

// lintOutput is a report and where it goes.
type lintOutput struct {
	*lintreport.Report
	out  *output
	file string // "" for where results go
	gone bool   // nobody reads it any more
	done bool
}

// open opens the reports. One that has no place to go does not keep the others
// from being written.
func (l *linting) open() error {
	files, err := l.reportFiles()
	if err != nil {
		return err
	}
	out, err := l.output()
	if err != nil {
		return err
	}
	run := l.reportRun()
	if err := l.begin(lintreport.ByName(l.format), run, out, ""); err != nil {
		return err
	}
	if l.writeBaseline != "" {
		l.known = l.createBaseline(l.writeBaseline)
	}
	if len(files) > 0 || l.known != nil {
		// A reader of the results that goes away must not leave half a file: the
		// signal would end the program at once.
		signal.Ignore(syscall.SIGPIPE)
	}
	for _, f := range files {
		out, err := l.drafts.create(f.file)
		if err != nil {
			l.unreadable(err)
			continue
		}
		plain := *run
		plain.Theme = report.Theme{} // a file has no colours
		if err := l.begin(f.format, &plain, out, f.file); err != nil {
			return err
		}
	}
	return nil
}

func (l *linting) begin(format *lintreport.Format, run *lintreport.Run, out *output, file string) error {
	r, err := lintreport.Begin(format, run, out)
	l.reports = append(l.reports, &lintOutput{Report: r, out: out, file: file})
	return err
}

// reportFile is what --output asks for.
type reportFile struct {
	format *lintreport.Format
	file   string
}

func (l *linting) reportFiles() (files []reportFile, err error) {
	taken := []string{filepath.Clean(l.common.outFile), filepath.Clean(l.writeBaseline)}
	for _, o := range l.outputs {
		name, file, ok := strings.Cut(o, "=")
		format := lintreport.ByName(name)
		switch {
		case !ok || file == "":
			return nil, usagef("--output takes FORMAT=FILE, not %q", o)
		case format == nil:
			return nil, oneOfFlag("output", name, lintreport.Names()...)
		case file == "-" || file == "/dev/stdout":
			return nil, usagef("--output %s: standard output is where --format %s prints", o, name)
		case slices.Contains(taken, filepath.Clean(file)):
			return nil, usagef("--output: %s is written already", file)
		}
		taken = append(taken, filepath.Clean(file))
		files = append(files, reportFile{format, file})
	}
	return files, nil
}

// draw draws what a file gives in every report; nil when that is nothing.
func (l *linting) draw(f *lintreport.File) (pieces [][]byte) {
	for i, r := range l.reports {
		if piece := r.Draw(f); piece != nil {
			if pieces == nil {
				pieces = make([][]byte, len(l.reports))
			}
			pieces[i] = piece
		}
	}
	return pieces
}

// add writes what a file gives. A file that cannot be written is found out
// when it is closed. A reader of the results that goes away ends the program,
// but for the files that were asked for.
func (l *linting) add(pieces [][]byte) error {
	for i, piece := range pieces {
		r := l.reports[i]
		if r.gone {
			continue
		}
		err := r.Add(piece)
		switch {
		case i > 0 || err == nil:
		case isClosedPipe(err) && (len(l.reports) > 1 || l.known != nil):
			r.gone = true
		default:
			return err
		}
	}
	return nil
}

// close ends the reports, the files first: their failure is part of what the
// main one ends with.
func (l *linting) close() error {
	l.known.finish(l)
	for _, r := range l.reports[1:] {
		r.done = true
		if err := r.End(l.worst < statusUsage); err != nil {
			l.unreadable(unwritable(r.file, err))
			r.out.discard()
			continue
		}
		if err := r.out.finish(false); err != nil {
			l.unreadable(unwritable(r.file, err))
		}
	}
	main := l.reports[0]
	main.done = true
	if main.gone {
		return nil
	}
	if err := main.End(l.worst < statusUsage); err != nil {
		main.out.discard()
		return err
	}
	return main.out.finish(false)
}

// discard throws away the reports that did not come to an end.
func (l *linting) discard() {
	for _, r := range l.reports {
		if !r.done {
			r.out.discard()
		}
	}
	signal.Reset(syscall.SIGPIPE)
	if l.known != nil && !l.known.done && !l.known.shared {
		l.known.out.discard()
	}
}

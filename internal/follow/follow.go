// Package follow shows conversations as tables: a line for each message, as it
// comes, and a summary at the end.
//
// Goals: a message is shown before the next one is read; lines fit the terminal;
// an input may grow until it is stopped. Non-goals: what messages are, which
// package decode knows.
package follow

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Options are how conversations are shown.
type Options struct {
	Theme        term.Theme
	Width        func() int // of the table at each moment, in columns; 0 for no limit
	ShowHeadings bool       // the name of each input precedes its table
	Wait         bool       // at the end of an input, wait for more
	// Stop ends the input when it receives: its summary is shown.
	Stop <-chan os.Signal
}

// Follower shows one input after the other. It is not safe for concurrent use.
type Follower struct {
	mode    decode.Mode
	options Options
	out     decode.Output
	report  *report.Reporter
	summary frames.Summarizer
	table   table
	stopped bool
}

// summaryView is the view of a session: the summaries of its messages.
type summaryView struct{ *frames.Summarizer }

// Append implements [view.View].
func (v summaryView) Append(dst, _ []byte, _ *frames.DocInfo) []byte { return v.Summarizer.Append(dst) }

// New returns a Follower that writes to out and reports what is wrong to r. The
// mode has a Conversation; its view is not used.
func New(m *decode.Mode, o Options, out decode.Output, r *report.Reporter) *Follower {
	f := &Follower{mode: *m, options: o, out: out, report: r, table: table{out: out, theme: o.Theme, width: o.Width}}
	f.mode.View = view.Format{New: func(view.Style) view.View { return summaryView{&f.summary} }}
	f.mode.Options.Notes, f.mode.Options.Spans = false, false
	return f
}

// Stopped reports whether the input was ended by Options.Stop.
func (f *Follower) Stopped() bool { return f.stopped }

// Source follows an input. One that cannot be read is reported. The error is that
// of the output.
func (f *Follower) Source(s source.Source) error {
	src, err := f.mode.Open(s)
	if err != nil {
		f.report.Unreadable(err)
		return nil
	}
	defer src.Close()
	return f.Input(s.Name, src)
}

// Input follows what src holds. The error is that of the output.
func (f *Follower) Input(name string, src io.Reader) error {
	if f.options.ShowHeadings && f.mode.Fields == nil {
		fmt.Fprintf(f.out, "%s\n", f.options.Theme.Strong("== "+text.Escape(name)))
	}
	if f.options.Wait {
		src = &tailReader{src: src}
	}
	src = newStoppableReader(src, f.options.Stop, &f.stopped)
	s := decode.NewSession(&f.mode, f.report, name, decode.FlushingReader(src, f.out))
	f.table.reset()
	var sum summary
	for {
		msg, err := s.Next()
		if err != nil {
			return f.endInput(name, s, &sum, err)
		}
		if err := f.showMessage(s, msg, &sum); err != nil {
			return err
		}
	}
}

func (f *Follower) showMessage(s *decode.Session, msg *decode.Message, sum *summary) error {
	if r := msg.Info; r != nil {
		f.summary.Begin(r.Summary, r.Embedded != nil)
	}
	fault := s.Read(msg)
	warnings := s.Warnings()
	sum.count(msg, fault, warnings)
	if f.mode.OnFrames != nil {
		f.mode.OnFrames(1)
	}
	shown, noRow := s.Show(msg), msg.FilteredOut() || f.mode.Fields != nil
	if bad := msg.FilterFault(); bad != nil {
		msg.Fail(bad)
	}
	if !shown && !msg.FilteredOut() {
		return nil
	}
	if fault != nil {
		// The table shows it: only a machine needs it apart, or a user without a row.
		f.report.Record(report.Invalid)
		if f.report.JSON || noRow {
			msg.Fail(fault)
		}
	}
	switch {
	case !shown:
		return nil
	case f.mode.Fields != nil:
		_, err := f.out.Write(s.Fields())
		return err
	}
	r := newRow(msg, string(f.summary.Append(nil)), fault)
	if r.isError {
		sum.errorAnswers++
	}
	f.table.printRow(&r)
	f.table.printProblems(msg, fault, warnings)
	return f.table.err
}

func (f *Follower) endInput(name string, s *decode.Session, sum *summary, err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		f.report.Fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		sum.faults++
	}
	if f.mode.Fields == nil {
		f.table.printSummary(s, sum)
	}
	s.NoteNothingShown(err)
	if fault != nil {
		return nil
	}
	return decode.EndInput(f.report, err)
}

// isProvisional reports whether a warning is about all messages of a type, not
// about one.
func isProvisional(w *diag.Diagnostic) bool { return w.Code == "provisional" }

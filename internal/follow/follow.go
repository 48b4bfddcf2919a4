// Package follow shows conversations as tables: a line for each message, as it
// comes, and a summary at the end.
//
// Goals: a message is shown before the next one is read; lines fit the terminal;
// an input may grow until it is stopped. Non-goals: what messages are, which
// package decode knows.
package follow

import (
	"io"
	"os"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Options are how conversations are shown.
type Options struct {
	Theme        term.Theme
	Width        func() int // of the table at each moment, in columns; 0 for no limit
	ShowHeadings bool       // the name of each input precedes its table
	Time         TimeStyle
	// What is shown at the end of an input, instead of a line for each message.
	Stats, Connections bool
	Wait               bool // inputs may grow: all are followed at the same time
	// Stop ends all inputs when it receives: their summaries are shown.
	Stop <-chan os.Signal
	// ReaderGone reports whether nobody reads the output any more; nil if that
	// cannot be known.
	ReaderGone func() bool
}

// Follower shows inputs. It is not safe for concurrent use.
type Follower struct {
	mode    decode.Mode
	options Options
	out     decode.Output
	report  *report.Reporter
	summary frames.Summarizer
	shown   *feed         // the input whose lines were printed last
	wake    chan struct{} // receives when an input has more
	stopped bool
}

// summaryView is the view of a session: the summaries of its messages.
type summaryView struct{ *frames.Summarizer }

// Append implements [view.View].
func (v summaryView) Append(dst, _ []byte, _ *frames.DocInfo) []byte { return v.Summarizer.Append(dst) }

// New returns a Follower that writes to out and reports what is wrong to r. The
// mode has a Conversation; its view is not used.
func New(m *decode.Mode, o Options, out decode.Output, r *report.Reporter) *Follower {
	f := &Follower{mode: *m, options: o, out: out, report: r, wake: make(chan struct{}, 1)}
	f.mode.View = view.Format{New: func(view.Style) view.View { return summaryView{&f.summary} }}
	f.mode.Options.Notes, f.mode.Options.Spans = false, false
	return f
}

// Run follows inputs: one after the other or, with Options.Wait, all at the same
// time. One that cannot be read is reported. The error is that of the output.
func (f *Follower) Run(list []source.Source) error {
	var feeds []*feed
	for _, s := range list {
		d, err := f.open(s)
		switch {
		case err != nil:
			f.report.Unreadable(err)
			continue
		case f.options.Wait:
			feeds = append(feeds, d)
			continue
		}
		if err := f.runAll([]*feed{d}); err != nil || f.stopped {
			return err
		}
	}
	return f.runAll(feeds)
}

// Input follows what src holds, to its end. The error is that of the output.
func (f *Follower) Input(name string, src io.Reader) error {
	return f.runAll([]*feed{f.newFeed(name, newPump(io.NopCloser(src), f.wake))})
}

func (d *feed) showMessage(msg *decode.Message) error {
	s := d.session
	if r := msg.Info; r != nil {
		d.summary.Begin(r.Summary, r.Embedded != nil)
	}
	fault := s.Read(msg)
	warnings := s.Warnings()
	d.sum.count(msg, fault, warnings)
	if d.mode.OnFrames != nil {
		d.mode.OnFrames(1)
	}
	noRow := msg.FilteredOut() || d.mode.Fields != nil
	shown := s.Show(msg)
	if bad := msg.FilterFault(); bad != nil {
		msg.Fail(bad)
	}
	if !shown && !msg.FilteredOut() {
		return nil
	}
	if fault != nil {
		// The table shows it: only a machine needs it apart, or a user without a row.
		d.report.Record(report.Invalid)
		if d.report.JSON || noRow {
			msg.Fail(fault)
		}
	}
	switch {
	case !shown:
		return nil
	case d.mode.Fields != nil:
		_, err := d.out.Write(s.Fields())
		return err
	}
	r := newRow(msg, string(d.summary.Append(nil)), fault)
	if r.isError {
		d.sum.errorAnswers++
	}
	if d.stats != nil {
		d.stats.count(msg, &r)
	}
	if d.list != nil {
		d.list.count(msg)
	}
	if d.stats != nil || d.list != nil {
		return nil
	}
	d.table.printRow(&r)
	d.table.printProblems(msg, fault, warnings)
	return d.table.err
}

// isProvisional reports whether a warning is about all messages of a type, not
// about one.
func isProvisional(w *diag.Diagnostic) bool { return w.Code == "provisional" }

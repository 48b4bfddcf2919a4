package cmd

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// followOptions are the flags of follow.
type followOptions struct {
	decodeOptions
	wait  bool
	width int
}

func (a *app) followCommand() *cobra.Command {
	var o followOptions
	c := &cobra.Command{
		Use:   "follow [FILE…]",
		Short: "Show a conversation as a table, one line a message",
		Long: `Follow shows the messages of a connection as they come, one line each: who sent
it, its scope and channel, what it is, its size, and how long after its request
an answer came. Lines of !! say what breaks the protocol or does not decode. At
the end, or at Ctrl-C, a summary says what is open and unanswered, how many
bytes went each way, and what went wrong.

The input is that of ` + "`divtool decode --conversation`" + `: lines of > HEX (sent by the
client) and < HEX (by the server), JSON objects with direction, hex or base64 and
time, a HAR file or what tshark prints. It may be a pipe; --follow waits at the
end of a file for more. Times are UTC.`,
		Example: `  divtool follow examples/conversation.ndjson
  divtool follow --in har examples/conversation.har
  divtool follow --channel 1 --width 60 examples/conversation.txt
  cat examples/conversation.txt | divtool follow --name fuse_read
  divtool follow --framing subc examples/session.subc`,
		RunE: func(_ *cobra.Command, args []string) error { return a.follow(o, args) },
	}
	f := c.Flags()
	o.conversation.flags(c)
	enumFlag(c, &o.formName, "in", "auto", "the form of the input", inputForms)
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the messages, where their bytes do not tell; see `divtool types`")
	enumFlag(c, &o.framing, "framing", "", "the messages are pieces of byte streams, with frames behind their lengths", framingNames)
	f.StringVar(&o.endpoint, "endpoint", "", "the `ENDPOINT` of scopes that were opened before the capture")
	enumFlag(c, &o.from, "from", "", "who sent a binary stream", sideNames)
	o.frameLimits.flags(c)
	f.BoolVarP(&o.wait, "follow", "f", false, "at the end of a file, wait for more until Ctrl-C")
	f.IntVar(&o.width, "width", 0, "draw for `N` columns; 0 for $COLUMNS, those of the terminal, or 80")
	completeValues(c, "type", typeNames)
	completeValues(c, "endpoint", endpointNames)
	return c
}

// followRun is a follow command at work.
type followRun struct {
	decodeRun
	wait         bool
	showHeadings bool
	stop         chan os.Signal
	table        followTable
	// stopped tells that a signal has ended the input.
	stopped bool
}

func (a *app) follow(o followOptions, args []string) error {
	o.conversation.enabled, o.noAnnotations, o.view.name = true, true, jsonView
	f := followRun{decodeRun: decodeRun{app: a, decodeMode: decodeMode{decodeOptions: o.decodeOptions, allTypes: all.Types()}}, wait: o.wait}
	if o.width != 0 && o.width < minTableWidth {
		return usagef("--width is at least %d", minTableWidth)
	}
	if err := f.check(args); err != nil {
		return err
	}
	list, err := a.sources(args, "divtool follow [FILE…]")
	if err != nil {
		return err
	}
	if f.out, err = a.openOutput(); err != nil {
		return err
	}
	f.viewFormat = a.newView(o.view, false)
	f.frameDecoder.init(&f.decodeMode)
	f.frameDecoder.sink.keepWarnings, f.frameDecoder.events = true, &f.frameDecoder.sink
	f.showHeadings = max(len(args), len(list)) > 1
	f.table = followTable{out: f.out, theme: a.theme(), width: f.widthFunc(o.width)}
	f.stop = make(chan os.Signal, 1)
	signal.Notify(f.stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(f.stop)
	for _, s := range list {
		if err := f.followInput(s); err != nil {
			return err
		}
		if f.stopped {
			break
		}
	}
	if err := f.out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// followInput follows one input.
func (f *followRun) followInput(s source.Source) error {
	src, err := s.Open()
	if err != nil {
		f.report.Unreadable(err)
		return nil
	}
	defer src.Close()
	if f.showHeadings {
		fmt.Fprintf(f.out, "%s\n", f.table.theme.Strong("== "+text.Escape(s.Name)))
	}
	var raw io.Reader = src
	if f.wait {
		raw = &tailReader{src: src}
	}
	t := f.newSession(s.Name, &flushingReader{newStoppableReader(raw, f.stop, &f.stopped), f.out})
	f.table.reset()
	sum := summary{}
	for {
		msg, err := t.next()
		if err != nil {
			f.showSummary(s.Name, t, &sum, err)
			f.noteNothingShown(s.Name, t, err)
			return f.endError(err)
		}
		if err := f.showMessage(s.Name, t, msg, &sum); err != nil {
			return err
		}
	}
}

// endError is the error of an input that ends the command: none.
func (f *followRun) endError(err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		return nil
	}
	return f.streamError(err)
}

// showMessage draws one message.
func (f *followRun) showMessage(name string, t *session, msg *message, sum *summary) error {
	var e frames.DocInfo
	fault := f.frameDecoder.readMessage(msg, &e)
	warnings := f.frameDecoder.sink.warnings
	sum.count(msg, fault, warnings)
	if !t.matches(msg) {
		return nil
	}
	t.shown++
	if fault != nil {
		f.report.Record(report.Invalid)
		if f.report.JSON {
			f.report.Fail(fault, msg.place(name, f.maxFrame, fault))
		}
	}
	row := f.row(msg, fault)
	if row.isError {
		sum.errorAnswers++
	}
	f.table.printRow(&row)
	f.table.printProblems(msg, fault, warnings)
	return f.table.err
}

// showSummary draws the summary of an input.
func (f *followRun) showSummary(name string, t *session, sum *summary, err error) {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		f.report.Fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		sum.faults++
	}
	f.table.printSummary(t, sum)
}

// isProvisional tells whether a warning says what holds for all messages of a
// table, and not what is wrong with one.
func isProvisional(w *diag.Diagnostic) bool { return w.Code == "provisional" }

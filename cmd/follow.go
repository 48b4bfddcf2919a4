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
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/known"
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
	o.talk.flags(c)
	choiceFlag(c, &o.form, "in", "auto", "the form of the input", inputForms)
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the messages, where their bytes do not tell; see `divtool types`")
	choiceFlag(c, &o.framing, "framing", "", "the messages are pieces of byte streams, with frames behind their lengths", framingNames)
	f.StringVar(&o.endpoint, "endpoint", "", "the `ENDPOINT` of scopes that were opened before the capture")
	choiceFlag(c, &o.from, "from", "", "who sent a binary stream", sideNames)
	o.frameLimits.flags(c)
	f.BoolVarP(&o.wait, "follow", "f", false, "at the end of a file, wait for more until Ctrl-C")
	f.IntVar(&o.width, "width", 0, "draw for `N` columns; 0 for $COLUMNS, those of the terminal, or 80")
	completeWords(c, "type", typeNames)
	completeWords(c, "endpoint", endpointNames)
	return c
}

// following is a follow command at work.
type following struct {
	decoding
	wait  bool
	many  bool
	stop  chan os.Signal
	table followTable
	// stopped tells that a signal has ended the input.
	stopped bool
}

func (a *app) follow(o followOptions, args []string) error {
	o.talk.on, o.noNotes, o.view.name = true, true, jsonView
	f := following{decoding: decoding{app: a, decodeMode: decodeMode{decodeOptions: o.decodeOptions, set: known.Types()}}, wait: o.wait}
	if o.width != 0 && o.width < leastTable {
		return usagef("--width is at least %d", leastTable)
	}
	if err := f.check(args); err != nil {
		return err
	}
	list, err := a.sources(args, "divtool follow [FILE…]")
	if err != nil {
		return err
	}
	if f.out, err = a.output(); err != nil {
		return err
	}
	f.shown = a.newView(o.view, false)
	f.decoder.init(&f.decodeMode)
	f.decoder.sink.keep, f.decoder.events = true, &f.decoder.sink
	f.many = max(len(args), len(list)) > 1
	f.table = followTable{out: f.out, theme: a.theme(), width: f.liveWidth(o.width)}
	f.stop = make(chan os.Signal, 1)
	signal.Notify(f.stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(f.stop)
	for _, s := range list {
		if err := f.input(s); err != nil {
			return err
		}
		if f.stopped {
			break
		}
	}
	if err := f.out.finish(a.worst != statusOK); err != nil {
		return err
	}
	return a.done()
}

// input follows one input.
func (f *following) input(s source.Source) error {
	src, err := s.Open()
	if err != nil {
		f.unreadable(err)
		return nil
	}
	defer src.Close()
	if f.many {
		fmt.Fprintf(f.out, "%s\n", f.table.theme.Strong("== "+safetext.String(s.Name)))
	}
	var raw io.Reader = src
	if f.wait {
		raw = &tail{src: src}
	}
	t := f.newTalk(s.Name, &flushed{interruptible(raw, f.stop, &f.stopped), f.out})
	f.table.begin()
	sum := summary{}
	for {
		u, err := t.next()
		if err != nil {
			f.end(s.Name, t, &sum, err)
			f.unseen(s.Name, t, err)
			return f.talkTrouble(err)
		}
		if err := f.line(s.Name, t, u, &sum); err != nil {
			return err
		}
	}
}

// talkTrouble is the error of an input that ends the command: none.
func (f *following) talkTrouble(err error) error {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		return nil
	}
	return f.streamEnd(err)
}

// line draws one message.
func (f *following) line(name string, t *talk, u *turn, sum *summary) error {
	var e frames.Envelope
	fault := f.decoder.turn(u, &e)
	warnings := f.decoder.sink.warnings
	sum.count(u, fault, warnings)
	if !t.shows(u) {
		return nil
	}
	t.shown++
	if fault != nil {
		f.raise(statusInput)
		if f.report.JSON {
			f.fail(fault, u.place(name, f.maxFrame, fault))
		}
	}
	row := f.row(u, fault)
	if row.errors {
		sum.refusals++
	}
	f.table.row(&row)
	f.table.troubles(u, fault, warnings)
	return f.table.err
}

// end draws the summary of an input.
func (f *following) end(name string, t *talk, sum *summary, err error) {
	var fault *capture.Fault
	if errors.As(err, &fault) {
		f.fail(&fault.Diagnostic, report.Place{File: name, Index: -1})
		sum.faults++
	}
	f.table.summary(t, sum)
}

// isProvisional tells whether a warning says what holds for all messages of a
// table, and not what is wrong with one.
func isProvisional(w *diag.Diagnostic) bool { return w.Code == "provisional" }

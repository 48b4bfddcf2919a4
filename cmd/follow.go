package cmd

import (
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/follow"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/term"
)

// followOptions are the flags of follow. It decodes as `decode --conversation`.
type followOptions struct {
	decodeOptions
	wait  bool
	width int // of the table; 0 for that of the terminal
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
	enumFlag(c, &o.form, "in", "auto", "the form of the input", inputForms)
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the messages, where their bytes do not tell; see `divtool types`")
	enumFlag(c, &o.framing, "framing", "", "the messages are pieces of byte streams, with frames behind their lengths", stream.FramingNames)
	f.StringVar(&o.endpoint, "endpoint", "", "the `ENDPOINT` of scopes that were opened before the capture")
	enumFlag(c, &o.from, "from", "", "who sent a binary stream", sideNames)
	o.limits.flags(c)
	f.BoolVarP(&o.wait, "follow", "f", false, "at the end of a file, wait for more until Ctrl-C")
	f.IntVar(&o.width, "width", 0, "draw for `N` columns; 0 for $COLUMNS, those of the terminal, or 80")
	completeValues(c, "type", typeNames)
	completeValues(c, "endpoint", endpointNames)
	return c
}

func (a *app) follow(o followOptions, args []string) error {
	o.conversation.enabled, o.noAnnotations, o.view.name = true, true, jsonView
	if o.width != 0 && o.width < term.MinTableWidth {
		return usagef("--width is at least %d", term.MinTableWidth)
	}
	m, err := o.mode(args)
	if err != nil {
		return err
	}
	list, err := a.sources(args, "divtool follow [FILE…]")
	if err != nil {
		return err
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(stop)
	f := follow.New(m, follow.Options{
		Theme: a.theme(), Width: a.terminal().WidthFunc(o.width),
		ShowHeadings: max(len(args), len(list)) > 1, Wait: o.wait, Stop: stop,
	}, out, a.report)
	for _, s := range list {
		if err := f.Source(s); err != nil {
			return err
		}
		if f.Stopped() {
			break
		}
	}
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

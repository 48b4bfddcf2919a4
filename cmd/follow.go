package cmd

import (
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/follow"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/frames/all"
)

// followOptions are the flags of follow. It decodes as `decode --conversation`.
type followOptions struct {
	decodeOptions
	wait               bool
	times              string // how they are shown
	stats, connections bool
	width              int // of the table, in columns; 0 for no limit, autoWidth for that of the terminal
}

func (a *app) followCommand() *cobra.Command {
	var o followOptions
	c := &cobra.Command{
		Use:   "follow [FILE…]",
		Short: "Show a conversation as a table, one line per message",
		Long: `Follow shows the messages of a connection as they arrive, one line per message:
sender, scope, channel, content, size, and for an answer the time since its
request. Lines with !! report violations of the protocol and messages that do
not decode. At the end, or at Ctrl-C, a summary shows what is open and
unanswered, the bytes in each direction, and the number of errors.

The input is that of ` + "`divtool decode --conversation`" + `: lines > HEX (sent by the
client) and < HEX (sent by the server), JSON objects with direction, hex or
base64 and time, a HAR file, or the output of tshark. It may be a pipe. --follow
waits for more at the end of files, as tail -F does: it follows all of them, and
notes when one is truncated, rotated or missing. A line is shown when its line
feed is there. --stats and --connections summarize instead; of more than 1,024
response times of a name, the median and p95 are those of a sample.`,
		Example: `  echo '> 00000000000000000000' | divtool follow
  printf '> 00000000000000000000\n> 0100000001000000000f\n' |
    divtool follow --width 60
  divtool sample subc.frame | divtool follow --framing subc
  echo '> 00000000000000000000' > log.txt; divtool follow --scope 0 log.txt
  echo '> 00000000000000000000' | divtool follow --stats`,
		RunE: func(c *cobra.Command, args []string) error { return a.follow(c, o, args) },
	}
	f := c.Flags()
	o.conversation.flags(c)
	o.filter.flags(c)
	a.progressFlag(c)
	enumFlag(c, &o.form, "in", "auto", "read the input as `FORM`", inputForms)
	f.StringVarP(&o.typeName, "type", "t", "", "`TYPE` of the messages, if it cannot be detected; see divtool types")
	protocolFlag(c, &o.protocol, "read messages as this version")
	enumFlag(c, &o.framing, "framing", "", "treat messages as pieces of streams of length-prefixed frames: `FRAMING`", all.FramingNames)
	f.StringVar(&o.endpoint, "endpoint", "", "`ENDPOINT` of scopes that were opened before the capture")
	enumFlag(c, &o.from, "from", "", "`SIDE` that sent a binary stream", sideNames)
	o.limits.flags(c)
	f.BoolVarP(&o.wait, "follow", "f", false, "wait for more at the end of a file, until Ctrl-C")
	enumFlag(c, &o.times, "time", "utc", "show times as `STYLE`", follow.TimeStyles)
	f.BoolVar(&o.stats, "stats", false, "at the end, show counts, bytes and response times by the name of messages, not each message")
	f.BoolVar(&o.connections, "connections", false, "at the end, list the connections with their addresses, not each message")
	f.IntVar(&o.width, "width", autoWidth, "fit the table to `N` columns (20 to 10000; 0: no limit; default: terminal)")
	f.Lookup("width").DefValue = "0" // help does not show that
	completeValues(c, "type", typeNames)
	completeValues(c, "endpoint", endpointNames)
	return c
}

func (a *app) follow(c *cobra.Command, o followOptions, args []string) error {
	o.conversation.enabled, o.noAnnotations, o.view.name = true, true, jsonView
	if err := checkWidth(o.width); err != nil {
		return err
	}
	m, err := o.mode(args)
	if err != nil {
		return err
	}
	if err := checkFlagValue("time", o.times, follow.TimeStyles()...); err != nil {
		return err
	}
	if err := o.filter.resolve(c, m); err != nil {
		return err
	}
	if m.Fields != nil && (o.stats || o.connections) {
		return usagef("`--fields` cannot be combined with `--stats` or `--connections`: it prints a line for each message")
	}
	if err := a.startProgress("message"); err != nil {
		return err
	}
	m.OnFrames = a.progress.Count
	list, err := a.followSources(args, o.wait)
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
		ShowHeadings: max(len(args), len(list)) > 1, Time: follow.TimeStyle(slices.Index(follow.TimeStyles(), o.times)), Stats: o.stats, Connections: o.connections,
		Wait: o.wait, Stop: stop, ReaderGone: out.ReaderGone,
	}, out, a.report)
	if err := f.Run(list); err != nil {
		return err
	}
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// followSources finds the inputs. With --follow, one that does not exist may come.
func (a *app) followSources(args []string, wait bool) ([]source.Source, error) {
	const usageText = "divtool follow [FILE…]"
	if !wait || len(args) == 0 {
		return a.sources(args, usageText)
	}
	var list []source.Source
	for _, arg := range args {
		if isMissingFile(arg) {
			list = append(list, a.noteDecompressed(source.Source{Name: arg}))
			continue
		}
		found, err := a.sources([]string{arg}, usageText)
		if err != nil {
			return nil, err
		}
		list = append(list, found...)
	}
	return list, nil
}

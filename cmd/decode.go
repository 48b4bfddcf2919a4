package cmd

import (
	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/stream"
)

// decodeOptions are the flags of decode; those of follow are among them.
type decodeOptions struct {
	typeName      string
	form          string
	text          string
	hasText       bool
	compact       bool
	noAnnotations bool
	spans         bool
	strict        bool
	verify        bool
	verbose       bool
	lint          bool
	showSecrets   bool
	answers       string
	endpoint      string
	from          string
	lines         bool
	framing       string
	skipHandshake string
	limits        frameLimits
	view          viewOptions
	conversation  conversationOptions
}

func (a *app) decodeCommand() *cobra.Command {
	var o decodeOptions
	c := &cobra.Command{
		Use:   "decode [FILE…]",
		Short: "Show what is inside a frame",
		Long: `Decode shows a frame as a JSON document: its type, its payload, and annotations
that say what a person wants to know, each with the bytes it comes from. The
frame is read from files or standard input, as bytes or as text: hex pasted from
a log, a dump of xxd, hexdump -C or od, a byte list of a programming language,
or base64.

An input is one frame, unless --lines or --framing says that it is a stream of
them, which may be of any length.

With --conversation it is the messages of a connection, in order: lines of
> HEX (sent by the client) and < HEX (by the server), or JSON objects with
direction (client or server), hex or base64, and time (seconds since 1970, or
RFC 3339), each on a line. --in har reads the WebSocket messages of a HAR file,
--in tshark what tshark prints with -T json, or with -T fields -E header=y; both
imply --conversation. Scopes and channels are followed, so that each message is
decoded as what it is and says which it answers; what breaks the protocol is a
warning. With --framing the lines, messages or TCP segments are pieces of the
byte streams of the two sides.

What ` + "`divtool encode`" + ` makes of a document is the same frame, byte for byte.

` + viewHelp,
		Example: `  divtool decode examples/registration.hex
  echo 0b00026d310003612f62000000000000100000000200 | divtool decode
  divtool decode --text '04 00 00 00 07' -c
  divtool decode --view tree examples/forwarded_command.bin
  divtool decode --view html examples/registration.hex > page.html && wc -c page.html
  divtool decode -t diverge.agents.request --in bin examples/fuse_write.bin
  divtool decode --lines -c examples/requests.hex
  divtool decode --framing subc examples/session.subc
  divtool decode --conversation -c examples/conversation.ndjson
  divtool decode --in har --name fuse_read examples/conversation.har
  divtool decode --conversation --framing subc -c examples/session.txt
  echo 05000000010000000000 68656c6c6f | divtool decode --answers fuse_read`,
		RunE: func(c *cobra.Command, args []string) error {
			o.hasText = c.Flags().Changed("text")
			return a.decode(o, args)
		},
	}
	o.flags(c)
	return c
}

func (o *decodeOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the frame; see `divtool types`")
	enumFlag(c, &o.form, "in", "auto", "the form of the input", inputForms)
	f.StringVar(&o.text, "text", "", "decode this `TEXT` in place of a file")
	f.BoolVarP(&o.compact, "compact", "c", false, "print a document on one line")
	f.BoolVar(&o.noAnnotations, "no-annotations", false, "leave out the annotations")
	f.BoolVar(&o.spans, "spans", false, "annotate every member with its bytes")
	f.BoolVar(&o.strict, "strict", false, "make every warning an error")
	f.BoolVar(&o.verify, "verify", false, "encode the document again and fail when the bytes differ")
	f.BoolVar(&o.lint, "lint", false, "run the rules on the documents inside: registrations, scope bodies")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say which form the input was read as, and why")
	f.BoolVar(&o.lines, "lines", false, "read one frame a line; blank lines and comments are passed over")
	enumFlag(c, &o.framing, "framing", "", "read a stream of frames behind their lengths", stream.FramingNames)
	enumFlag(c, &o.skipHandshake, "skip-handshake", "", "pass over the handshake of this `SIDE` before subc frames", sideNames)
	f.StringVar(&o.answers, "answers", "", "the `NAME` of the request that a response answers")
	f.StringVar(&o.endpoint, "endpoint", "", "the `ENDPOINT` whose scope a diverge.frame belongs to")
	enumFlag(c, &o.from, "from", "", "who sent the frame, where that changes its meaning", sideNames)
	f.BoolVar(&o.showSecrets, "show-secrets", false, "show credentials and other secrets")
	o.limits.flags(c)
	completeValues(c, "type", typeNames)
	o.view.flags(c)
	completeValues(c, "answers", requestNames)
	completeValues(c, "endpoint", endpointNames)
	o.conversation.decodeFlags(c)
	c.MarkFlagsMutuallyExclusive("no-annotations", "spans")
	c.MarkFlagsMutuallyExclusive("lines", "framing")
}

func (a *app) decode(o decodeOptions, args []string) error {
	m, err := o.mode(args)
	if err != nil {
		return err
	}
	var list []source.Source
	if !o.hasText {
		if list, err = a.decodeSources(args); err != nil {
			return err
		}
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	m.NameFiles = max(len(args), len(list)) > 1
	m.Colour = a.coloured()
	m.Style = a.viewStyle(o.view, m.Colour)
	d := decode.New(m, out, a.report)
	if o.hasText {
		if err := d.Text("<text>", o.text); err != nil {
			return err
		}
	}
	for _, s := range list {
		if err := d.Source(s); err != nil {
			return err
		}
	}
	d.Close()
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

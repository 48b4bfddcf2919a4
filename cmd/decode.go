package cmd

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// decodeOptions are the flags of decode.
type decodeOptions struct {
	typeName      string
	formName      string
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
	skipHandshake string // whose handshake stands before the frames
	frameLimits
	view         viewOptions
	conversation conversationOptions
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

// flags are those of decode.
func (o *decodeOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the frame; see `divtool types`")
	enumFlag(c, &o.formName, "in", "auto", "the form of the input", inputForms)
	f.StringVar(&o.text, "text", "", "decode this `TEXT` in place of a file")
	f.BoolVarP(&o.compact, "compact", "c", false, "print a document on one line")
	f.BoolVar(&o.noAnnotations, "no-annotations", false, "leave out the annotations")
	f.BoolVar(&o.spans, "spans", false, "annotate every member with its bytes")
	f.BoolVar(&o.strict, "strict", false, "make every warning an error")
	f.BoolVar(&o.verify, "verify", false, "encode the document again and fail when the bytes differ")
	f.BoolVar(&o.lint, "lint", false, "run the rules on the documents inside: registrations, scope bodies")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say which form the input was read as, and why")
	f.BoolVar(&o.lines, "lines", false, "read one frame a line; blank lines and comments are passed over")
	enumFlag(c, &o.framing, "framing", "", "read a stream of frames behind their lengths", framingNames)
	enumFlag(c, &o.skipHandshake, "skip-handshake", "", "pass over the handshake of this `SIDE` before subc frames", sideNames)
	f.StringVar(&o.answers, "answers", "", "the `NAME` of the request that a response answers")
	f.StringVar(&o.endpoint, "endpoint", "", "the `ENDPOINT` whose scope a diverge.frame belongs to")
	enumFlag(c, &o.from, "from", "", "who sent the frame, where that changes its meaning", sideNames)
	f.BoolVar(&o.showSecrets, "show-secrets", false, "show credentials and other secrets")
	o.frameLimits.flags(c)
	completeValues(c, "type", typeNames)
	o.view.flags(c)
	completeValues(c, "answers", requestNames)
	completeValues(c, "endpoint", endpointNames)
	o.conversation.decodeFlags(c)
	c.MarkFlagsMutuallyExclusive("no-annotations", "spans")
	c.MarkFlagsMutuallyExclusive("lines", "framing")
}

// decodeMode is what the flags of decode say, once they have been checked.
type decodeMode struct {
	decodeOptions
	allTypes   frames.Set // of all types
	givenType  *frames.Type
	form       input.Form
	options    frames.Options
	nameFiles  bool // more than one input: documents say their file
	colour     bool
	viewFormat viewFormat
}

// decodeRun is a decode command at work.
type decodeRun struct {
	*app
	decodeMode
	out          *atomicfile.File
	frameDecoder frameDecoder
	started      bool // something has been shown
	buf          []byte
	faults       []*diag.Diagnostic // of the message of a conversation in buf
}

func (a *app) decode(o decodeOptions, args []string) error {
	d := &decodeRun{app: a}
	d.decodeOptions, d.allTypes = o, all.Types()
	if err := d.check(args); err != nil {
		return err
	}
	var list []source.Source
	if !o.hasText {
		var err error
		if list, err = a.decodeSources(args); err != nil {
			return err
		}
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	d.out, d.nameFiles = out, max(len(args), len(list)) > 1
	d.colour = a.coloured()
	d.viewFormat = a.newView(o.view, d.colour)
	d.frameDecoder.init(&d.decodeMode)
	if err := d.decodeInputs(list); err != nil {
		return err
	}
	d.finishView()
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// decodeInputs decodes one input after the other.
func (d *decodeRun) decodeInputs(list []source.Source) error {
	if d.hasText && d.isStream() {
		return d.decodeStream("<text>", strings.NewReader(d.text))
	}
	if d.hasText {
		d.decodeSingle("<text>", []byte(d.text))
	}
	for _, s := range list {
		if err := d.decodeInput(s); err != nil {
			return err
		}
	}
	return nil
}

// decodeInput decodes one input. The error is one that ends the command.
func (d *decodeRun) decodeInput(s source.Source) error {
	if !d.isStream() {
		text, err := readInput(s, int64(d.maxFrame))
		if err != nil && !errors.Is(err, source.ErrTooLarge) {
			d.report.Unreadable(err)
			return nil
		}
		d.decodeSingle(s.Name, text)
		return nil
	}
	f, err := s.Open()
	if err != nil {
		d.report.Unreadable(err)
		return nil
	}
	defer f.Close()
	return d.decodeStream(s.Name, f)
}

// isStream tells whether inputs hold many frames.
func (m *decodeMode) isStream() bool { return m.lines || m.framing != "" || m.conversation.enabled }

// check settles what the flags say.
func (d *decodeRun) check(args []string) error {
	if err := d.checkConversation(); err != nil {
		return err
	}
	form, ok := input.ParseForm(d.decodeOptions.formName)
	if !ok {
		return checkFlagValue("in", d.decodeOptions.formName, inputForms()...)
	}
	d.form = form
	if err := d.frameLimits.check(); err != nil {
		return err
	}
	if d.hasText && len(args) > 0 {
		return &usageError{"--text and files do not go together", "A TEXT with spaces needs quotes."}
	}
	if err := d.view.check(d.compact); err != nil {
		return err
	}
	if err := d.checkStream(); err != nil {
		return err
	}
	given, err := findType(d.allTypes, d.typeName)
	if err != nil {
		return err
	}
	d.givenType = given
	d.options = frames.Options{
		Notes: !d.noAnnotations, Spans: d.spans || d.view.format().Spans && !d.noAnnotations, MaxFrame: d.maxFrame, MaxDepth: d.maxDepth,
		Request: d.answers, Endpoint: d.endpoint, ShowSecrets: d.showSecrets,
	}
	return d.checkContext()
}

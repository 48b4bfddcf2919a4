package cmd

import (
	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/frames/all"
)

// decodeOptions are the flags of decode; those of follow are among them.
type decodeOptions struct {
	typeName      string
	protocol      string
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
	each          bool
	framing       string
	skipHandshake string
	limits        frameLimits
	view          viewOptions
	conversation  conversationOptions
	filter        filterOptions
	extract       extractOptions
}

func (a *app) decodeCommand() *cobra.Command {
	var o decodeOptions
	c := &cobra.Command{
		Use:   "decode [FILE…]",
		Short: "Show what is inside a frame",
		Long: `Decode shows a frame as a JSON document: its type, its payload, and annotations
that explain values, each with the bytes it comes from. The frame is read from
files or standard input, as bytes or as text: hex pasted from a log, a dump of
xxd, hexdump -C, od, Wireshark, tcpdump, hexyl, fq or PowerShell, a byte list of
a programming language, or base64. gzip and zstd are decompressed.

An input is one frame. Without -t, the type that fits best is shown. A frame that
was damaged on its way (a line feed at its end, a length before it, CR LF in
place of LF) is not shown as another type: the error names what it may be.
--verbose lists what each type made of the frame. With --lines or --framing it is
a stream of frames of any length. --lines --each answers every line, so that a
program that feeds lines gets one back for each: the document, which is partial
and has an error where a line does not decode, or null for a blank line or a
comment.

With --conversation, the input is the messages of a connection in order: lines
> HEX (sent by the client) and < HEX (sent by the server), or one JSON object
per line with direction (client or server), hex or base64, and time (seconds
since 1970, or RFC 3339). --in har reads the WebSocket messages of a HAR file,
--in tshark the output of tshark -T json or tshark -T fields -E header=y; both
imply --conversation. Decode tracks scopes and channels: each message is decoded
as its actual type and names the request that it answers; a violation of the
protocol is a warning. With --framing, the lines, messages or TCP segments are
pieces of the byte streams of the two sides.

--where shows only the documents for which an expression is true, for example
'name == "fuse_read" && payload.length > 4096', 'payload.path matches "^/etc"',
'type startsWith "laser."' or 'any(warnings, .code == "implausible")'. The language
is that of https://expr-lang.org; names are members of documents. A member that a
document lacks is nil, which compares as false, except with == nil; != nil is
true of what is there. Integers are exact. Documents that are not shown are read
and checked all the same. --fields prints members, by their JSON Pointers and
separated by tabs, in place of documents.
--extract writes the bytes of one member in place of each document: bytes and text
as they are, other values as JSON text. --out names the form, as in encode. A
document without the member is an error, and nothing is written for it, nor for a
frame that does not decode; --where 'payload.path != nil' leaves such documents out.

` + "`divtool encode`" + ` turns a document back into the same frame, byte for byte.

` + viewHelp,
		Example: `  divtool decode --text '04 00 00 00 07' -c
  echo 0b00026d310003612f62000000000000100000000200 | divtool decode
  divtool sample laser.forwarded-command | divtool decode --view tree
  divtool sample diverge.agents.request/fuse_read | divtool decode --view hex
  divtool sample laser.kv-set | divtool decode --view html | wc -c
  divtool sample laser.role | divtool decode --in bin -t laser.role
  printf '0400000007\n0400000008\n' | divtool decode --lines -c
  divtool sample subc.frame | divtool decode --framing subc
  printf '0400000007\n0400000008\n' |
    divtool decode --lines -c --where 'payload.write_id > 7'
  printf '0400000007\n0400000008\n' |
    divtool decode --lines --fields /name,/payload/write_id
  divtool sample diverge.agents.request/fuse_read |
    divtool decode --extract /payload/path --out hexdump
  echo '> 00000000000000000000' | divtool decode --conversation -c
  echo 05000000010000000000 68656c6c6f | divtool decode --answers fuse_read`,
		RunE: func(c *cobra.Command, args []string) error {
			o.hasText = c.Flags().Changed("text")
			return a.decode(c, o, args)
		},
	}
	o.flags(c)
	a.progressFlag(c)
	return c
}

func (o *decodeOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "decode as `TYPE`; see divtool types")
	protocolFlag(c, &o.protocol, "decode as this version")
	enumFlag(c, &o.form, "in", "auto", "read the input as `FORM`", inputForms)
	f.StringVar(&o.text, "text", "", "decode `TEXT` instead of a file")
	f.BoolVarP(&o.compact, "compact", "c", false, "print each document on one line")
	f.BoolVar(&o.noAnnotations, "no-annotations", false, "omit the annotations")
	f.BoolVar(&o.spans, "spans", false, "annotate every member with its bytes")
	f.BoolVar(&o.strict, "strict", false, "treat warnings as errors")
	f.BoolVar(&o.verify, "verify", false, "encode each document again and fail if the bytes differ")
	f.BoolVar(&o.lint, "lint", false, "lint embedded documents: registrations, scope bodies")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "report the detected form of the input and why it was chosen")
	f.BoolVar(&o.lines, "lines", false, "read one frame per line; skip blank lines and comments")
	f.BoolVar(&o.each, "each", false, "with --lines, print exactly one line for each line: null for a blank one or a comment")
	enumFlag(c, &o.framing, "framing", "", "read a stream of length-prefixed frames: `FRAMING`", all.FramingNames)
	enumFlag(c, &o.skipHandshake, "skip-handshake", "", "skip the handshake of `SIDE` before subc frames", sideNames)
	f.StringVar(&o.answers, "answers", "", "`NAME` of the request that a response answers")
	f.StringVar(&o.endpoint, "endpoint", "", "`ENDPOINT` whose scope a diverge.frame belongs to")
	enumFlag(c, &o.from, "from", "", "`SIDE` that sent the frame, where this changes the meaning", sideNames)
	f.BoolVar(&o.showSecrets, "show-secrets", false, "show credentials and other secrets")
	o.limits.flags(c)
	completeValues(c, "type", typeNames)
	o.view.flags(c)
	completeValues(c, "answers", requestNames)
	completeValues(c, "endpoint", endpointNames)
	o.conversation.decodeFlags(c)
	o.filter.flags(c)
	o.extract.flags(c)
	c.MarkFlagsMutuallyExclusive("no-annotations", "spans")
	c.MarkFlagsMutuallyExclusive("lines", "framing")
}

func (a *app) decode(c *cobra.Command, o decodeOptions, args []string) error {
	m, err := o.mode(args)
	if err != nil {
		return err
	}
	if err := o.filter.resolve(c, m); err != nil {
		return err
	}
	if m.Fields != nil && o.view.isText() {
		return usagef("`--fields` cannot be combined with `--view %s`", o.view.name)
	}
	if err := a.resolveExtract(c, &o.extract, m); err != nil {
		return err
	}
	if err := a.startProgress("frame"); err != nil {
		return err
	}
	m.OnFrames = a.progress.Count
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
	m.Colour = a.colouredJSON()
	m.Style = a.viewStyle(o.view, a.coloured())
	d := decode.New(m, out, a.report)
	if o.hasText {
		if err := d.Text("<text>", o.text); err != nil {
			return extractError(out, err)
		}
	}
	for _, s := range list {
		if err := d.Source(s); err != nil {
			return extractError(out, err)
		}
	}
	d.Close()
	w := frameWriter{out: out, pending: d.Held()}
	if err := w.writePending(a); err != nil {
		return err
	}
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/known"
)

// decodeOptions are the flags of decode.
type decodeOptions struct {
	typeName string
	form     string
	text     string
	hasText  bool
	compact  bool
	noNotes  bool
	spans    bool
	strict   bool
	verify   bool
	verbose  bool
	maxFrame int
	maxDepth int
	view     viewOptions
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

What ` + "`divtool encode`" + ` makes of a document is the same frame, byte for byte.

` + viewHelp,
		Example: `  divtool decode examples/registration.hex
  echo 0b00026d310003612f62000000000000100000000200 | divtool decode
  divtool decode --text '04 00 00 00 07' -c
  divtool decode --view tree examples/forwarded_command.bin
  divtool decode --view html examples/registration.hex > page.html && wc -c page.html
  divtool decode -t diverge.agents.request --in bin examples/fuse_write.bin`,
		RunE: func(c *cobra.Command, args []string) error {
			o.hasText = c.Flags().Changed("text")
			return a.decode(o, args)
		},
	}
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the frame; see `divtool types`")
	f.StringVar(&o.form, "in", "auto", "the form of the input: "+strings.Join(input.Forms(), ", "))
	f.StringVar(&o.text, "text", "", "decode this `TEXT` in place of a file")
	f.BoolVarP(&o.compact, "compact", "c", false, "print a document on one line")
	f.BoolVar(&o.noNotes, "no-annotations", false, "leave out the annotations")
	f.BoolVar(&o.spans, "spans", false, "annotate every member with its bytes")
	f.BoolVar(&o.strict, "strict", false, "make every warning an error")
	f.BoolVar(&o.verify, "verify", false, "encode the document again and fail when the bytes differ")
	f.BoolVarP(&o.verbose, "verbose", "v", false, "say which form the input was read as, and why")
	f.IntVar(&o.maxFrame, "max-frame", defaultMaxFrame, "refuse frames of more than so many `BYTES`")
	f.IntVar(&o.maxDepth, "max-depth", frames.DefaultMaxDepth, "refuse CBOR with more than `N` arrays and maps open at once")
	completeWords(c, "type", typeNames)
	completeWords(c, "in", input.Forms)
	o.view.flags(c)
	c.MarkFlagsMutuallyExclusive("no-annotations", "spans")
	return c
}

// defaultMaxFrame is the size of the largest frame that is read, in bytes.
const defaultMaxFrame = frames.DefaultMaxFrame

// decoding is a decode command at work.
type decoding struct {
	*app
	decodeOptions
	out    *output
	types  frames.Set
	given  *frames.Type
	form   input.Form
	many   bool // more than one input: documents say their file
	colour bool
	reader frames.Reader
	sink   strictSink
	buf    []byte
	view   printedView
}

// strictSink is a view that also keeps the warnings.
type strictSink struct {
	view.View
	keep     bool
	warnings []*diag.Diagnostic
}

func (s *strictSink) Warn(w *diag.Diagnostic) {
	s.View.Warn(w)
	if s.keep {
		s.warnings = append(s.warnings, w)
	}
}

func (a *app) decode(o decodeOptions, args []string) error {
	d := decoding{app: a, decodeOptions: o, types: known.Types()}
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
	out, err := a.output()
	if err != nil {
		return err
	}
	d.out, d.many = out, len(list) > 1
	d.colour = a.streams.colour(a.common.colour, a.toTerminal())
	d.view = a.newView(o.view, d.colour)
	d.sink.View = d.view.New(d.view.style)
	if o.hasText {
		d.one("<text>", []byte(o.text))
	}
	for _, s := range list {
		text, err := readInput(s, int64(o.maxFrame))
		if err != nil && !errors.Is(err, source.ErrTooLarge) {
			a.unreadable(err)
			continue
		}
		d.one(s.Name, text)
	}
	d.view.finish(out)
	if err := out.finish(a.worst != statusOK); err != nil {
		return err
	}
	return a.done()
}

// check settles what the flags say.
func (d *decoding) check(args []string) error {
	form, ok := input.ParseForm(d.decodeOptions.form)
	if !ok {
		return oneOfFlag("in", d.decodeOptions.form, input.Forms()...)
	}
	d.form = form
	if d.maxFrame < 1 {
		return usagef("--max-frame must be at least 1")
	}
	if d.maxDepth < 1 {
		return usagef("--max-depth must be at least 1")
	}
	if d.hasText && len(args) > 0 {
		return usagef("--text and files do not go together")
	}
	if err := d.decodeOptions.view.check(d.compact); err != nil {
		return err
	}
	given, err := findType(d.types, d.typeName)
	d.given = given
	d.reader.Options = frames.Options{Notes: !d.noNotes, Spans: d.spans || d.decodeOptions.view.format().Spans && !d.noNotes, MaxFrame: d.maxFrame, MaxDepth: d.maxDepth}
	d.sink.keep = d.strict
	return err
}

// decodeSources finds the inputs, and tells hex that was given in place of a
// file where to go.
func (a *app) decodeSources(args []string) ([]source.Source, error) {
	for _, arg := range args {
		_, err := source.Find(arg, nil, "")
		var missing *source.Missing
		if errors.As(err, &missing) && looksLikeHex(arg) {
			return nil, &usageError{
				message: arg + ": there is no such file; it looks like hex",
				hint:    "Write `echo " + quoted(arg) + " | divtool decode`, or `divtool decode --text " + quoted(arg) + "`.",
			}
		}
	}
	return a.sources(args, "divtool decode [-t TYPE] [--in FORM] [FILE…]")
}

// quoted is an argument as a shell takes it.
func quoted(arg string) string {
	if !strings.ContainsFunc(arg, func(c rune) bool { return c <= ' ' || strings.ContainsRune("'\"\\#;&|()<>*?$`", c) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

func looksLikeHex(arg string) bool {
	in, fault := input.Read([]byte(arg), input.Hex, defaultMaxFrame)
	return fault == nil && len(in.Bytes) > 0
}

// readInput reads an input that holds one frame of at most limit bytes. Text
// may be longer than the bytes it spells; what is no text is cut short.
func readInput(s source.Source, limit int64) ([]byte, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := source.ReadUpTo(f, 4096)
	if !errors.Is(err, source.ErrTooLarge) {
		return head, err
	}
	most := limit
	if isText(head) {
		most = 8 * limit
	}
	rest, err := source.ReadUpTo(f, max(most-int64(len(head)), 0))
	return append(head, rest...), err
}

// isText tells whether bytes have no control characters that text would not.
func isText(head []byte) bool {
	for _, c := range head {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

// one decodes one input of one frame.
func (d *decoding) one(name string, text []byte) {
	at := report.Place{File: name, Index: -1}
	in, fault := input.Read(text, d.form, d.maxFrame)
	if fault != nil {
		if fault.Code == "empty" && len(text) == 0 {
			fault = d.empty(d.given)
		}
		if fault.Code != "limit" && d.form != input.Bin && len(text) > 0 {
			at.Text, at.At = text, fault.Offset
		}
		d.fail(fault, at)
		return
	}
	if d.verbose {
		d.note(name, fmt.Sprintf("read as %s: %s", in.Form, in.Why))
	}
	if in.Note != "" {
		d.note(name, in.Note)
	}
	t, alternatives := d.given, []string(nil)
	if len(in.Bytes) == 0 {
		d.fail(d.empty(t), at)
		return
	}
	if t == nil {
		guess := d.types.Guess(&d.reader, in.Bytes)
		if guess.Type == nil {
			fault := d.nearest(text, in, guess.NoFit())
			d.severalFrames(fault, text, in)
			d.failFrame(fault, at, text, in)
			return
		}
		t, alternatives = guess.Type, guess.Alternatives
	}
	d.frame(t, in, text, at, alternatives)
}

// empty is the error of an input that holds nothing.
func (d *decoding) empty(t *frames.Type) *diag.Diagnostic {
	if t != nil {
		d.sink.Reset()
		if fault := d.reader.Read(t, nil, &d.sink); fault != nil {
			return fault
		}
	}
	return &diag.Diagnostic{Code: "empty", Need: diag.Count(1), Have: diag.Count(0), Message: "the input is empty: a frame has at least one byte"}
}

// nearest explains text that was taken as raw bytes, and is no frame, as the
// form it nearly is.
func (d *decoding) nearest(text []byte, in *input.Input, fault *diag.Diagnostic) *diag.Diagnostic {
	if in.Form != input.Bin || d.form != input.Auto {
		return fault
	}
	if near := input.Nearest(text); near != nil {
		return near
	}
	return fault
}

// severalFrames adds to a fault that the input seems to hold several frames:
// the first line alone, or what stands behind a message of fixed size, is one.
func (d *decoding) severalFrames(fault *diag.Diagnostic, text []byte, in *input.Input) {
	var rest []byte
	if line, behind, ok := bytes.Cut(bytes.TrimSpace(text), []byte{'\n'}); ok && in.Form == input.Hex && len(behind) > 0 {
		if first, fault := input.Read(line, input.Hex, d.maxFrame); fault == nil {
			rest = first.Bytes
		}
	} else if need, err := strconv.Atoi(string(fault.Need)); err == nil && fault.Offset+need < len(in.Bytes) {
		rest = in.Bytes[fault.Offset+need:]
	}
	if len(rest) > 0 && string(rest) != "\n" && fault.Hint == "" && d.types.Guess(&d.reader, rest).Type != nil {
		fault.Hint = "there seem to be several frames: give them one at a time"
	}
}

// failFrame reports a fault of a frame where it stands in the input.
func (d *decoding) failFrame(fault *diag.Diagnostic, at report.Place, text []byte, in *input.Input) {
	switch {
	case in.Form != input.Bin:
		at.Text, at.At, at.Bytes = text, in.Locate(fault.Offset), true
	case fault.Code == "form":
		at.Text, at.At = text, fault.Offset
	}
	d.fail(fault, at)
}

// frame decodes a frame of a known type and prints its document.
func (d *decoding) frame(t *frames.Type, in *input.Input, text []byte, at report.Place, alternatives []string) {
	d.sink.Reset()
	d.sink.warnings = d.sink.warnings[:0]
	fault := d.reader.Read(t, in.Bytes, &d.sink)
	envelope := frames.Envelope{Type: t.Name, Index: -1, Alternatives: alternatives, Fault: fault}
	if d.many {
		envelope.File = at.File
	}
	if fault != nil && in.Form != input.Bin {
		place := report.Place{Text: text, At: in.Locate(fault.Offset)}.JSON()
		envelope.Line, envelope.Column = place.Line, place.Column
	}
	d.buf = d.sink.Append(d.buf[:0], in.Bytes, envelope)
	d.print(d.buf)
	if fault != nil {
		fault = d.nearest(text, in, fault)
		d.severalFrames(fault, text, in)
		d.failFrame(fault, at, text, in)
		return
	}
	for _, w := range d.sink.warnings {
		strict := *w
		strict.Severity = diag.Error
		d.failFrame(&strict, at, text, in)
	}
	if d.verify {
		if fault := verify(d.types, d.document(t, in.Bytes), in.Bytes, d.maxDepth); fault != nil {
			d.failFrame(fault, at, text, in)
		}
	}
}

// print writes one document.
func (d *decoding) print(doc []byte) {
	if d.decodeOptions.view.text() {
		d.view.write(d.out, doc)
		return
	}
	if !d.compact {
		doc = pretty.PrettyOptions(doc, &pretty.Options{Width: 100, Indent: "  "})
	} else {
		doc = append(doc, '\n')
	}
	if d.colour {
		doc = pretty.Color(doc, documentStyle)
	}
	d.out.Write(doc)
}

package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// encodeOptions are the flags of encode.
type encodeOptions struct {
	typeName  string
	name      string
	answers   string
	form      string
	framing   string
	canonical bool
	set       []string
	frameLimits
}

func (a *app) encodeCommand() *cobra.Command {
	var o encodeOptions
	c := &cobra.Command{
		Use:   "encode [FILE…]",
		Short: "Make frames from documents",
		Long: `Encode makes the frame that a JSON document describes: a document that decode
printed, one written by hand, or a bare payload with -t and --name. Documents may
follow each other, or stand in an array. Several frames are written one a line, or
with --framing as a stream.

Frames are written as bytes to a pipe or a file, as hex to a terminal. A value
that the peer would refuse is an error, and nothing is written for it.`,
		Example: `  divtool encode --out hex examples/fuse_setattr.json
  divtool decode examples/registration.hex | divtool encode | xxd
  echo '{"write_id":7}' | divtool encode -t diverge.agents.request --name write --out hex
  divtool encode --set /payload/path=c/d --out hex examples/fuse_setattr.json
  divtool decode --lines -c examples/requests.hex | divtool encode --framing len32le | xxd`,
		RunE: func(c *cobra.Command, args []string) error { return a.encode(o, args) },
	}
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of bare payloads; see `divtool types`")
	f.StringVar(&o.name, "name", "", "the `NAME` of the message of bare payloads")
	f.StringVar(&o.answers, "answers", "", "the `NAME` of the request that bare payloads answer")
	enumFlag(c, &o.framing, "framing", "", "write a stream of frames behind their lengths, as bytes", stream.FramingNames)
	addOutFlag(c, &o.form)
	f.BoolVar(&o.canonical, "canonical", false, "encode the payload of a lossy document, not the frame it came from")
	f.StringArrayVar(&o.set, "set", nil, "set a member before encoding: `PTR=VALUE`, a JSON Pointer and JSON or text")
	o.frameLimits.flags(c)
	completeValues(c, "type", typeNames)
	completeValues(c, "name", messageNames)
	completeValues(c, "answers", requestNames)
	return c
}

func messageNames() (names []string) {
	for _, t := range all.Types() {
		names = append(names, frames.Names(t.Codec.Messages())...)
	}
	return names
}

// encodeRun is an encode command at work.
type encodeRun struct {
	*app
	encodeOptions
	out           *atomicfile.File
	encoder       frames.Encoder
	edits         []edit
	place         report.Place // of the value at hand
	doc           jsondoc.Doc
	edited        jsondoc.Doc
	originalNode  int // the node of doc that edited was made from; below 0 when doc itself is encoded
	frame         []byte
	written       int
	pending       []byte // the frame that waits for whether it is the only one
	tooManyFrames bool
}

func (a *app) encode(o encodeOptions, args []string) error {
	e := encodeRun{app: a, encodeOptions: o, encoder: frames.Encoder{Types: all.Types(), Name: o.name, Canonical: o.canonical, MaxDepth: o.maxDepth}}
	if err := e.check(); err != nil {
		return err
	}
	e.doc.MaxOpen = decode.DocumentLevels(o.maxDepth)
	e.edited.MaxOpen, e.originalNode = e.doc.MaxOpen, -1
	list, err := a.sources(args, "divtool encode [-t TYPE] [--name NAME] [--out FORM] [FILE…]")
	if err != nil {
		return err
	}
	if e.out, err = a.openOutput(); err != nil {
		return err
	}
	for _, s := range list {
		if err := e.encodeSource(s); err != nil {
			return err
		}
		if e.tooManyFrames {
			e.out.Finish(true)
			return usagef("several frames with --out bin run together: say --framing, or --out hex, base64 or hexdump")
		}
	}
	if e.pending != nil && e.unsafeForTerminal(e.pending) {
		return bytesToTerminalError()
	}
	if e.pending != nil {
		e.out.Write(e.pending)
	}
	if err := e.out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// check settles what the flags say.
func (e *encodeRun) check() error {
	t, err := findType(e.encoder.Types, e.typeName)
	if err != nil {
		return err
	}
	e.encoder.Type = t
	if err := e.frameLimits.check(); err != nil {
		return err
	}
	if e.form == "" && e.framing != "" {
		e.form = rawForm
	}
	if e.form, err = e.resolveOutForm(e.form); err != nil {
		return err
	}
	if e.framing != "" && e.form == rawForm && e.toTerminal() { // lengths are no text
		return bytesToTerminalError()
	}
	if e.framing != "" {
		if err := checkFlagValue("framing", e.framing, stream.FramingNames()...); err != nil {
			return err
		}
		if e.form != rawForm {
			return usagef("--framing writes bytes, not --out %s", e.form)
		}
	}
	if e.answers != "" && !slices.Contains(requestNames(), e.answers) {
		return unknownValueError("request", e.answers, requestNames())
	}
	e.encoder.Request = e.answers
	if e.name != "" && t != nil && t.Message(e.name) == nil {
		return usagef("%s has no message %q", t.Name, e.name)
	}
	for _, s := range e.set {
		edit, err := parseEdit(s)
		if err != nil {
			return err
		}
		e.edits = append(e.edits, edit)
	}
	e.encoder.Warn = func(d *diag.Diagnostic) { e.failValue(d) }
	return nil
}

// failValue reports a diagnostic of the value at hand.
func (e *encodeRun) failValue(d *diag.Diagnostic) {
	if e.originalNode >= 0 {
		d = e.mapToInput(d)
	}
	at := e.place
	at.At = d.Offset
	e.report.Fail(d, at)
}

// encodeValue encodes the value that was read last: an array is a list of documents
// when no type says that it is a payload.
func (e *encodeRun) encodeValue() {
	if e.encoder.Type != nil || e.doc.Kind(0) != jsondoc.Array {
		e.encodeDocument(&e.doc, 0)
		return
	}
	for n, end := 1, e.doc.Next(0); n < end && !e.tooManyFrames; n = e.doc.Next(n) {
		e.encodeDocument(&e.doc, n)
	}
}

// encodeDocument encodes one document or payload.
func (e *encodeRun) encodeDocument(doc *jsondoc.Doc, node int) {
	if len(e.edits) > 0 {
		text := doc.Append(nil, node, jsondoc.Style{})
		for _, edit := range e.edits {
			changed, d := edit.apply(text, &e.encoder)
			if d != nil {
				d.Offset, _ = doc.Span(node)
				e.failValue(d)
				return
			}
			text = changed
		}
		if f := e.edited.Read(text); f != nil {
			d := syntax.Diagnostic(f)
			d.Offset, _ = doc.Span(node)
			e.failValue(d)
			return
		}
		e.originalNode = node
		defer func() { e.originalNode = -1 }()
		doc, node = &e.edited, 0
	}
	frame, err := e.encoder.Encode(e.frame[:0], (*canon.Doc)(doc), node)
	d, _ := diag.From(err)
	if d == nil && len(frame) > e.maxFrame {
		start, _ := doc.Span(node)
		d = &diag.Diagnostic{Code: "limit", Offset: start, Need: diag.Count(e.maxFrame), Have: diag.Count(len(frame)),
			Message: "the frame is larger than --max-frame allows"}
	}
	if d != nil {
		e.failValue(d)
		return
	}
	if e.framing == stream.SubcFraming && !isSubcFrame(frame) {
		start, end := doc.Span(node)
		e.failValue(&diag.Diagnostic{Code: "type", Path: "/type", Offset: start, Length: end - start, Need: diag.Words(subc.Frame.Name),
			Message: "--framing subc takes frames of " + subc.Frame.Name + " alone: they say their length"})
		return
	}
	e.frame = frame
	e.writeFrame(frame)
}

// isSubcFrame tells whether a frame says its length as subc frames do.
func isSubcFrame(frame []byte) bool {
	h, d := subc.ParseHeader(frame)
	return d == nil && len(frame) == subc.HeaderSize+int(h.Len)
}

// writeFrame writes one frame in the form asked for. Bytes without framing wait for
// whether they are the only frame.
func (e *encodeRun) writeFrame(frame []byte) {
	e.written++
	switch {
	case e.framing != "":
		e.out.Write(stream.AppendPrefix(nil, e.framing, len(frame)))
		e.out.Write(frame)
	case e.form == rawForm && e.written > 1:
		e.tooManyFrames = true
	case e.form == rawForm:
		e.pending = slices.Clone(frame)
	default:
		e.out.Write(appendForm(nil, e.form, frame))
	}
}

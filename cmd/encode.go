package cmd

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// encodeOptions are the flags of encode.
type encodeOptions struct {
	typeName  string
	protocol  string
	name      string
	answers   string
	form      string
	framing   string
	canonical bool
	set       []string
	limits    frameLimits
}

func (a *app) encodeCommand() *cobra.Command {
	var o encodeOptions
	c := &cobra.Command{
		Use:   "encode [FILE…]",
		Short: "Encode documents as frames",
		Long: `Encode writes the frame that a JSON document describes: a document that decode
printed, a document written by hand, or a bare payload with -t and --name. The
input is one or more documents, or an array of documents. Several frames are
written one per line, or with --framing as a stream.

Frames are written as bytes to a pipe or a file, and as hex to a terminal. A
value that the peer would refuse is an error, and nothing is written for that
frame.`,
		Example: `  divtool decode --text '04 00 00 00 07' | divtool encode --out hex
  divtool sample laser.kv-set | divtool decode | divtool encode | xxd
  echo '{"write_id":7}' |
    divtool encode -t diverge.agents.request --name write --out hex
  divtool decode --text 0400000007 |
    divtool encode --set /payload/write_id=8 --out hex
  printf '0400000007\n0400000008\n' | divtool decode --lines |
    divtool encode --framing len32le | xxd`,
		RunE: func(c *cobra.Command, args []string) error { return a.encode(o, args) },
	}
	f := c.Flags()
	f.StringVarP(&o.typeName, "type", "t", "", "`TYPE` of bare payloads; see divtool types")
	protocolFlag(c, &o.protocol, "version of bare payloads")
	f.StringVar(&o.name, "name", "", "message `NAME` of bare payloads")
	f.StringVar(&o.answers, "answers", "", "`NAME` of the request that bare payloads answer")
	enumFlag(c, &o.framing, "framing", "", "write a stream of length-prefixed frames, as bytes: `FRAMING`", all.FramingNames)
	addOutFlag(c, &o.form)
	f.BoolVar(&o.canonical, "canonical", false, "encode the payload of a lossy document, ignoring its hex")
	f.StringArrayVar(&o.set, "set", nil, "set a member before encoding: `PTR=VALUE`, a JSON Pointer and JSON or text")
	o.limits.flags(c)
	completeValues(c, "type", typeNames)
	completeMessageNames(c)
	completeValues(c, "answers", requestNames)
	a.progressFlag(c)
	return c
}

// encodeRun is the state of one encode command.
type encodeRun struct {
	app     *app
	options encodeOptions
	encoder frames.Encoder
	edits   []jsondoc.Edit
	place   report.Place // of the current value
	frame   []byte
	frames  frameWriter

	doc, edited  jsondoc.Doc
	originalNode int // the node of doc that edited was made from; negative while doc itself is encoded
}

func (a *app) encode(o encodeOptions, args []string) error {
	types, err := typesOfProtocol(o.protocol)
	if err != nil {
		return err
	}
	e := encodeRun{
		app: a, options: o, originalNode: -1,
		encoder: frames.Encoder{Types: types, Name: o.name, Canonical: o.canonical, MaxDepth: o.limits.maxDepth},
	}
	if err := e.check(); err != nil {
		return err
	}
	e.doc.MaxOpen = decode.DocumentLevels(o.limits.maxDepth)
	e.edited.MaxOpen = e.doc.MaxOpen
	if err := a.startProgress("frame"); err != nil {
		return err
	}
	list, err := a.sources(args, "divtool encode [-t TYPE] [--name NAME] [--out FORM] [FILE…]")
	if err != nil {
		return err
	}
	if e.frames.out, err = a.openOutput(); err != nil {
		return err
	}
	for _, s := range list {
		if err := e.encodeSource(s); err != nil {
			return err
		}
		if e.frames.tooMany {
			e.frames.out.Finish(true)
			return usagef("`--out bin` writes one frame, got several; use `--framing`, or `--out hex`, `base64` or `hexdump`")
		}
	}
	if err := e.frames.writePending(a); err != nil {
		return err
	}
	if err := e.frames.out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

func (e *encodeRun) check() error {
	t, err := findType(e.encoder.Types, e.options.typeName)
	if err != nil {
		return err
	}
	e.encoder.Type = t
	if err := e.options.limits.check(); err != nil {
		return err
	}
	if e.frames, err = e.app.newFrameWriter(e.options.form, e.options.framing); err != nil {
		return err
	}
	if e.encoder.Request = e.options.answers; e.options.answers != "" && !slices.Contains(requestNames(), e.options.answers) {
		return unknownValueError("request", e.options.answers, requestNames())
	}
	if name := e.options.name; name != "" && t != nil && t.Message(name) == nil {
		return usagef("%s has no message %s%s", t.Name, text.Quote(name), text.Suggestion(name, messagesOf(t), 0))
	}
	for _, s := range e.options.set {
		edit, ok := jsondoc.ParseEdit(s)
		if !ok {
			return usagef("`--set`: %s", text.Expected("PTR=VALUE with a JSON Pointer, such as /payload/path=a", text.Quote(s)))
		}
		e.edits = append(e.edits, edit)
	}
	e.encoder.Warn = e.failValue
	return nil
}

// encodeSource encodes the values of an input, each before the next is read. The error
// is that of the output, which ends the command.
func (e *encodeRun) encodeSource(s source.Source) error {
	f, err := s.Open()
	if err != nil {
		e.app.report.Unreadable(err)
		return nil
	}
	defer f.Close()
	values := stream.NewValues(f, int(e.app.common.maxText))
	for found := false; ; found = true {
		p, err := values.Next()
		e.place = report.Place{File: s.Name, Index: -1, Base: p.Offset, Text: p.Text, Locator: text.NewLocator(p.Text), LinesBefore: p.LinesBefore, ColumnsBefore: p.ColumnsBefore}
		switch {
		case errors.Is(err, io.EOF) && !found:
			e.app.report.Fail(&diag.Diagnostic{Code: "empty", Message: "the input is empty: expected a document"}, report.Place{File: s.Name, Index: -1})
			return nil
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, stream.ErrTooLarge):
			e.failValue(report.TextTooLarge("value", p.Start, e.app.common.maxText))
			return nil
		case err != nil:
			e.app.report.Unreadable(&report.FileError{File: s.Name, Err: err})
			return nil
		}
		if !found && !startsDocument(p.Text) {
			if hint := input.DocumentHint(p.Text); hint != "" {
				e.failValue(&diag.Diagnostic{Code: "json", Message: "not a JSON document", Hint: hint})
				return nil
			}
		}
		if valid := e.encodeValues(p.Text, p.Start); !valid || e.frames.tooMany {
			return nil
		}
		if err := e.frames.out.Flush(); err != nil {
			return err
		}
	}
}

// startsDocument reports whether a text begins like a document or a list of them.
func startsDocument(text []byte) bool {
	at := jsondoc.SkipSpace(text, 0)
	return at < len(text) && (text[at] == '{' || text[at] == '[')
}

// encodeValues encodes the values of a text from an offset on. It reports whether all of
// them are JSON.
func (e *encodeRun) encodeValues(text []byte, offset int) bool {
	for offset = jsondoc.SkipSpace(text, offset); offset < len(text) && !e.frames.tooMany; {
		end, fault := e.doc.ReadNext(text, offset)
		if fault != nil {
			d := syntax.Diagnostic(fault)
			d.Code = "json"
			input.NameContent(d, text)
			e.failValue(d)
			return false
		}
		if limit := e.app.common.maxText; int64(end-offset) > limit {
			e.failValue(report.TextTooLarge("value", offset, limit))
		} else {
			e.encodeValue()
		}
		offset = jsondoc.SkipSpace(text, end)
	}
	return true
}

// encodeValue encodes the value that was read last. An array is a list of documents
// unless a type is given: then it is a payload.
func (e *encodeRun) encodeValue() {
	if e.encoder.Type != nil || e.doc.Kind(0) != jsondoc.Array {
		e.encodeDocument(0)
		return
	}
	for n, end := 1, e.doc.Next(0); n < end && !e.frames.tooMany; n = e.doc.Next(n) {
		e.encodeDocument(n)
	}
}

// encodeDocument encodes one document or payload.
func (e *encodeRun) encodeDocument(node int) {
	if len(e.edits) == 0 {
		e.encodeNode(&e.doc, node)
		return
	}
	if d := e.edit(node); d != nil {
		d.Offset, _ = e.doc.Span(node)
		e.failValue(d)
		return
	}
	e.originalNode = node
	e.encodeNode(&e.edited, 0)
	e.originalNode = -1
}

func (e *encodeRun) edit(node int) *diag.Diagnostic {
	text := e.doc.Append(nil, node, jsondoc.Style{})
	for _, edit := range e.edits {
		var doc jsondoc.Doc
		if f := doc.Read(text); f != nil {
			return &diag.Diagnostic{Code: "json", Message: f.Error()}
		}
		changed, ok := edit.Apply(&doc, func(path []string) bool { return e.encoder.HasField((*canon.Doc)(&doc), path) })
		if !ok {
			return &diag.Diagnostic{Code: "unknown-field", Path: edit.Pointer, Message: "`--set " + edit.Pointer + "`: the document has no such member, and the type does not declare it"}
		}
		text = changed
	}
	if f := e.edited.Read(text); f != nil {
		return syntax.Diagnostic(f)
	}
	return nil
}

func (e *encodeRun) failValue(d *diag.Diagnostic) {
	if e.originalNode >= 0 {
		d = e.mapToInput(d)
	}
	at := e.place
	at.At = d.Offset
	e.app.report.Fail(d, at)
}

// mapToInput returns a diagnostic of the edited document as one of the document in the
// input: at the same member, or at the nearest value around it that is in the input.
func (e *encodeRun) mapToInput(d *diag.Diagnostic) *diag.Diagnostic {
	start, end := jsondoc.OriginalSpan(&e.doc, e.originalNode, &e.edited, d.Path, d.Offset)
	mapped := *d
	mapped.Offset, mapped.Length = start, end-start
	for _, edit := range e.edits {
		if mapped.Hint == "" && (d.Path == edit.Pointer || strings.HasPrefix(d.Path, edit.Pointer+"/")) {
			mapped.Hint = "changed by `--set " + edit.Pointer + "`"
		}
	}
	return &mapped
}

// encodeNode encodes a document or payload, edited or not.
func (e *encodeRun) encodeNode(doc *jsondoc.Doc, node int) {
	frame, err := e.encoder.Encode(e.frame[:0], (*canon.Doc)(doc), node)
	d, _ := diag.From(err)
	if maxFrame := e.options.limits.maxFrame; d == nil && len(frame) > maxFrame {
		start, _ := doc.Span(node)
		d = &diag.Diagnostic{Code: "limit", Offset: start, Need: diag.Count(maxFrame), Have: diag.Count(len(frame)),
			Message: "the frame is too large: " + text.Limit(maxFrame, "max-frame")}
	}
	if d != nil {
		e.failValue(d)
		return
	}
	if e.frames.framing == all.SubcFraming && !isSubcFrame(frame) {
		start, end := doc.Span(node)
		e.failValue(&diag.Diagnostic{Code: "type", Path: "/type", Offset: start, Length: end - start, Need: diag.Words(subc.Frame.Name),
			Message: "`--framing subc` writes only frames of " + subc.Frame.Name + ", whose header contains the length"})
		return
	}
	e.frame = frame
	e.frames.write(frame)
	e.app.progress.Count(1)
}

package cmd

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/known"
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
	maxFrame  int
	maxDepth  int
}

// outForms are the forms in which frames are written.
var outForms = []string{"bin", "hex", "base64", "hexdump"}

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
	f.StringVar(&o.framing, "framing", "", "write a stream of frames behind their lengths, as bytes: "+strings.Join(framings, ", "))
	f.StringVar(&o.form, "out", "", "write bin, hex, base64 or hexdump (default bin, hex on a terminal)")
	f.BoolVar(&o.canonical, "canonical", false, "encode the payload of a lossy document, not the frame it came from")
	f.StringArrayVar(&o.set, "set", nil, "set a member before encoding: `PTR=VALUE`, a JSON Pointer and JSON or text")
	f.IntVar(&o.maxFrame, "max-frame", defaultMaxFrame, "refuse frames of more than so many `BYTES`")
	f.IntVar(&o.maxDepth, "max-depth", frames.DefaultMaxDepth, "refuse CBOR with more than `N` arrays and maps open at once")
	completeWords(c, "type", typeNames)
	completeWords(c, "out", func() []string { return outForms })
	completeWords(c, "name", messageNames)
	completeWords(c, "answers", requestNames)
	completeWords(c, "framing", func() []string { return framings })
	return c
}

func messageNames() (names []string) {
	for _, t := range known.Types() {
		names = append(names, frames.Names(t.Codec.Messages())...)
	}
	return names
}

// encoding is an encode command at work.
type encoding struct {
	*app
	encodeOptions
	out      *output
	encoder  frames.Encoder
	edits    []edit
	at       report.Place // of the value at hand
	doc      jsondoc.Doc
	edited   jsondoc.Doc
	frame    []byte
	written  int
	pending  []byte // the frame that waits for whether it is the only one
	overflow bool
}

func (a *app) encode(o encodeOptions, args []string) error {
	e := encoding{app: a, encodeOptions: o, encoder: frames.Encoder{Types: known.Types(), Name: o.name, Canonical: o.canonical, MaxDepth: o.maxDepth}}
	if err := e.check(); err != nil {
		return err
	}
	e.doc.MaxOpen = nodesFor(o.maxDepth)
	e.edited.MaxOpen = e.doc.MaxOpen
	list, err := a.sources(args, "divtool encode [-t TYPE] [--name NAME] [--out FORM] [FILE…]")
	if err != nil {
		return err
	}
	if e.out, err = a.output(); err != nil {
		return err
	}
	for _, s := range list {
		if err := e.source(s); err != nil {
			return err
		}
		if e.overflow {
			e.out.finish(true)
			return usagef("several frames with --out bin run together: say --framing, or --out hex, base64 or hexdump")
		}
	}
	if e.pending != nil {
		e.out.Write(e.pending)
	}
	if err := e.out.finish(a.worst != statusOK); err != nil {
		return err
	}
	return a.done()
}

// nodesFor is how many levels of a document must have nodes, when a payload may
// have so many.
func nodesFor(maxDepth int) int { return max(jsondoc.MaxOpen, maxDepth+64) }

// check settles what the flags say.
func (e *encoding) check() error {
	t, err := findType(e.encoder.Types, e.typeName)
	if err != nil {
		return err
	}
	e.encoder.Type = t
	if e.form == "" {
		e.form = "bin"
		if e.toTerminal() && e.framing == "" {
			e.form = "hex"
		}
	} else if err := oneOfFlag("out", e.form, outForms...); err != nil {
		return err
	}
	if e.form == "bin" && e.toTerminal() {
		return &usageError{"--out bin writes bytes, and standard output is a terminal", "Pipe it, or say --out hex."}
	}
	if e.framing != "" {
		if err := oneOfFlag("framing", e.framing, framings...); err != nil {
			return err
		}
		if e.form != "bin" {
			return usagef("--framing writes bytes, not --out %s", e.form)
		}
	}
	if e.answers != "" && !slices.Contains(requestNames(), e.answers) {
		return unknownWord("request", e.answers, requestNames())
	}
	e.encoder.Answers = e.answers
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
	e.encoder.Warn = func(d *diag.Diagnostic) { e.complainAbout(d) }
	return nil
}

// complainAbout reports a diagnostic of the value at hand.
func (e *encoding) complainAbout(d *diag.Diagnostic) {
	at := e.at
	at.At = d.Offset
	e.fail(d, at)
}

// value encodes the value that was read last: an array is a list of documents
// when no type says that it is a payload.
func (e *encoding) value() {
	if e.encoder.Type != nil || e.doc.Kind(0) != jsondoc.Array {
		e.one(&e.doc, 0)
		return
	}
	for n, end := 1, e.doc.Next(0); n < end && !e.overflow; n = e.doc.Next(n) {
		e.one(&e.doc, n)
	}
}

// one encodes one document or payload.
func (e *encoding) one(doc *jsondoc.Doc, node int) {
	if len(e.edits) > 0 {
		text := doc.Append(nil, node, jsondoc.Style{})
		for _, edit := range e.edits {
			changed, d := edit.apply(text, &e.encoder)
			if d != nil {
				d.Offset, _ = doc.Span(node)
				e.complainAbout(d)
				return
			}
			text = changed
		}
		if f := e.edited.Read(text); f != nil {
			d := canon.Syntax(f)
			e.complainAbout(d)
			return
		}
		was := e.at
		e.at.Text, e.at.Walker = text, nil
		defer func() { e.at = was }()
		doc, node = &e.edited, 0
	}
	frame, d := e.encoder.Encode(e.frame[:0], doc, node)
	if d == nil && len(frame) > e.maxFrame {
		start, _ := doc.Span(node)
		d = &diag.Diagnostic{Code: "limit", Offset: start, Need: diag.Count(e.maxFrame), Have: diag.Count(len(frame)),
			Message: "the frame is larger than --max-frame allows"}
	}
	if d != nil {
		e.complainAbout(d)
		return
	}
	if e.framing == "subc" && !isSubc(frame) {
		start, end := doc.Span(node)
		e.complainAbout(&diag.Diagnostic{Code: "type", Path: "/type", Offset: start, Length: end - start, Need: diag.Words(subc.Frame.Name),
			Message: "--framing subc takes frames of " + subc.Frame.Name + " alone: they say their length"})
		return
	}
	e.frame = frame
	e.write(frame)
}

// isSubc tells whether a frame says its length as subc frames do.
func isSubc(frame []byte) bool {
	h, d := subc.ParseHeader(frame)
	return d == nil && len(frame) == subc.HeaderSize+int(h.Len)
}

// write writes one frame in the form asked for.
func (e *encoding) write(frame []byte) {
	e.written++
	switch e.form {
	case "bin":
		if e.framing != "" {
			e.out.Write(lengthPrefix(e.framing, len(frame)))
			e.out.Write(frame)
			return
		}
		if e.written > 1 {
			e.overflow = true
			return
		}
		e.pending = slices.Clone(frame)
	case "hex":
		e.out.Write(append(hex.AppendEncode(nil, frame), '\n'))
	case "base64":
		e.out.Write(append(base64.StdEncoding.AppendEncode(nil, frame), '\n'))
	case "hexdump":
		e.out.Write([]byte(strings.TrimSuffix(hex.Dump(frame), "\n") + "\n"))
	}
}

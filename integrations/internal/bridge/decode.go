package bridge

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// What happens to a message whose frame has a fault.
const (
	faultIsError    = "error"
	faultIsDocument = "document"
)

// Decode declares the processor divtool_decode.
func Decode() *Component {
	return &Component{
		Name:    "divtool_decode",
		Summary: "Replaces a frame by its JSON document, as `divtool decode -c` prints it.",
		Description: `A frame that does not decode becomes an error of its message, with the metadata divtool_code, divtool_offset,
divtool_path and divtool_upstream. The content is then the document of the part that was read. The messages of
the scanner divtool_frames have documents with index and offset, as those of ` + "`divtool decode --framing`" + `.`,
		Fields: []Field{
			{Name: "type", Default: "", Words: typeNames(), Description: "The type of all frames, such as laser.kv-set. Without it, the type of each frame is detected."},
			{Name: "family", Default: "", Words: familyNames(), Description: "The family of types that is tried first. Detection is then several times as fast, and documents have no alternatives."},
			{Name: "protocol", Default: "", Words: all.Types().VersionNames(), Description: "The version of a protocol to decode as, such as laser@0.7."},
			{Name: "form", Default: frames.RawInput.String(), Words: formNames(), Description: "How frames are spelled: their bytes (raw), a text form, or the first that fits (auto)."},
			{Name: "annotations", Default: true, Description: "Whether documents have annotations, which explain values."},
			{Name: "spans", Default: false, Description: "Whether every member is annotated with its bytes."},
			{Name: "show_secrets", Default: false, Description: "Whether credentials and other secrets are shown."},
			{Name: "strict", Default: false, Description: "Whether a warning about a frame is a fault."},
			{Name: "on_fault", Default: faultIsError, Words: []string{faultIsError, faultIsDocument}, Description: "Whether a fault is an error of its message, or has only its metadata and the member error of its document."},
			{Name: "answers", Default: "", Words: requestNames(), Description: "The name of the request that all frames answer."},
			{Name: "endpoint", Default: "", Words: endpointNames(), Description: "The endpoint whose scope a diverge.frame belongs to."},
			{Name: "from", Default: "", Words: senderNames(), Description: "The side that sent the frames, where this changes the meaning."},
			{Name: "max_frame", Default: frames.DefaultMaxFrame, Description: "The largest frame in bytes."},
			{Name: "max_depth", Default: frames.DefaultMaxDepth, Description: "How deep a CBOR frame may be nested."},
		},
	}
}

// NewDecoder returns the processor divtool_decode.
func NewDecoder(v Values) (*Processor, error) {
	return NewProcessor(func() (Worker, error) { return newDecoder(v) })
}

type decoder struct {
	frames.Decoder
	out        []byte
	faultIsDoc bool
}

func newDecoder(v Values) (*decoder, error) {
	d := &decoder{faultIsDoc: v.text("on_fault") == faultIsDocument}
	d.Set = setOf(v)
	d.Type = d.Set.ByName(v.text("type"))
	d.Form, _ = frames.ParseInputForm(v.text("form"))
	d.Strict = v.bool("strict")
	d.Independent = true // a document must not depend on the messages before it
	for _, t := range d.Set {
		if t.Family() == v.text("family") {
			d.Family = d.Set.FamilyOf(t)
			break
		}
	}
	d.Options = frames.Options{
		Notes: v.bool("annotations"), Spans: v.bool("spans"), ShowSecrets: v.bool("show_secrets"),
		Request: v.text("answers"), Endpoint: v.text("endpoint"), From: senderOf(v.text("from")),
		MaxFrame: v.int("max_frame"), MaxDepth: v.int("max_depth"),
	}
	if d.Type != nil && d.Type.IsResponse() && d.Type.Message(d.Options.Request) == nil {
		return nil, fmt.Errorf("type %s requires answers, the request that the frames answer", d.Type.Name)
	}
	if d.Options.Spans && !d.Options.Notes {
		return nil, errors.New("spans cannot be combined with annotations: false")
	}
	return d, nil
}

// Process implements Worker.
func (d *decoder) Process(m Message, text []byte) {
	f, scanned := scannedFrame(m, text)
	var err error
	if scanned {
		d.out, err = d.AppendFrame(d.out[:0], f)
	} else {
		d.out, err = d.Append(d.out[:0], text)
	}
	m.SetBytes(bytes.Clone(d.out))
	if len(d.out) > maxKept {
		d.out = nil
	}
	switch fault, ok := diag.From(err); {
	case err == nil:
	case ok && d.faultIsDoc:
		setFault(m, fault, f.Offset)
		if f.Fault != nil {
			m.SetError(nil)
		}
	default:
		fail(m, err, f.Offset)
	}
}

// maxKept is the size of the largest document whose memory is kept.
const maxKept = 1 << 20

// setOf returns the types of the version that a configuration names.
func setOf(v Values) frames.Set {
	if version := v.text("protocol"); version != "" {
		return all.Types().InVersion(version)
	}
	return all.Types()
}

// familyNames returns the families of types that are detected.
func familyNames() (names []string) {
	for _, t := range all.Types() {
		if t.Guessed && !slices.Contains(names, t.Family()) {
			names = append(names, t.Family())
		}
	}
	return names
}

func typeNames() (names []string) {
	for _, t := range all.Types() {
		names = append(names, t.Name)
	}
	return names
}

func formNames() (names []string) {
	for f := frames.RawInput; f <= frames.ByteListInput; f++ {
		names = append(names, f.String())
	}
	return names
}

func endpointNames() (names []string) {
	for i := range diverge.Endpoints {
		names = append(names, diverge.Endpoints[i].Name)
	}
	return names
}

// requestNames returns the names of the requests whose answers are known, sorted.
func requestNames() (names []string) {
	for _, t := range all.Types() {
		if t.IsResponse() {
			names = append(names, frames.Names(t.Messages())...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func senderNames() []string { return []string{frames.Client.String(), frames.Server.String()} }

func senderOf(name string) frames.Sender {
	switch name {
	case frames.Client.String():
		return frames.Client
	case frames.Server.String():
		return frames.Server
	}
	return frames.UnknownSender
}

package frames

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Decoder decodes one frame after the other, as `divtool decode` does: it detects the
// type, and reads the bytes, or the text that spells them. It keeps its memory, so that a
// frame costs few allocations or none. It is not safe for concurrent use: give each
// goroutine its own.
type Decoder struct {
	Set     Set       // what frames may be; a set of one type is the type of all
	Type    *Type     // of all frames; nil to detect it
	Options Options   // for other versions of the protocols, see [Set.InVersion]
	Form    InputForm // of what Append is given
	Strict  bool      // the first warning about a frame is its error

	// Family holds the types that are tried first. The first frame that has a type sets
	// it to the family of that type, unless Independent is set: most frames of a stream
	// are of one family. Alternatives to a type are sought only while Family is nil.
	Family      Set
	Independent bool

	reader    Reader
	document  Document
	info      DocInfo
	lastType  *Type
	lastGuess Guess
	spelled   []byte // what a text spells
}

// Append appends the document of a frame: JSON on one line, without a line break.
//
// It appends a document even if there is an error, which is a [diag.Diagnostic]. The
// document of a malformed frame has the members before the fault, whose offset counts
// from the start of the frame; that of a frame without a type has its size, and that of
// a text that spells no frame only the error, whose offset counts in the text. With
// Strict, the error of a frame that decodes is its first warning.
func (d *Decoder) Append(dst, frame []byte) ([]byte, error) {
	d.info = DocInfo{Index: -1}
	return d.append(dst, frame)
}

// AppendFrame is Append for a frame of a stream: the document has its index and its
// offset. The offset of an error counts from the start of the frame nevertheless.
func (d *Decoder) AppendFrame(dst []byte, f SplitFrame) ([]byte, error) {
	d.info = DocInfo{Index: f.Index, Offset: f.Offset}
	if f.Fault == nil {
		return d.append(dst, f.Bytes)
	}
	d.info.Fault = f.Fault
	t := d.givenType()
	if f.OnlyLength {
		t = nil
	}
	d.ReadPartial(t, f.Bytes, &d.document, &d.info)
	return d.document.Append(dst, f.Bytes, &d.info), d.info.Fault
}

// append appends the document that d.info begins.
func (d *Decoder) append(dst, text []byte) ([]byte, error) {
	frame, form, fault := d.bytes(text)
	if fault != nil {
		d.document.Reset()
		if d.info.Fault = fault; form != RawInput {
			d.info.Line, d.info.Column = fault.Position(text)
		}
		return d.document.Append(dst, nil, &d.info), fault
	}
	if fault = d.read(frame, &d.document, &d.info); fault != nil && form != RawInput {
		fault = d.locate(text, form, frame, fault)
	}
	d.info.Fault = fault
	dst = d.document.Append(dst, frame, &d.info)
	if fault == nil && d.Strict && d.document.Warnings > 0 {
		return dst, WarningError(d.document.firstWarning)
	}
	return dst, fault.Err()
}

// locate sets the line and the column of the fault of a frame that a text spells. It
// returns the fault of the text instead where raw bytes are nearly a text form.
func (d *Decoder) locate(text []byte, form InputForm, frame []byte, fault *diag.Diagnostic) *diag.Diagnostic {
	if form == AutoInput {
		if near := input.ExplainRaw(frame); near != nil {
			d.info.Line, d.info.Column = near.Position(text)
			return near
		}
		return fault
	}
	if in, bad := input.Read(text, d.Form.input(), d.limit()); bad == nil && in.Form != input.Bin {
		at := diag.Diagnostic{Offset: in.Locate(fault.Offset)}
		d.info.Line, d.info.Column = at.Position(text)
	}
	return fault
}

// WarningError returns a warning of a frame as the error of a strict reader.
func WarningError(w *diag.Diagnostic) error {
	strict := *w
	strict.Severity = diag.Error
	if member := strings.TrimPrefix(strings.TrimPrefix(w.Path, payloadPath), "/"); member != "" {
		strict.Message = text.At(member, w.Message)
	}
	return &strict
}

// Read sends the events of a frame to sink, as Append does to a document, and completes
// info: the type, and its alternatives. Of a frame that fits no type it sends the size.
// It does not look at Form.
func (d *Decoder) Read(frame []byte, sink ResetSink, info *DocInfo) error {
	return d.read(frame, sink, info).Err()
}

func (d *Decoder) read(frame []byte, sink ResetSink, info *DocInfo) *diag.Diagnostic {
	if t := d.givenType(); t != nil {
		info.Type = t.Name
		fault := faultOf(d.ReadAs(t, frame, sink))
		if fault != nil {
			probe := Reader{Options: d.Options} // the other one has what is yet to be shown
			d.Set.Explain(&probe, t, frame, fault)
		}
		return fault
	}
	d.reader.Options = d.Options
	sink.Reset()
	if t := d.Family.ReadFirst(&d.reader, frame, sink); t != nil && !d.Set.Contradicts(t, frame) {
		info.Type, d.lastType = t.Name, t
		return nil
	}
	d.lastGuess = Guess{}
	if d.Family != nil {
		d.guess(d.Family, frame, sink, info)
	}
	if d.lastGuess.Type == nil {
		d.guess(d.Set, frame, sink, info)
	}
	switch {
	case d.lastGuess.Type == nil:
		return d.noFit(frame, sink)
	case d.Family != nil:
		info.Alternatives = nil
	case !d.Independent:
		d.Family = d.Set.FamilyOf(d.lastType)
	}
	return nil
}

// givenType returns the type of all frames, nil if it is to be detected.
func (d *Decoder) givenType() *Type {
	if d.Type == nil && len(d.Set) == 1 {
		return d.Set[0]
	}
	return d.Type
}

// guess reads a frame as the type that fits best, which goes to info.
func (d *Decoder) guess(types Set, frame []byte, sink ResetSink, info *DocInfo) {
	sink.Reset()
	d.lastGuess = types.Read(&d.reader, frame, sink)
	if t := d.lastGuess.Type; t != nil {
		info.Type, info.Alternatives, d.lastType = t.Name, d.lastGuess.Alternatives, t
	}
}

// noFit returns why a frame fits no type, and reads it as one of unknown type.
func (d *Decoder) noFit(frame []byte, sink ResetSink) *diag.Diagnostic {
	fault := faultOf(d.lastGuess.NoFit())
	d.ReadAs(nil, frame, sink)
	if fault.Secret && !d.Options.ShowSecrets {
		sink.Redact(Span{Length: len(frame)})
	}
	return fault
}

// ReadAs sends the events of a frame of a type to sink, after resetting it. A nil type
// is an unknown one, of which only the size is known.
func (d *Decoder) ReadAs(t *Type, frame []byte, sink ResetSink) error {
	d.reader.Options = d.Options
	sink.Reset()
	if t == nil {
		d.reader.SendUnknown(frame, sink)
		return nil
	}
	d.lastType = d.reader.VersionOf(t, frame)
	return d.reader.Read(d.lastType, frame, sink)
}

// ReadPartial sends to sink what there is of a frame that is not whole. info has the fault
// of the input, and gets the type; a nil type is an unknown one.
func (d *Decoder) ReadPartial(t *Type, frame []byte, sink ResetSink, info *DocInfo) {
	fault := faultOf(d.ReadAs(t, frame, sink))
	if t != nil {
		info.Type = t.Name
	}
	if fault != nil && fault.Secret {
		info.Fault.Secret = true
	}
}

// LastType returns the type that a frame was read as last, as the version of the frame
// declares it; nil if there was none.
func (d *Decoder) LastType() *Type { return d.lastType }

// LastGuess returns what was tried last to detect a type. It is valid until the next
// frame.
func (d *Decoder) LastGuess() *Guess { return &d.lastGuess }

// FamilyOf returns the guessed types of the family of t.
func (s Set) FamilyOf(t *Type) Set {
	return slices.DeleteFunc(slices.Clone(s), func(other *Type) bool {
		return !other.Guessed || other.Family() != t.Family()
	})
}

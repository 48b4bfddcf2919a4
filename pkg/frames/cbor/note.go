package cbor

import (
	"bytes"
	"encoding/hex"
	"math"
	"strconv"
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// note says what a person wants to know of the value that has been read, or
// that has been opened: in the level of the given depth. With Spans, every
// value is said something of.
func (s *reader) note(t *Type, f *Field, start, depth int) {
	if !s.spans && !s.wantsNote(t, f, start) {
		return
	}
	end := s.at
	if len(s.levels) > depth {
		end = s.levelEnd(&s.levels[depth])
	}
	item := Item{s.frame, start, min(end, s.limit)}
	n := &s.noteEvent
	*n = frames.Note{Span: frames.Span{Offset: start, Length: end - start}}
	s.text = s.text[:0]
	switch {
	case f != nil && f.Describe != nil:
		s.text = f.Describe(s.text, item, s.parent(depth))
	case f != nil && f.Embedded != nil:
		s.embeddedNote(f, item, depth, n)
	case t.Describe != nil:
		s.text = t.Describe(s.text, item.Map())
	case f != nil && f.Unit != NoUnit:
		s.unitNote(f, item, n)
	case t.Kind == AnyKind || t.Kind == ScalarOrListKind || t.Kind == FloatKind:
		s.rawNote(item, f != nil && t == &Any)
	case t.Kind == BytesKind && t.Size == 0:
		s.bytesNote(item, n)
	}
	if len(s.text) == 0 && s.spans {
		n.Kind = f == nil || f.Meaning == ""
		s.text = append(s.text, meaning(t, f)...)
	}
	if len(s.text) > 0 {
		s.pointer(depth)
		s.emitNote()
	}
}

// wantsNote tells whether there may be more to say of the value that starts there
// than what it is.
func (s *reader) wantsNote(t *Type, f *Field, start int) bool {
	if t.Describe != nil || f != nil && (f.Describe != nil || f.Embedded != nil || f.Unit != NoUnit) {
		return true
	}
	switch t.Kind {
	case AnyKind, ScalarOrListKind, FloatKind:
		return f != nil && t == &Any || s.wasRaw(start)
	case BytesKind:
		return t.Size == 0
	}
	return false
}

// levelEnd is the offset behind an array or map that has been opened.
func (s *reader) levelEnd(l *level) int {
	if l.end == 0 {
		if l.end = skip(s.frame, l.start, s.limit); l.end < 0 {
			l.end = len(s.frame) // it breaks off
		}
	}
	return l.end
}

// parent is the map in the level of the given depth.
func (s *reader) parent(depth int) Map {
	return Map{Item{s.frame, s.levels[depth-1].start, s.limit}}
}

// meaning is what a value is for, else what it is.
func meaning(t *Type, f *Field) string {
	if f != nil && f.Meaning != "" {
		return f.Meaning
	}
	return t.displayName()
}

// emitNote sends the note s.sent. Its path and text stand in s.path and s.text.
func (s *reader) emitNote() {
	s.scratch = append(append(s.scratch[:0], payloadPath...), s.path...)
	s.noteEvent.Path, s.noteEvent.Text = s.scratch, s.text
	s.sink.Note(&s.noteEvent)
}

// unitNote says what the number of a field stands for.
func (s *reader) unitNote(f *Field, item Item, n *frames.Note) {
	v, ok := item.Uint()
	switch {
	case f.Unit == ShowMeaning:
		if !ok && item.frame[item.at] == headFalse || item.IsNull() {
			return
		}
		s.text = append(s.text, f.Meaning...)
	case f.Unit == HexID:
		s.text = AppendHexID(s.text, item)
	case !ok:
	case f.Unit == Micros:
		s.timeNote(v, n)
	case f.Unit == Duration:
		s.text = appendDuration(s.text, v)
	case f.Unit == ByteSize:
		s.text = frames.AppendSize(s.text, v)
	}
}

// AppendHexID appends a whole number of up to 128 bits in hex.
func AppendHexID(dst []byte, item Item) []byte {
	h, ok := item.head()
	switch {
	case !ok:
		return dst
	case h.major == majorUint:
		return strconv.AppendUint(append(dst, "0x"...), h.arg, 16)
	case h.major != majorTag:
		return dst
	}
	number, ok := Item{item.frame, h.next, item.limit}.Bytes()
	if !ok {
		return dst
	}
	number = bytes.TrimLeft(number, "\x00")
	if len(number) == 0 {
		return append(dst, "0x0"...)
	}
	dst = strconv.AppendUint(append(dst, "0x"...), uint64(number[0]), 16)
	return hex.AppendEncode(dst, number[1:])
}

// lastMicro is the last microsecond of the year 9999, in Unix time.
const lastMicro = 253402300799_999_999

// timeNote says a time in UTC.
func (s *reader) timeNote(v uint64, n *frames.Note) {
	if v > lastMicro {
		s.text = append(s.text, "beyond the year 9999"...)
		n.Advice = true
		return
	}
	s.noteValue = time.UnixMicro(int64(v)).UTC().AppendFormat(s.noteValue[:0], time.RFC3339Nano)
	s.text = frames.AppendUTC(s.text, s.noteValue)
	n.Value = s.noteValue
}

// appendDuration appends microseconds in human units.
func appendDuration(dst []byte, v uint64) []byte {
	if v > math.MaxInt64/1000 {
		return append(dst, "over 292 years"...)
	}
	return append(dst, (time.Duration(v) * time.Microsecond).String()...)
}

// maxDiagnosed is the size of the largest item whose diagnostic notation is
// said, in bytes.
const maxDiagnosed = 4096

// rawNote says the diagnostic notation of a value that stands as its bytes;
// with always set, of any value.
func (s *reader) rawNote(item Item, always bool) {
	if item.limit-item.at > maxDiagnosed || !always && !s.wasRaw(item.at) {
		return
	}
	if notation, ok := diagnose(item.frame[item.at:item.limit]); ok {
		s.text = text.AppendEscaped(s.text, []byte(notation))
	}
}

// wasRaw tells whether the item that starts there was just sent as its bytes.
func (s *reader) wasRaw(start int) bool {
	return s.v.Kind == frames.CloseObject && s.v.Name == itemKey && s.v.Span.Offset == start
}

// maxNoteText is how many bytes of text a note repeats.
const maxNoteText = 4096

// bytesNote repeats bytes that are text.
func (s *reader) bytesNote(item Item, n *frames.Note) {
	b, ok := item.Bytes()
	switch {
	case !ok:
	case len(b) == 0:
		s.text = append(s.text, "no bytes"...)
	case !frames.IsPlainText(b):
		s.text = frames.AppendSize(s.text, uint64(len(b)))
	default:
		s.text = append(s.text, "text"...)
		if len(b) <= maxNoteText {
			n.Value = b
		}
	}
}

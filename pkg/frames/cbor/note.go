package cbor

import (
	"bytes"
	"encoding/hex"
	"math"
	"strconv"
	"time"

	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/frames"
)

// note says what a person wants to know of the value that has been read, or
// that has been opened: in the level of the given depth. With Spans, every
// value is said something of.
func (s *reading) note(t *Type, f *Field, start, depth int) {
	if !s.spans && !s.speaks(t, f, start) {
		return
	}
	end := s.at
	if len(s.levels) > depth {
		end = s.levelEnd(&s.levels[depth])
	}
	item := Item{s.frame, start, min(end, s.limit)}
	n := &s.sent
	*n = frames.Note{Span: frames.Span{Offset: start, Length: end - start}}
	s.text = s.text[:0]
	switch {
	case f != nil && f.Say != nil:
		s.text = f.Say(s.text, item, s.around(depth))
	case f != nil && f.Inside != nil:
		s.inside(f, item, depth, n)
	case t.Say != nil:
		s.text = t.Say(s.text, item.Map())
	case f != nil && f.Unit != NoUnit:
		s.unit(f, item, n)
	case t.Kind == AnyKind || t.Kind == BareKind || t.Kind == FloatKind:
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
		s.sendNote()
	}
}

// speaks tells whether there may be more to say of the value that starts there
// than what it is.
func (s *reading) speaks(t *Type, f *Field, start int) bool {
	if t.Say != nil || f != nil && (f.Say != nil || f.Inside != nil || f.Unit != NoUnit) {
		return true
	}
	switch t.Kind {
	case AnyKind, BareKind, FloatKind:
		return f != nil && t == &Any || s.wasRaw(start)
	case BytesKind:
		return t.Size == 0
	}
	return false
}

// levelEnd is the offset behind an array or map that has been opened.
func (s *reading) levelEnd(l *level) int {
	if l.end == 0 {
		if l.end = skip(s.frame, l.start, s.limit); l.end < 0 {
			l.end = len(s.frame) // it breaks off
		}
	}
	return l.end
}

// around is the map in the level of the given depth.
func (s *reading) around(depth int) Map {
	return Map{Item{s.frame, s.levels[depth-1].start, s.limit}}
}

// meaning is what a value is for, else what it is.
func meaning(t *Type, f *Field) string {
	if f != nil && f.Meaning != "" {
		return f.Meaning
	}
	return t.name()
}

// sendNote sends the note s.sent. Its path and text stand in s.path and s.text.
func (s *reading) sendNote() {
	s.plain = append(append(s.plain[:0], payloadPath...), s.path...)
	s.sent.Path, s.sent.Text = s.plain, s.text
	s.sink.Note(&s.sent)
}

// unit says what the number of a field stands for.
func (s *reading) unit(f *Field, item Item, n *frames.Note) {
	v, ok := item.Uint()
	switch {
	case f.Unit == Noted:
		if !ok && item.frame[item.at] == headFalse || item.IsNull() {
			return
		}
		s.text = append(s.text, f.Meaning...)
	case f.Unit == Ident:
		s.text = AppendHexID(s.text, item)
	case !ok:
	case f.Unit == Micros:
		s.micros(v, n)
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

// micros says a time in UTC.
func (s *reading) micros(v uint64, n *frames.Note) {
	if v > lastMicro {
		s.text = append(s.text, "beyond the year 9999"...)
		n.Advice = true
		return
	}
	s.said = time.UnixMicro(int64(v)).UTC().AppendFormat(s.said[:0], time.RFC3339Nano)
	s.text = frames.AppendUTC(s.text, s.said)
	n.Value = s.said
}

// appendDuration appends microseconds in human units.
func appendDuration(dst []byte, v uint64) []byte {
	if v > math.MaxInt64/1000 {
		return append(dst, "over 292 years"...)
	}
	return append(dst, (time.Duration(v) * time.Microsecond).String()...)
}

// mostDiagnosed is the size of the largest item whose diagnostic notation is
// said, in bytes.
const mostDiagnosed = 4096

// rawNote says the diagnostic notation of a value that stands as its bytes;
// with always set, of any value.
func (s *reading) rawNote(item Item, always bool) {
	if item.limit-item.at > mostDiagnosed || !always && !s.wasRaw(item.at) {
		return
	}
	if text, ok := diagnose(item.frame[item.at:item.limit]); ok {
		s.text = safetext.Append(s.text, []byte(text))
	}
}

// wasRaw tells whether the item that starts there was just sent as its bytes.
func (s *reading) wasRaw(start int) bool {
	return s.v.Kind == frames.CloseObject && s.v.Name == itemKey && s.v.Span.Offset == start
}

// mostText is how many bytes of text a note repeats.
const mostText = 4096

// bytesNote repeats bytes that are text.
func (s *reading) bytesNote(item Item, n *frames.Note) {
	b, ok := item.Bytes()
	switch {
	case !ok:
	case len(b) == 0:
		s.text = append(s.text, "no bytes"...)
	case !frames.PlainText(b):
		s.text = frames.AppendSize(s.text, uint64(len(b)))
	default:
		s.text = append(s.text, "text"...)
		if len(b) <= mostText {
			n.Value = b
		}
	}
}

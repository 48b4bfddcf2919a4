package frames

import (
	"encoding/binary"
	"fmt"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

const payloadPath = "/payload"

// Read reads the fields front to back. As in the reference, that all bytes
// are there is checked for every field before any text is.
func (l *Layout) Read(r *Reader, offset int) *diag.Diagnostic {
	read, d := l.checkFields(r, offset)
	if read == 0 && d != nil {
		return d
	}
	r.openPayload(Span{offset, len(r.Frame) - offset})
	end := l.sendFields(r, offset, read)
	r.Close()
	if d == nil {
		r.warnTrailing(payloadPath, end)
	}
	return d
}

// checkFields finds how many fields there are before the fault.
func (l *Layout) checkFields(r *Reader, offset int) (int, *diag.Diagnostic) {
	read, d := l.measure(r, offset)
	if valid, fault := l.checkValues(r, offset, min(read, len(r.ends))); d == nil {
		read, d = valid, fault
	} else if fault != nil && fault.Code != "utf8" {
		read = valid // what a byte of no meaning stands for cannot be printed
	}
	if d != nil && l.hasSecret() && !r.ShowSecrets && offset < len(r.Frame) {
		r.Sink.Redact(Span{offset, len(r.Frame) - offset})
		d.Secret = true
	}
	return read, d
}

// sendFields sends the first fields, and returns where they end.
func (l *Layout) sendFields(r *Reader, offset, read int) int {
	end := offset
	for i := range l.Fields[:read] {
		l.sendField(r, &l.Fields[i], payloadPath, Span{end, r.ends[i] - end})
		end = r.ends[i]
	}
	return end
}

// measure finds the end of each field, into r.ends, and how many there are
// before the frame breaks off.
func (l *Layout) measure(r *Reader, offset int) (int, *diag.Diagnostic) {
	r.ends = r.ends[:0]
	if n := len(r.Frame) - offset; l.ExactSize && n != l.Fields[0].size() {
		f := &l.Fields[0]
		return 0, &diag.Diagnostic{
			Code: "length", Path: payloadPath, Offset: offset, Length: n,
			Need: diag.Count(f.size()), Have: diag.Count(n),
			Message:  fmt.Sprintf("%s: needs exactly %s, there are %d%s", f.Name, diag.Quantity(f.size(), "byte"), n, lastByteHint(r.Frame, n-f.size())),
			Upstream: l.upstreamName(fmt.Sprintf("Length(%d)", n)),
		}
	}
	at := offset
	for i := range l.Fields {
		f := &l.Fields[i]
		left := len(r.Frame) - at
		need := f.minSize()
		if f.Kind == Text16 && left >= need {
			need += int(binary.BigEndian.Uint16(r.Frame[at:]))
		}
		if left < need {
			return i, l.truncated(r, f, at, need)
		}
		switch f.Kind {
		case Text, Bytes:
			at = len(r.Frame)
		case List32:
			var d *diag.Diagnostic
			if at, d = l.measureList(r, f, at); d != nil {
				r.ends = append(r.ends, at)
				return i + 1, d
			}
		default:
			at += need
		}
		r.ends = append(r.ends, at)
	}
	return len(l.Fields), nil
}

// lastByteHint tells the usual cause of one byte too many.
func lastByteHint(frame []byte, surplus int) string {
	if surplus == 1 && len(frame) > 0 && frame[len(frame)-1] == '\n' {
		return " (the last one is a line break: was the frame written with a newline?)"
	}
	return ""
}

func (l *Layout) truncated(r *Reader, f *Field, at, need int) *diag.Diagnostic {
	left := len(r.Frame) - at
	d := &diag.Diagnostic{
		Code: "truncated", Path: payloadPath + "/" + f.Name, Offset: at, Length: left,
		Need: diag.Count(need), Have: diag.Count(left),
		Message:  fmt.Sprintf("%s: needs %s, %s left", f.Name, diag.Quantity(need, "byte"), diag.CountVerb(left)),
		Upstream: l.upstreamName("Truncated"),
	}
	if l.EmptyError != "" && left == 0 && f == &l.Fields[0] {
		d.Code, d.Upstream = "empty", l.EmptyError
	}
	if l.SizedErrors {
		d.Upstream = l.upstreamName(fmt.Sprintf("Short(%d)", left))
	}
	if f.Kind == Text16 && left >= 2 {
		d.Need, d.Have = diag.Count(need-2), diag.Count(left-2)
		d.Offset, d.Length = at+2, left-2
		if l.SizedErrors {
			d.Upstream = l.upstreamName(fmt.Sprintf("Truncated{need: %d, have: %d}", need-2, left-2))
		}
		d.Message = fmt.Sprintf("%s: its length says %s, %s left", f.Name, diag.Quantity(need-2, "byte"), diag.CountVerb(left-2))
		if swapped := int(r.Frame[at+1])<<8 | int(r.Frame[at]); swapped != need-2 && swapped <= left-2 {
			d.Message += fmt.Sprintf(" (read with the other byte order it would be %d)", swapped)
		}
	}
	return d
}

// checkValues checks that the text fields are UTF-8, and bytes that must be
// known are, front to back.
func (l *Layout) checkValues(r *Reader, offset, read int) (int, *diag.Diagnostic) {
	start := offset
	for i := range l.Fields[:read] {
		if d := l.checkValue(r, &l.Fields[i], payloadPath, start, r.ends[i]); d != nil {
			return i, d
		}
		start = r.ends[i]
	}
	return read, nil
}

func (l *Layout) checkValue(r *Reader, f *Field, parent string, start, end int) *diag.Diagnostic {
	switch f.Kind {
	case U8, Enum8:
		if v := int(r.Frame[start]); v >= f.valueCount() {
			return &diag.Diagnostic{
				Code: f.Code, Path: parent + "/" + f.Name, Offset: start, Length: 1, Have: diag.Count(v),
				Message:  fmt.Sprintf("%s: there is no %d: the values are 0 to %d", f.Name, v, f.valueCount()-1),
				Upstream: l.upstreamName(fmt.Sprintf("%s(%d)", f.Error, v)),
			}
		}
	case Text16, Text:
		text := r.Frame[start+prefixSize(f) : end]
		if f.NonEmpty && len(text) == 0 {
			return &diag.Diagnostic{
				Code: "length", Path: parent + "/" + f.Name, Offset: start, Have: diag.Count(0),
				Message: f.Name + ": it must not be empty", Upstream: l.upstreamName(f.Error),
			}
		}
		if utf8.Valid(text) {
			return nil
		}
		at := end - len(text) + invalidUTF8(text)
		have := fmt.Sprintf("byte 0x%02x", r.Frame[at])
		if f.Secret && !r.ShowSecrets {
			have = "a byte of a secret"
		}
		return &diag.Diagnostic{
			Code: "utf8", Path: parent + "/" + f.Name, Offset: at, Length: 1,
			Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message:  fmt.Sprintf("%s: %s is not UTF-8", f.Name, have),
			Upstream: l.upstreamName(f.Error),
		}
	}
	return nil
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8.
func invalidUTF8(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		at += size
	}
	return at
}

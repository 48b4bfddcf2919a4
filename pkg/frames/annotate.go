package frames

import (
	"bytes"
	"encoding/binary"
	"strconv"
	"time"

	"github.com/divtool/divtool/internal/text"
)

// annotate says of a field what a person wants to know.
func (r *Reader) annotate(f *Field, parent string, span Span) {
	if !r.Notes && !r.Spans || f.Secret && !r.ShowSecrets {
		return
	}
	r.path = append(append(append(r.path[:0], parent...), '/'), f.Name...)
	r.text = r.text[:0]
	note := Note{Span: span}
	value := r.Frame[span.Offset : span.Offset+span.Length]
	switch {
	case f.Kind == Time:
		note.Value, note.Advice = r.timeText(value)
	case f.Unit == FileMode:
		r.text = appendMode(r.text, binary.BigEndian.Uint32(value))
	case f.EmptyMeaning != "" && len(value) == prefixSize(f):
		r.text = append(r.text, f.EmptyMeaning...)
	case f.Kind == Bytes:
		note.Value = r.rawText(value)
	case f.Unit == FilePath:
		note.Advice = r.pathText(value[prefixSize(f):])
	case f.Unit == ByteSize:
		r.text = AppendSize(r.text, fixedUint(value))
	case f.Annotated:
		r.text = append(r.text, f.Meaning...)
	}
	if len(r.text) == 0 && r.Spans {
		r.text = append(r.text, f.Meaning...)
	}
	if len(r.text) > 0 && (r.Notes || r.Spans) {
		r.sendNote(note)
	}
}

func prefixSize(f *Field) int {
	if f.Kind == Text16 {
		return 2
	}
	return 0
}

func fixedUint(b []byte) uint64 {
	if len(b) == 4 {
		return uint64(binary.BigEndian.Uint32(b))
	}
	return binary.BigEndian.Uint64(b)
}

// maxUnixSeconds is the last second of the year 9999, in Unix time.
const maxUnixSeconds = 253402300799

// timeText writes a time in UTC.
func (r *Reader) timeText(b []byte) (value []byte, advice bool) {
	secs, nanos := binary.BigEndian.Uint64(b), binary.BigEndian.Uint32(b[8:])
	switch {
	case nanos >= 1e9:
		r.text = append(r.text, "nanos should be below 1000000000"...)
		return nil, true
	case secs > maxUnixSeconds:
		r.text = append(r.text, "beyond the year 9999"...)
		return nil, true
	}
	r.plain = time.Unix(int64(secs), int64(nanos)).UTC().AppendFormat(r.plain[:0], time.RFC3339Nano)
	r.text = AppendUTC(r.text, r.plain)
	return r.plain, false
}

// AppendUTC appends a time of RFC 3339 in UTC as people write it: 2023-11-14
// 22:13:20.5 UTC. Formatting it a second time would cost more.
func AppendUTC(dst, rfc3339 []byte) []byte {
	const date = len("2006-01-02")
	dst = append(append(dst, rfc3339[:date]...), ' ')
	dst = append(dst, rfc3339[date+1:len(rfc3339)-1]...)
	return append(dst, " UTC"...)
}

// maxNoteText is how many bytes of text an annotation repeats.
const maxNoteText = 4096

// rawText says what bytes are, and repeats them when they are text.
func (r *Reader) rawText(b []byte) []byte {
	if !IsPlainText(b) {
		r.text = AppendSize(r.text, uint64(len(b)))
		return nil
	}
	r.text = append(r.text, "text"...)
	if len(b) >= 1024 {
		r.text = AppendSize(append(r.text, ", "...), uint64(len(b)))
	}
	if len(b) > maxNoteText {
		return nil
	}
	return b
}

func unprintable(c rune) bool {
	return c != '\n' && c != '\t' && c != '\r' && text.IsHostile(c)
}

// pathText judges a path of a mount.
func (r *Reader) pathText(path []byte) (advice bool) {
	if path[0] == '/' {
		r.text = append(r.text, "paths of a mount begin without a slash"...)
		return true
	}
	for part := range bytes.SplitSeq(path, []byte{'/'}) {
		switch string(part) {
		case "", ".", "..":
			r.text = append(r.text, `a part of the path is empty, "." or ".."`...)
			return true
		}
	}
	return false
}

// appendMode writes permission bits as ls does, with the octal number.
func appendMode(dst []byte, mode uint32) []byte {
	const letters = "rwxrwxrwx"
	for i := range letters {
		if mode>>(8-i)&1 != 0 {
			dst = append(dst, letters[i])
		} else {
			dst = append(dst, '-')
		}
	}
	dst = append(dst, " (0o"...)
	dst = strconv.AppendUint(dst, uint64(mode), 8)
	return append(dst, ')')
}

var sizeUnits = [...]string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// AppendSize appends a number of bytes in the largest unit that keeps it at 1
// or more, with at most one digit behind the point; nothing below 1 KiB.
func AppendSize(dst []byte, n uint64) []byte {
	if n < 1024 {
		return dst
	}
	unit, shift := 0, 10
	for n>>(shift+10) > 0 {
		unit, shift = unit+1, shift+10
	}
	if whole := n >> shift; whole<<shift == n {
		dst = strconv.AppendUint(dst, whole, 10)
	} else {
		dst = append(dst, "about "...)
		dst = strconv.AppendFloat(dst, float64(n)/float64(uint64(1)<<shift), 'f', 1, 64)
	}
	return append(append(dst, ' '), sizeUnits[unit]...)
}

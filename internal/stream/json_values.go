package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"unicode/utf8"
)

// ErrTooLarge is a value that is longer than may be kept.
var ErrTooLarge = errors.New("the value is too large")

// Values splits a text of JSON values, one behind the other, into pieces of
// whole values: as many as are at hand. Memory is bounded by the largest
// value. What is no JSON comes in some piece all the same, for its reader to
// refuse; only the last piece may break off.
type Values struct {
	src      io.Reader
	maxValue int // the largest value, in bytes

	buf           []byte
	start         int // behind the last piece
	scanned       int
	base          int // offset of buf in the input
	linesBefore   int // before buf
	columnsBefore int // of its first line, before buf
	eof           bool
	err           error

	// Where the scan stands.
	depth    int // arrays and objects open
	inString bool
	escaped  bool // the byte before was a backslash
}

// Piece is some values: those in Text[From:]. In front of them stands what is
// known of the line that they begin on.
type Piece struct {
	Text  []byte
	Start int
	// Offset is where Text stands in the input; so many lines stand before it,
	// and so many columns of its first line.
	Offset, LinesBefore, ColumnsBefore int
}

// NewValues splits src; no value may have more than so many bytes.
func NewValues(src io.Reader, maxValue int) *Values { return &Values{src: src, maxValue: maxValue} }

// lineContext is how much of a line is kept before a piece, in bytes.
const lineContext = 8 << 10

// Next returns the next piece. The error is io.EOF behind the last, that of
// the input, or [ErrTooLarge]; the piece then says where. A piece is only valid
// until the next call.
func (v *Values) Next() (Piece, error) {
	v.discard()
	for {
		end := v.scan()
		if v.eof {
			end = len(v.buf)
		}
		switch {
		case end > v.start && !isBlank(v.buf[v.start:end]):
			p := v.piece(end)
			v.start = end
			return p, nil
		case v.eof:
			return v.piece(len(v.buf)), v.err
		case len(v.buf)-v.start > v.maxValue:
			return v.piece(len(v.buf)), ErrTooLarge
		}
		v.start = max(v.start, end) // white space alone
		v.discard()
		v.fill()
	}
}

func (v *Values) piece(end int) Piece {
	return Piece{Text: v.buf[:end], Start: v.start, Offset: v.base, LinesBefore: v.linesBefore, ColumnsBefore: v.columnsBefore}
}

func isBlank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			return false
		}
	}
	return true
}

// discard drops what has been handed out, but for the line that it ends in.
func (v *Values) discard() {
	if v.start < chunkSize/2 && cap(v.buf)-len(v.buf) >= chunkSize/2 {
		return // not worth the copy yet
	}
	drop := max(bytes.LastIndexByte(v.buf[:v.start], '\n')+1, v.start-lineContext)
	for drop < v.start && !utf8.RuneStart(v.buf[drop]) {
		drop++
	}
	dropped := v.buf[:drop]
	if n := bytes.Count(dropped, []byte{'\n'}); n > 0 {
		v.linesBefore += n
		v.columnsBefore = 0
	}
	v.columnsBefore += utf8.RuneCount(dropped[bytes.LastIndexByte(dropped, '\n')+1:])
	v.base += drop
	v.start -= drop
	v.scanned -= drop
	v.buf = v.buf[:copy(v.buf, v.buf[drop:])]
}

// fill reads once more.
func (v *Values) fill() {
	var err error
	if v.buf, err = readMore(v.src, v.buf); err != nil {
		v.eof, v.err = true, err
	}
}

// What a byte outside of strings does.
const (
	opening = 1 + iota
	closing
	quotes
	parts
)

var valueBytes = [256]uint8{
	'{': opening, '[': opening, '}': closing, ']': closing, '"': quotes,
	' ': parts, '\t': parts, '\n': parts, '\r': parts,
}

// scan goes on to the end of what has been read, and returns the last offset
// that a value can end at; 0 when there is none behind the scan's start.
func (v *Values) scan() (end int) {
	at := v.scanned
	for at < len(v.buf) {
		if v.inString {
			at = v.skipString(at)
			if !v.inString && v.depth == 0 {
				end = at
			}
			continue
		}
		switch valueBytes[v.buf[at]] {
		case opening:
			v.depth++
		case closing:
			if v.depth--; v.depth <= 0 {
				v.depth, end = 0, at+1
			}
		case quotes:
			v.inString = true
		case parts:
			if v.depth == 0 {
				end = at + 1
			}
		}
		at++
	}
	v.scanned = at
	return end
}

// skipString goes on to the end of a string, or of what has been read.
func (v *Values) skipString(at int) int {
	for at < len(v.buf) {
		if v.escaped {
			v.escaped = false
			at++
			continue
		}
		at = quoteOrSlash(v.buf, at)
		if at == len(v.buf) {
			return at
		}
		if v.buf[at] == '"' {
			v.inString = false
			return at + 1
		}
		v.escaped = true
		at++
	}
	return at
}

// quoteOrSlash is the offset of the next quote or backslash, or the end.
func quoteOrSlash(text []byte, at int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for ; at+8 <= len(text); at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		quote, slash := w^ones*'"', w^ones*'\\'
		// The lowest bit that is set is right; those above it may not be.
		if found := ((quote-ones)&^quote | (slash-ones)&^slash) & highs; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for at < len(text) && text[at] != '"' && text[at] != '\\' {
		at++
	}
	return at
}

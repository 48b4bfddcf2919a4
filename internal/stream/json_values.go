package stream

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"math/bits"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/frameio"
)

// ErrTooLarge reports a value that exceeds the size limit.
var ErrTooLarge = errors.New("the value is too large")

// Values splits a sequence of JSON values into pieces of complete values. Each
// piece holds the values that are available. Memory is bounded by the largest
// value. Text that is not JSON is part of some piece and left to the parser of
// the piece to reject. Only the last piece may end inside a value.
type Values struct {
	src      io.Reader
	maxValue int // maximum size of a value, in bytes

	buf           []byte
	start         int // offset after the last piece
	scanned       int
	base          int // offset of buf in the input
	linesBefore   int // lines before buf
	columnsBefore int // columns of the first line of buf before buf
	eof           bool
	err           error

	// State of the scan.
	depth    int // number of open arrays and objects
	inString bool
	escaped  bool // the previous byte was a backslash
}

// A Piece is one or more values, in Text[Start:]. Text[:Start] is the known part
// of the line on which the values begin.
type Piece struct {
	Text  []byte
	Start int
	// Offset is the position of Text in the input, LinesBefore the number of lines
	// before it, and ColumnsBefore the number of columns of its first line before it.
	Offset, LinesBefore, ColumnsBefore int
}

// NewValues returns a splitter of src; maxValue is the maximum size of a value in
// bytes.
func NewValues(src io.Reader, maxValue int) *Values { return &Values{src: src, maxValue: maxValue} }

// lineContext is the maximum length of line kept before a piece, in bytes.
const lineContext = 8 << 10

// Next returns the next piece, which is valid until the next call. The error is
// io.EOF after the last piece, the error of the input, or [ErrTooLarge]; the piece
// then holds the location of the error.
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
		v.start = max(v.start, end) // skip white space
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

// discard drops the text already returned, except for the current line.
func (v *Values) discard() {
	if v.start < frameio.ChunkSize/2 && cap(v.buf)-len(v.buf) >= frameio.ChunkSize/2 {
		return // not worth a copy yet
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

func (v *Values) fill() {
	var err error
	if v.buf, err = frameio.ReadMore(v.src, v.buf); err != nil {
		v.eof, v.err = true, err
	}
}

// Classes of the bytes outside strings.
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

// scan scans the rest of the buffer. It returns the last offset at which a value
// may end, or 0 if there is none in the newly scanned text.
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

// skipString returns the offset after the string, or the end of the buffer.
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

// quoteOrSlash returns the offset of the next quote or backslash, or len(text).
func quoteOrSlash(text []byte, at int) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	for ; at+8 <= len(text); at += 8 {
		w := binary.LittleEndian.Uint64(text[at:])
		quote, slash := w^ones*'"', w^ones*'\\'
		// Only the lowest bit set is reliable; a borrow may set higher ones.
		if found := ((quote-ones)&^quote | (slash-ones)&^slash) & highs; found != 0 {
			return at + bits.TrailingZeros64(found)/8
		}
	}
	for at < len(text) && text[at] != '"' && text[at] != '\\' {
		at++
	}
	return at
}

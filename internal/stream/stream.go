// Package stream splits an input of any length into frames, a batch at a
// time: lines of text, or a binary stream whose frames say their length.
//
// A batch holds the frames that are at hand; nothing waits for more input
// when there is a whole frame. Memory is bounded by the largest frame, and
// nothing is reserved by a length that the input declares.
//
// Not goals: what the frames hold, and which side of a connection sent them.
package stream

import (
	"io"

	"github.com/divtool/divtool/pkg/diag"
)

// Item is one frame of a batch: Text[Start:End] of it, or what there is of
// the frame when the stream breaks off.
type Item struct {
	Start, End    int
	Offset        int // of Start in the input
	Line          int // from 1, in a stream of lines,
	ColumnsBefore int // and how many columns of it stand before Start
	// Fault says why the frame is not whole; its offset counts from Start.
	Fault *diag.Diagnostic
}

// Batch is some frames that follow each other.
type Batch struct {
	Text  []byte
	Items []Item
	First int // index of the first item in the stream
}

// Framing tells frames apart. It keeps state between the calls for one
// stream.
type Framing interface {
	// Next finds the first frame of text. eof says that nothing follows the
	// text.
	Next(text []byte, eof bool) Step
}

// Step is what a [Framing] finds at the start of a text.
type Step struct {
	Kind          StepKind
	Start, End    int // of a frame
	Line          int
	ColumnsBefore int
	Next          int // where to go on
	Fault         *diag.Diagnostic
}

// StepKind says what stands at the start of a text.
type StepKind uint8

// The kinds of a step.
const (
	More  StepKind = iota // not enough to tell: read on
	Frame                 // a frame, or a fault in place of one
	Skip                  // nothing up to Next
	Stop                  // a fault that nothing can follow
)

// chunkSize is how much is read at a time, in bytes.
const chunkSize = 128 << 10

// Reader reads frames from an input.
type Reader struct {
	src     io.Reader
	framing Framing
	tail    []byte // read, and behind the last frame
	offset  int    // of tail in the input
	index   int
	eof     bool
	stopped bool // a fault has ended the stream
	err     error
}

// NewReader reads frames from src.
func NewReader(src io.Reader, framing Framing) *Reader {
	return &Reader{src: src, framing: framing}
}

// Next fills a batch with at most so many frames, at least one when there is
// one. The error is io.EOF behind the last, or that of the input; what was
// read before it has been given.
func (r *Reader) Next(b *Batch, maxItems int) error {
	if r.stopped {
		return r.err
	}
	b.Text, b.Items, b.First = append(b.Text[:0], r.tail...), b.Items[:0], r.index
	at, needMore := 0, false
	for {
		if !needMore {
			at = r.scan(b, at, maxItems)
		}
		if len(b.Items) > 0 || r.eof {
			break
		}
		needMore = !r.fill(b)
	}
	r.tail = append(r.tail[:0], b.Text[at:]...)
	r.offset += at
	r.index += len(b.Items)
	if len(b.Items) > 0 {
		return nil
	}
	return r.err
}

// scan takes the whole frames of a batch's text from an offset on, and returns
// where it stopped.
func (r *Reader) scan(b *Batch, at, maxItems int) int {
	for len(b.Items) < maxItems {
		step := r.framing.Next(b.Text[at:], r.eof)
		switch step.Kind {
		case More:
			return at
		case Skip:
			at += step.Next
			continue
		}
		b.Items = append(b.Items, Item{
			Start: at + step.Start, End: at + step.End, Offset: r.offset + at + step.Start,
			Line: step.Line, ColumnsBefore: step.ColumnsBefore, Fault: step.Fault,
		})
		at += step.Next
		if step.Kind == Stop {
			r.finish(io.EOF)
			r.stopped = true
			return len(b.Text)
		}
	}
	return at
}

// finish says that nothing follows.
func (r *Reader) finish(err error) {
	r.eof = true
	if r.err == nil {
		r.err = err
	}
}

// fill reads once more, and tells whether there is anything new to look at.
func (r *Reader) fill(b *Batch) bool {
	before := len(b.Text)
	var err error
	if b.Text, err = readMore(r.src, b.Text); err != nil {
		r.finish(err)
	}
	return len(b.Text) > before || err != nil
}

// readMore reads once more, behind what has been read.
func readMore(src io.Reader, text []byte) ([]byte, error) {
	if cap(text)-len(text) < chunkSize/2 {
		bigger := make([]byte, len(text), max(2*cap(text), chunkSize))
		copy(bigger, text)
		text = bigger
	}
	n, err := src.Read(text[len(text):cap(text)])
	return text[:len(text)+n], err
}

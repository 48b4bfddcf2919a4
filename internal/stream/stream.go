// Package stream splits an input of any length into frames, one batch at a time.
// An input is lines of text, or a binary stream whose frames declare their
// length.
//
// A batch holds the frames that are available; a complete frame never waits for
// more input. Memory is bounded by the largest frame. No memory is allocated for
// a length merely because the input declares it.
//
// Non-goals: the content of frames, and which side of a connection sent them.
package stream

import (
	"io"

	"github.com/divtool/divtool/pkg/diag"
)

// An Item is one frame of a batch: Text[Start:End], or the part that is present if
// the stream ends early.
type Item struct {
	Start, End    int
	Offset        int // offset of Start in the input
	Line          int // line number from 1, in a stream of lines
	ColumnsBefore int // columns of the line before Start
	// Fault is why the frame is incomplete, or nil; its offset counts from Start.
	Fault *diag.Diagnostic
}

// A Batch is a sequence of consecutive frames.
type Batch struct {
	Text  []byte
	Items []Item
	First int // index of the first item in the stream
}

// A Framing finds the boundaries of frames. It keeps state between calls, so
// each stream needs its own.
type Framing interface {
	// Next returns the first step of text. With eof, no input follows the text.
	Next(text []byte, eof bool) Step
}

// A Step is what a [Framing] finds at the start of a text.
type Step struct {
	Kind          StepKind
	Start, End    int // range of a frame in the text
	Line          int
	ColumnsBefore int
	Next          int // offset of the next step
	Fault         *diag.Diagnostic
}

// StepKind is the kind of a [Step].
type StepKind uint8

// The kinds of a step.
const (
	More  StepKind = iota // undecided: read more input
	Frame                 // a frame, or an error in place of one
	Skip                  // nothing before Next
	Stop                  // an error that ends the stream
)

// chunkSize is the minimum buffer size, in bytes.
const chunkSize = 128 << 10

// A Reader reads frames from an input.
type Reader struct {
	src     io.Reader
	framing Framing
	tail    []byte // input after the last frame
	offset  int    // offset of tail in the input
	index   int
	eof     bool
	stopped bool // an error has ended the stream
	err     error
}

// NewReader returns a reader of the frames in src.
func NewReader(src io.Reader, framing Framing) *Reader {
	return &Reader{src: src, framing: framing}
}

// Next fills a batch with up to maxItems frames; there is at least one unless an
// error is returned. The error is io.EOF after the last frame, or the error of
// the input once all frames before it have been returned.
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
		if at > 0 { // what was skipped before the first frame is not kept
			b.Text = b.Text[:copy(b.Text, b.Text[at:])]
			r.offset += at
			at = 0
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

// scan appends the complete frames of b.Text[at:] to the batch and returns the
// offset after them.
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

// finish records the end of the input; the first error wins.
func (r *Reader) finish(err error) {
	r.eof = true
	if r.err == nil {
		r.err = err
	}
}

// fill reads once and reports whether there is more text, or the end of it, to
// scan.
func (r *Reader) fill(b *Batch) bool {
	before := len(b.Text)
	var err error
	if b.Text, err = readMore(r.src, b.Text); err != nil {
		r.finish(err)
	}
	return len(b.Text) > before || err != nil
}

func readMore(src io.Reader, text []byte) ([]byte, error) {
	if cap(text)-len(text) < chunkSize/2 {
		bigger := make([]byte, len(text), max(2*cap(text), chunkSize))
		copy(bigger, text)
		text = bigger
	}
	n, err := src.Read(text[len(text):cap(text)])
	return text[:len(text)+n], err
}

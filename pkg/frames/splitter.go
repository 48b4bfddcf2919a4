package frames

import (
	"errors"
	"io"
	"iter"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/pkg/diag"
)

// An Item is one frame of a batch: Text[Start:End], or the part that is present if
// the stream ends early.
type Item struct {
	Start, End    int
	Index         int // of the frame in the stream, from 0
	Offset        int // offset of Start in the input
	Line          int // line number from 1, in a stream of lines
	ColumnsBefore int // columns of the line before Start
	// Fault is why the frame is incomplete, or nil; its offset counts from Start.
	Fault *diag.Diagnostic
	// OnlyLength is set when the bytes are those of a length before the frame: none of
	// the frame is present.
	OnlyLength bool
	// Blank is set for a place without a frame that the framing keeps. It is not
	// counted: its Index is that of the frame after it.
	Blank bool
}

// A Batch is a sequence of consecutive frames.
type Batch struct {
	Text  []byte
	Items []Item
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
	OnlyLength    bool // see [Item]
}

// StepKind is the kind of a [Step].
type StepKind uint8

// The kinds of a step.
const (
	StepMore  StepKind = iota // undecided: read more input
	StepFrame                 // a frame, or an error in place of one
	StepBlank                 // a place without a frame; see [Item]
	StepSkip                  // nothing before Next
	StepStop                  // an error that ends the stream
)

// A Splitter splits an input of any length into frames, one batch at a time: into those
// of a binary stream whose frames declare their length, or what else a [Framing] finds.
//
// A batch holds the frames that are available: a complete frame never waits for more
// input. Memory is bounded by the largest frame. None is allocated for a length merely
// because the input declares it.
type Splitter struct {
	src     io.Reader
	framing Framing
	tail    []byte // input after the last frame
	offset  int    // offset of tail in the input
	index   int
	eof     bool
	stopped bool // an error has ended the stream
	err     error
}

// NewSplitter returns a splitter of src.
func NewSplitter(src io.Reader, framing Framing) *Splitter {
	return &Splitter{src: src, framing: framing}
}

// Next fills a batch with up to maxItems frames; there is at least one unless an
// error is returned. The error is io.EOF after the last frame, or the error of
// the input once all frames before it have been returned.
func (s *Splitter) Next(b *Batch, maxItems int) error {
	if s.stopped {
		return s.err
	}
	b.Text, b.Items = append(b.Text[:0], s.tail...), b.Items[:0]
	at, needMore := 0, false
	for {
		if !needMore {
			at = s.scan(b, at, maxItems)
		}
		if len(b.Items) > 0 || s.eof {
			break
		}
		if at > 0 { // what was skipped before the first frame is not kept
			b.Text = b.Text[:copy(b.Text, b.Text[at:])]
			s.offset += at
			at = 0
		}
		needMore = !s.fill(b)
	}
	s.tail = append(s.tail[:0], b.Text[at:]...)
	s.offset += at
	if len(b.Items) > 0 {
		return nil
	}
	return s.err
}

// scan appends the complete frames of b.Text[at:] to the batch and returns the
// offset after them.
func (s *Splitter) scan(b *Batch, at, maxItems int) int {
	for len(b.Items) < maxItems {
		step := s.framing.Next(b.Text[at:], s.eof)
		switch step.Kind {
		case StepMore:
			return at
		case StepSkip:
			at += step.Next
			continue
		}
		b.Items = append(b.Items, Item{
			Start: at + step.Start, End: at + step.End, Index: s.index, Offset: s.offset + at + step.Start,
			Line: step.Line, ColumnsBefore: step.ColumnsBefore, Fault: step.Fault, OnlyLength: step.OnlyLength, Blank: step.Kind == StepBlank,
		})
		if step.Kind != StepBlank {
			s.index++
		}
		at += step.Next
		if step.Kind == StepStop {
			s.finish(io.EOF)
			s.stopped = true
			return len(b.Text)
		}
	}
	return at
}

// finish records the end of the input; the first error wins.
func (s *Splitter) finish(err error) {
	s.eof = true
	if s.err == nil {
		s.err = err
	}
}

// fill reads once and reports whether there is more text, or the end of it, to
// scan.
func (s *Splitter) fill(b *Batch) bool {
	before := len(b.Text)
	var err error
	if b.Text, err = frameio.ReadMore(s.src, b.Text); err != nil {
		s.finish(err)
	}
	return len(b.Text) > before || err != nil
}

// maxBatch is how many frames All reads at once at most.
const maxBatch = 1024

// All returns the frames one by one. A frame with a Fault is incomplete; the error is that
// of the input, which ends the frames. The bytes of a frame are valid until the next.
func (s *Splitter) All() iter.Seq2[SplitFrame, error] {
	return func(yield func(SplitFrame, error) bool) {
		var b Batch
		for {
			switch err := s.Next(&b, maxBatch); {
			case errors.Is(err, io.EOF):
				return
			case err != nil:
				yield(SplitFrame{}, err)
				return
			}
			for i := range b.Items {
				it := &b.Items[i]
				if !yield(SplitFrame{Item: *it, Bytes: b.Text[it.Start:it.End]}, nil) {
					return
				}
			}
		}
	}
}

// SplitFrame is one frame of an input.
type SplitFrame struct {
	Item
	Bytes []byte // of the frame, or of the part that is present
}

package decode

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/pool"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

const (
	// maxBatch is how many frames a batch has at most.
	maxBatch = 1024
	// maxUnknown is how many frames that fit no type a stream may begin with. The
	// frames after them are not of a known family.
	maxUnknown = 1024
)

func (m *Mode) newFraming() stream.Framing {
	options := stream.FramingOptions{MaxFrame: m.Options.MaxFrame, Handshake: m.Handshake, FindHandshake: m.Conversation != nil}
	if framing := stream.NewFraming(m.Framing, options); framing != nil {
		return framing
	}
	return &stream.Lines{MaxLine: maxLineSize(m.Options.MaxFrame)}
}

// maxLineSize returns the size of a line that spells the largest frame, in bytes.
func maxLineSize(maxFrame int) int { return 8*maxFrame + 4096 }

// streamInfo is what the first frames of a stream show of all. The workers share
// it: it does not change once they run.
type streamInfo struct {
	name     string
	lineForm input.Form
	family   frames.Set // the types of the family; nil when it is not known
}

// streamBatch is a batch of the frames of a stream.
type streamBatch struct {
	frames stream.Batch
	result batch
}

// Stream decodes a stream of frames, or the messages of a conversation. The error
// is that of the output.
func (d *Decoder) Stream(name string, src io.Reader) error {
	if d.mode.Conversation != nil {
		return d.conversation(name, src)
	}
	src, ok := d.frameBytes(name, src)
	if !ok {
		return nil
	}
	reader := stream.NewReader(src, d.mode.newFraming())
	info := &streamInfo{name: name, lineForm: d.mode.Form}
	err := d.firstFrames(reader, info)
	if err == nil {
		err = d.otherFrames(reader, info)
	}
	return EndInput(d.report, err)
}

// firstFrames decodes the frames until the family of the stream is known. The
// first frame is written before anything else is read.
func (d *Decoder) firstFrames(reader *stream.Reader, info *streamInfo) error {
	w := newStreamWorker(d.mode, info)
	w.learning = true
	var b streamBatch
	for n, size := 0, 1; n <= maxUnknown; n, size = n+len(b.frames.Items), maxBatch {
		if err := reader.Next(&b.frames, size); err != nil {
			return err
		}
		if n == 0 {
			info.lineForm = d.mode.lineForm(&b.frames)
			d.begin(w.decoder)
		}
		w.decode(&b)
		if err := d.emit(&b.result); err != nil {
			return &pool.OutputError{Err: err}
		}
		if err := d.out.Flush(); err != nil {
			return &pool.OutputError{Err: err}
		}
		if d.mode.Given != nil || info.family != nil {
			break
		}
	}
	return nil
}

// otherFrames decodes the rest of a stream on all processors.
func (d *Decoder) otherFrames(reader *stream.Reader, info *streamInfo) error {
	p := pool.Ordered[*streamBatch]{
		Workers: runtime.GOMAXPROCS(0),
		New:     func() *streamBatch { return new(streamBatch) },
		Fill:    func(b *streamBatch) error { return reader.Next(&b.frames, maxBatch) },
		Worker:  func() func(*streamBatch) { return newStreamWorker(d.mode, info).decode },
		Emit:    func(b *streamBatch) error { return d.emit(&b.result) },
		Idle:    d.out.Flush,
	}
	return p.Run()
}

// streamWorker decodes batches of a stream.
type streamWorker struct {
	mode     *Mode
	stream   *streamInfo
	learning bool // this worker alone runs, and changes stream
	decoder  *frameDecoder
	item     item   // a field, since a view may keep the address of its info
	docFile  string // of the documents
	frameBuf []byte // of a line of hex
}

func newStreamWorker(m *Mode, s *streamInfo) *streamWorker {
	w := &streamWorker{mode: m, stream: s, decoder: newFrameDecoder(m), docFile: m.docFile(s.name)}
	w.item.At.File, w.item.maxFrame = s.name, m.Options.MaxFrame
	if !m.Lines {
		w.item.partialType = m.Given
	}
	return w
}

// lineForm returns the form of the lines of a stream that begins with b.
func (m *Mode) lineForm(b *stream.Batch) input.Form {
	first := &b.Items[0]
	switch {
	case !m.Lines || m.Form != input.Auto:
		return m.Form
	case first.Fault != nil:
		return input.Hex
	}
	return input.LineForm(b.Text[first.Start:first.End], m.Options.MaxFrame)
}

// decode decodes the frames of a batch.
func (w *streamWorker) decode(b *streamBatch) {
	b.result.reset()
	// A document is about twice its frame: memory reserved at once makes less
	// garbage than memory that grows.
	b.result.out = slices.Grow(b.result.out, 2*len(b.frames.Text))
	for i := range b.frames.Items {
		w.load(&b.frames, i)
		w.decoder.decode(&w.item, w.stream.family)
		if w.learning && w.stream.family == nil && w.mode.Given == nil && w.item.info.Type != "" {
			w.stream.family = sameFamily(w.mode.Types, w.decoder.lastType)
		}
		w.decoder.show(&b.result, &w.item)
	}
}

// load sets the item of the worker to a frame of a batch, or to the line that spells
// it.
func (w *streamWorker) load(b *stream.Batch, i int) {
	from, it := &b.Items[i], &w.item
	it.info = frames.DocInfo{File: w.docFile, Index: b.First + i, Offset: from.Offset, Fault: from.Fault}
	it.frame = b.Text[from.Start:from.End]
	it.cut, it.readSoFar = from.Fault != nil, false
	it.At.Index = it.info.Index
	if !w.mode.Lines {
		it.At.Base = from.Offset
		return
	}
	it.At.Base, it.At.LinesBefore, it.At.ColumnsBefore = 0, from.Line-1, from.ColumnsBefore
	it.Text, it.form, it.end, it.inText = it.frame, w.stream.lineForm, len(it.frame), false
	if it.cut {
		return
	}
	if it.frame, it.info.Fault = w.parseLine(it.Text); it.info.Fault != nil {
		it.At.Base, it.inText = from.Offset, true
	}
}

// parseLine returns the frame that a line spells.
func (w *streamWorker) parseLine(line []byte) ([]byte, *diag.Diagnostic) {
	maxFrame := w.mode.Options.MaxFrame
	if w.stream.lineForm == input.Hex {
		frame, bad := input.AppendHex(w.frameBuf[:0], line)
		if w.frameBuf = frame; bad < 0 && len(frame) > 0 && len(frame) <= maxFrame {
			return frame, nil
		}
	}
	in, fault := input.Read(line, w.stream.lineForm, maxFrame)
	if fault == nil {
		return in.Bytes, nil
	}
	if w.mode.Form == input.Auto && fault.Code == "form" {
		if object := input.JSONObjectError(line); object != nil {
			return nil, object
		}
	}
	return nil, fault
}

// EndInput reports the error that an input ended with, unless it is io.EOF. An
// error of the output is returned.
func EndInput(r *report.Reporter, err error) error {
	var output *pool.OutputError
	switch {
	case err == nil || errors.Is(err, io.EOF):
		return nil
	case errors.As(err, &output):
		return output.Err
	}
	r.Unreadable(err)
	return nil
}

// frameBytes returns the bytes of a stream. Text that spells a binary stream is
// read whole. ok is false when that failed, which has been reported.
func (d *Decoder) frameBytes(name string, src io.Reader) (r io.Reader, ok bool) {
	if d.mode.Lines {
		all, start := input.Peek(src)
		if fault := linesFault(start); fault != nil {
			d.report.Fail(fault, report.Place{File: name, Index: -1})
			return nil, false
		}
		if note := input.BOMNote(start); note != "" {
			d.report.Note(name, note)
		}
		return all, true
	}
	if d.mode.Form == input.Bin {
		return src, true
	}
	text, err := io.ReadAll(src)
	if err != nil {
		d.report.Unreadable(err)
		return nil, false
	}
	in, fault := input.Read(text, d.mode.Form, len(text))
	switch {
	case fault != nil && fault.Code == "empty":
		return bytes.NewReader(nil), true
	case fault != nil:
		d.report.Fail(fault, report.Place{File: name, Index: -1, Text: text, At: fault.Offset})
		return nil, false
	}
	return bytes.NewReader(in.Bytes), true
}

// linesFault returns the error of an input that is not made of lines of text, and
// nil otherwise. start is its beginning.
func linesFault(start []byte) *diag.Diagnostic {
	if fault := input.UTF16Error(start); fault != nil {
		return fault
	}
	if c := input.FindBinary(start); c != nil {
		return c.Error("lines of text")
	}
	return nil
}

// sameFamily returns the types of the family of t that may be guessed.
func sameFamily(types frames.Set, t *frames.Type) frames.Set {
	return slices.DeleteFunc(slices.Clone(types), func(other *frames.Type) bool {
		return !other.Guessed || other.Family() != t.Family()
	})
}

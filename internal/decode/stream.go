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
	"github.com/divtool/divtool/pkg/frames/all"
)

const (
	// maxBatch is how many frames a batch has at most.
	maxBatch = 1024
	// maxUnknown is how many frames that fit no type a stream may begin with. The
	// frames after them are not of a known family.
	maxUnknown = 1024
)

func (m *Mode) newFraming() frames.Framing {
	options := all.FramingOptions{MaxFrame: m.Options.MaxFrame, Handshake: m.Handshake, FindHandshake: m.Conversation != nil}
	if framing := all.NewFraming(m.Framing, options); framing != nil {
		return framing
	}
	return &stream.Lines{MaxLine: m.MaxLine(), KeepBlank: m.Each}
}

// MaxLine returns the size of a line that spells the largest frame, in bytes.
func (m *Mode) MaxLine() int { return 8*m.Options.MaxFrame + 4096 }

// streamInfo is what the first frames of a stream show of all. The workers share
// it: it does not change once they run.
type streamInfo struct {
	name     string
	lineForm input.Form
	family   frames.Set // the types of the family; nil when it is not known
}

// streamBatch is a batch of the frames of a stream.
type streamBatch struct {
	frames frames.Batch
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
	reader := frames.NewSplitter(src, d.mode.newFraming())
	info := &streamInfo{name: name, lineForm: d.mode.Form}
	err := d.firstFrames(reader, info)
	if err == nil {
		err = d.otherFrames(reader, info)
	}
	return EndInput(d.report, err)
}

// firstFrames decodes the frames until the family of the stream is known. The
// first frame is written before anything else is read.
func (d *Decoder) firstFrames(reader *frames.Splitter, info *streamInfo) error {
	w := newStreamWorker(d.mode, info)
	w.decoder.frames.Independent = false
	var b streamBatch
	for n, size := 0, 1; n <= maxUnknown || !d.begun(w.decoder); size = maxBatch {
		if err := reader.Next(&b.frames, size); err != nil {
			return err
		}
		if first := b.firstFrame(); first != nil && n == 0 {
			info.lineForm = d.mode.lineForm(&b.frames, first)
			w.decoder.frames.Form = formOf(info.lineForm)
		}
		d.begin(w.decoder)
		w.decode(&b)
		if err := d.emit(&b.result); err != nil {
			return &pool.OutputError{Err: err}
		}
		if err := d.out.Flush(); err != nil {
			return &pool.OutputError{Err: err}
		}
		if last := &b.frames.Items[len(b.frames.Items)-1]; !last.Blank {
			n = last.Index + 1
		}
		info.family = w.decoder.frames.Family
		if d.begun(w.decoder) && (n > 0 && d.mode.Given != nil || info.family != nil) {
			break
		}
	}
	return nil
}

// firstFrame returns the first item that is not blank, nil if there is none.
func (b *streamBatch) firstFrame() *frames.Item {
	for i := range b.frames.Items {
		if !b.frames.Items[i].Blank {
			return &b.frames.Items[i]
		}
	}
	return nil
}

// otherFrames decodes the rest of a stream on all processors.
func (d *Decoder) otherFrames(reader *frames.Splitter, info *streamInfo) error {
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
	mode    *Mode
	stream  *streamInfo
	decoder *frameDecoder
	item    item   // a field, since a view may keep the address of its info
	docFile string // of the documents
}

func newStreamWorker(m *Mode, s *streamInfo) *streamWorker {
	w := &streamWorker{mode: m, stream: s, decoder: newFrameDecoder(m), docFile: m.docFile(s.name)}
	w.decoder.frames.Family, w.decoder.frames.Form = s.family, formOf(s.lineForm)
	w.item.At.File, w.item.maxFrame = s.name, m.Options.MaxFrame
	return w
}

// lineForm returns the form of the lines of a stream whose first frame is that of b.
func (m *Mode) lineForm(b *frames.Batch, first *frames.Item) input.Form {
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
		if b.frames.Items[i].Blank {
			b.result.out = w.mode.appendBlank(b.result.out)
			continue
		}
		w.load(&b.frames, i)
		w.decoder.decode(&w.item)
		w.decoder.show(&b.result, &w.item)
	}
}

// load sets the item of the worker to a frame of a batch, or to the line that spells
// it.
func (w *streamWorker) load(b *frames.Batch, i int) {
	from, it := &b.Items[i], &w.item
	it.info = frames.DocInfo{File: w.docFile, Index: from.Index, Offset: from.Offset, Fault: from.Fault}
	it.frame = b.Text[from.Start:from.End]
	it.cut, it.readSoFar = from.Fault != nil, false
	it.At.Index = it.info.Index
	if !w.mode.Lines {
		it.At.Base = from.Offset
		if it.partialType = w.mode.Given; from.OnlyLength {
			it.partialType = nil
		}
		return
	}
	it.At.Base, it.At.LinesBefore, it.At.ColumnsBefore = 0, from.Line-1, from.ColumnsBefore
	it.Text, it.form, it.end, it.inText = it.frame, w.stream.lineForm, len(it.frame), false
	if it.cut { // too long to be kept
		it.frame = nil
		return
	}
	if it.frame, it.info.Fault = w.parseLine(it.Text); it.info.Fault != nil {
		it.At.Base, it.inText = from.Offset, true
	}
}

// parseLine returns the frame that a line spells.
func (w *streamWorker) parseLine(line []byte) ([]byte, *diag.Diagnostic) {
	frame, err := w.decoder.frames.Bytes(line)
	fault, _ := diag.From(err)
	if fault != nil && fault.Code == "form" && w.mode.Form == input.Auto {
		if object := input.JSONObjectError(line); object != nil {
			return nil, object
		}
	}
	return frame, fault
}

// formOf returns how a line or an input spells a frame.
func formOf(f input.Form) frames.InputForm {
	switch f {
	case input.Bin:
		return frames.RawInput
	case input.Hex:
		return frames.HexInput
	case input.Hexdump:
		return frames.HexdumpInput
	case input.Base64:
		return frames.Base64Input
	case input.Bytes:
		return frames.ByteListInput
	}
	return frames.AutoInput
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
	if d.mode.Each {
		return src, true // whatever a line holds is answered, and before more is read
	}
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

package decode

import (
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

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

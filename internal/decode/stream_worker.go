package decode

import (
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
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

	batch    *streamBatch
	item     *stream.Item   // of the batch
	info     frames.DocInfo // of the item; a field, since a view may keep its address
	frameBuf []byte         // of a line of hex
}

func newStreamWorker(m *Mode, s *streamInfo) *streamWorker {
	return &streamWorker{mode: m, stream: s, decoder: newFrameDecoder(m)}
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
	w.batch = b
	for i := range b.frames.Items {
		w.item = &b.frames.Items[i]
		w.info = frames.DocInfo{File: w.mode.docFile(w.stream.name), Index: b.frames.First + i, Offset: w.item.Offset}
		w.decodeItem()
	}
}

// decodeItem decodes one frame.
func (w *streamWorker) decodeItem() {
	frame := w.text()
	if w.item.Fault != nil {
		w.showBroken(frame)
		return
	}
	if w.mode.Lines {
		var fault *diag.Diagnostic
		if frame, fault = w.parseLine(frame); fault != nil {
			w.showBadLine(fault)
			return
		}
	}
	info := &w.info
	info.Fault = w.decoder.detect(w.stream.family, frame, info)
	if w.learning && w.stream.family == nil && w.mode.Given == nil && info.Type != "" {
		w.stream.family = sameFamily(w.mode.Types, w.decoder.lastType)
	}
	w.decoder.show(&w.batch.result, frame, info, w)
	if info.Fault != nil && info.Type != "" {
		faults := w.batch.result.faults
		faults[len(faults)-1].place.ReadSoFar = w.decoder.readSoFar(w.decoder.lastType, frame, info.Fault)
	}
}

// text returns the bytes of the item: a frame, or the line that spells it.
func (w *streamWorker) text() []byte { return w.batch.frames.Text[w.item.Start:w.item.End] }

// showBroken shows the part of a frame at which the stream breaks off.
func (w *streamWorker) showBroken(frame []byte) {
	if t := w.mode.Given; t != nil && !w.mode.Lines {
		w.info.Type = t.Name
		w.decoder.read(t, frame)
	} else {
		w.decoder.sendUnknown(frame)
	}
	b := &w.batch.result
	w.info.Fault = w.item.Fault
	b.out = w.decoder.append(b.out, frame, &w.info)
	b.fail(w.item.Fault, w.place(w.item.Fault))
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

// showBadLine shows that a line does not spell a frame.
func (w *streamWorker) showBadLine(fault *diag.Diagnostic) {
	w.decoder.events.Reset()
	w.info.Fault = fault
	w.decoder.show(&w.batch.result, nil, &w.info, badLine{w})
}

func (w *streamWorker) place(fault *diag.Diagnostic) report.Place {
	at := report.Place{File: w.stream.name, Index: w.info.Index}
	if !w.mode.Lines {
		at.Base = w.item.Offset
		return at
	}
	at.LinesBefore, at.ColumnsBefore = w.item.Line-1, w.item.ColumnsBefore
	in, bad := input.Read(w.text(), w.stream.lineForm, w.mode.Options.MaxFrame)
	if bad != nil {
		in = nil
	}
	return Place(fault, at, w.text(), in)
}

// badLine is the item of a worker when it is a line that does not spell a frame.
type badLine struct{ worker *streamWorker }

func (l badLine) place(fault *diag.Diagnostic) report.Place {
	w := l.worker
	at := report.Place{
		File: w.stream.name, Index: w.info.Index, Base: w.item.Offset,
		LinesBefore: w.item.Line - 1, ColumnsBefore: w.item.ColumnsBefore,
	}
	return textPlace(fault, at, w.text())
}

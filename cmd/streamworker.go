package cmd

import (
	"slices"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// job is a batch of frames on its way: first its frames, then their documents
// and what is wrong with them.
type job struct {
	batch  stream.Batch
	out    []byte
	faults []batchError
	done   chan struct{} // holds one when the documents are there
}

// batchError is an error that comes behind the first At bytes of the documents.
type batchError struct {
	offset int
	fault  *diag.Diagnostic
	place  report.Place
}

// streamWorker decodes the batches of a stream.
type streamWorker struct {
	frameDecoder
	*streamMode
	job      *job
	frameBuf []byte         // that a line spells
	envelope frames.DocInfo // of the frame at work: kept, since views are told where it is
}

func (d *decodeRun) newStreamWorker(m *streamMode) *streamWorker {
	w := &streamWorker{streamMode: m}
	w.init(m.decodeMode)
	return w
}

// resolveForm finds the form of the lines by the first one.
func (m *streamMode) resolveForm(b *stream.Batch) {
	if !m.lines || m.lineForm != input.Auto {
		return
	}
	m.lineForm = input.Hex
	it := &b.Items[0]
	if it.Fault != nil {
		return
	}
	m.lineForm = input.LineForm(b.Text[it.Start:it.End], m.maxFrame)
}

// work decodes the frames of a job.
func (w *streamWorker) work(j *job) {
	// A document is about twice its frame: room made at once leaves less to
	// collect than room that grows.
	j.out = slices.Grow(j.out[:0], 2*len(j.batch.Text))
	w.job, j.faults = j, j.faults[:0]
	for i := range j.batch.Items {
		w.decodeItem(&j.batch.Items[i], j.batch.First+i)
	}
}

// decodeItem decodes one frame.
func (w *streamWorker) decodeItem(it *stream.Item, index int) {
	text := w.job.batch.Text[it.Start:it.End]
	e := &w.envelope
	*e = frames.DocInfo{File: w.fileName(w.name), Index: index, Offset: it.Offset}
	if it.Fault != nil {
		w.decodeBroken(it, text, e)
		return
	}
	frame, fault := text, (*diag.Diagnostic)(nil)
	if w.lines {
		if frame, fault = w.parseLine(text); fault != nil {
			w.reportBadLine(it, fault, e)
			return
		}
	}
	fault = w.readFrame(frame, e)
	if e.Fault = fault; fault != nil && w.lines {
		place := w.place(it, fault, index).JSON()
		e.Line, e.Column = place.Line, place.Column
	}
	w.job.out = w.append(w.job.out, frame, e)
	if fault != nil {
		w.addFault(it, fault, index)
		if e.Type != "" {
			w.job.faults[len(w.job.faults)-1].place.ReadSoFar = w.readSoFar(w.lastType, frame, fault)
		}
		return
	}
	for _, extraError := range w.extraErrors(frame) {
		w.addFault(it, extraError, index)
	}
}

// readFrame reads a frame, as the type that is given or that fits. It leaves what
// it found in the envelope, and returns the fault.
func (w *streamWorker) readFrame(frame []byte, e *frames.DocInfo) *diag.Diagnostic {
	if w.givenType != nil {
		e.Type = w.givenType.Name
		return w.read(w.givenType, frame)
	}
	w.events.Reset()
	if t := w.family.ReadFirst(&w.reader, frame, w.events); t != nil {
		e.Type, w.lastType = t.Name, t
		return nil
	}
	guess := w.family.Guess(&w.reader, frame)
	if guess.Type == nil {
		guess = w.allTypes.Guess(&w.reader, frame)
	}
	if guess.Type == nil {
		w.events.Reset()
		fault, _ := diag.From(guess.NoFit())
		if w.reader.SendUnknown(frame, w.events); fault.Secret && !w.showSecrets {
			w.events.Redact(frames.Span{Length: len(frame)})
		}
		return fault
	}
	e.Type = guess.Type.Name
	if w.family == nil {
		e.Alternatives = guess.Alternatives
		w.family = sameFamily(w.allTypes, guess.Type)
	}
	return w.read(guess.Type, frame)
}

// decodeBroken is a frame that the stream breaks off in: what there is of it is
// shown.
func (w *streamWorker) decodeBroken(it *stream.Item, frame []byte, e *frames.DocInfo) {
	w.events.Reset()
	if w.givenType != nil && !w.lines {
		e.Type = w.givenType.Name
		w.read(w.givenType, frame)
	} else {
		w.reader.SendUnknown(frame, w.events)
	}
	e.Fault = it.Fault
	w.job.out = w.append(w.job.out, frame, e)
	w.addFault(it, it.Fault, e.Index)
}

// parseLine is the frame that a line spells.
func (w *streamWorker) parseLine(line []byte) ([]byte, *diag.Diagnostic) {
	if w.lineForm == input.Hex {
		frame, at := input.AppendHex(w.frameBuf[:0], line)
		if w.frameBuf = frame; at < 0 && len(frame) > 0 && len(frame) <= w.maxFrame {
			return frame, nil
		}
	}
	in, fault := input.Read(line, w.lineForm, w.maxFrame)
	if fault == nil {
		return in.Bytes, nil
	}
	if w.decodeMode.form == input.Auto && fault.Code == "form" {
		if object := input.JSONObjectError(line); object != nil {
			return nil, object
		}
	}
	return nil, fault
}

// reportBadLine is a line that spells no frame. Its document holds the fault alone.
func (w *streamWorker) reportBadLine(it *stream.Item, fault *diag.Diagnostic, e *frames.DocInfo) {
	w.events.Reset()
	line := w.job.batch.Text[it.Start:it.End]
	p := report.Place{File: w.name, Index: e.Index, Text: line, At: fault.Offset, LinesBefore: it.Line - 1, ColumnsBefore: it.ColumnsBefore, Base: it.Offset}
	place := p.JSON()
	e.Fault, e.Line, e.Column = fault, place.Line, place.Column
	w.job.out = w.append(w.job.out, nil, e)
	w.job.faults = append(w.job.faults, batchError{len(w.job.out), fault, p})
}

// addFault notes an error of a frame that comes behind its document.
func (w *streamWorker) addFault(it *stream.Item, fault *diag.Diagnostic, index int) {
	w.job.faults = append(w.job.faults, batchError{len(w.job.out), fault, w.place(it, fault, index)})
}

// place is where a fault of a frame stands in the input.
func (w *streamWorker) place(it *stream.Item, fault *diag.Diagnostic, index int) report.Place {
	p := report.Place{File: w.name, Index: index}
	if !w.lines {
		p.Base = it.Offset
		return p
	}
	line := w.job.batch.Text[it.Start:it.End]
	p.Text, p.LinesBefore, p.ColumnsBefore, p.ShowOffset = line, it.Line-1, it.ColumnsBefore, true
	if in, bad := input.Read(line, w.lineForm, w.maxFrame); bad == nil {
		p.At = in.Locate(fault.Offset)
	}
	return p
}

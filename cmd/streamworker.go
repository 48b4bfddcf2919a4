package cmd

import (
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"slices"
)

// job is a batch of frames on its way: first its frames, then their documents
// and what is wrong with them.
type job struct {
	batch    stream.Batch
	out      []byte
	troubles []trouble
	done     chan struct{} // holds one when the documents are there
}

// trouble is an error that comes behind the first At bytes of the documents.
type trouble struct {
	at    int
	fault *diag.Diagnostic
	place report.Place
}

// streamWorker decodes the batches of a stream.
type streamWorker struct {
	decoder
	*streamMode
	job      *job
	frame    []byte          // that a line spells
	envelope frames.Envelope // of the frame at work: kept, since views are told where it is
}

func (d *decoding) newStreamWorker(m *streamMode) *streamWorker {
	w := &streamWorker{streamMode: m}
	w.init(m.decodeMode)
	return w
}

// settle finds the form of the lines by the first one.
func (m *streamMode) settle(b *stream.Batch) {
	if !m.lines || m.form != input.Auto {
		return
	}
	m.form = input.Hex
	it := &b.Items[0]
	if it.Fault != nil {
		return
	}
	m.form = input.LineForm(b.Text[it.Start:it.End], m.maxFrame)
}

// work decodes the frames of a job.
func (w *streamWorker) work(j *job) {
	// A document is about twice its frame: room made at once leaves less to
	// collect than room that grows.
	j.out = slices.Grow(j.out[:0], 2*len(j.batch.Text))
	w.job, j.troubles = j, j.troubles[:0]
	for i := range j.batch.Items {
		w.item(&j.batch.Items[i], j.batch.First+i)
	}
}

// item decodes one frame.
func (w *streamWorker) item(it *stream.Item, index int) {
	text := w.job.batch.Text[it.Start:it.End]
	e := &w.envelope
	*e = frames.Envelope{File: w.fileName(w.name), Index: index, Offset: it.Offset}
	if it.Fault != nil {
		w.broken(it, text, e)
		return
	}
	frame, fault := text, (*diag.Diagnostic)(nil)
	if w.lines {
		if frame, fault = w.spelled(text); fault != nil {
			w.unread(it, fault, e)
			return
		}
	}
	fault = w.decode(frame, e)
	if e.Fault = fault; fault != nil && w.lines {
		place := w.place(it, fault, index).JSON()
		e.Line, e.Column = place.Line, place.Column
	}
	w.job.out = w.append(w.job.out, frame, e)
	if fault != nil {
		w.trouble(it, fault, index)
		if e.Type != "" {
			w.job.troubles[len(w.job.troubles)-1].place.Read = w.readSoFar(w.last, frame, fault)
		}
		return
	}
	for _, objection := range w.objections(frame) {
		w.trouble(it, objection, index)
	}
}

// decode reads a frame, as the type that is given or that fits. It leaves what
// it found in the envelope, and returns the fault.
func (w *streamWorker) decode(frame []byte, e *frames.Envelope) *diag.Diagnostic {
	if w.given != nil {
		e.Type = w.given.Name
		return w.read(w.given, frame)
	}
	w.events.Reset()
	if t := w.family.First(&w.reader, frame, w.events); t != nil {
		e.Type, w.last = t.Name, t
		return nil
	}
	guess := w.family.Guess(&w.reader, frame)
	if guess.Type == nil {
		guess = w.set.Guess(&w.reader, frame)
	}
	if guess.Type == nil {
		w.events.Reset()
		fault := guess.NoFit()
		if w.reader.Unread(frame, w.events); fault.Secret && !w.secrets {
			w.events.Hide(frames.Span{Length: len(frame)})
		}
		return fault
	}
	e.Type = guess.Type.Name
	if w.family == nil {
		e.Alternatives = guess.Alternatives
		w.family = familyOf(w.set, guess.Type)
	}
	return w.read(guess.Type, frame)
}

// broken is a frame that the stream breaks off in: what there is of it is
// shown.
func (w *streamWorker) broken(it *stream.Item, frame []byte, e *frames.Envelope) {
	w.events.Reset()
	if w.given != nil && !w.lines {
		e.Type = w.given.Name
		w.read(w.given, frame)
	} else {
		w.reader.Unread(frame, w.events)
	}
	e.Fault = it.Fault
	w.job.out = w.append(w.job.out, frame, e)
	w.trouble(it, it.Fault, e.Index)
}

// spelled is the frame that a line spells.
func (w *streamWorker) spelled(line []byte) ([]byte, *diag.Diagnostic) {
	if w.form == input.Hex {
		frame, at := input.AppendHex(w.frame[:0], line)
		if w.frame = frame; at < 0 && len(frame) > 0 && len(frame) <= w.maxFrame {
			return frame, nil
		}
	}
	in, fault := input.Read(line, w.form, w.maxFrame)
	if fault == nil {
		return in.Bytes, nil
	}
	if w.decodeMode.form == input.Auto && fault.Code == "form" {
		if object := input.JSONObject(line); object != nil {
			return nil, object
		}
	}
	return nil, fault
}

// unread is a line that spells no frame. Its document holds the fault alone.
func (w *streamWorker) unread(it *stream.Item, fault *diag.Diagnostic, e *frames.Envelope) {
	w.events.Reset()
	line := w.job.batch.Text[it.Start:it.End]
	p := report.Place{File: w.name, Index: e.Index, Text: line, At: fault.Offset, LinesBefore: it.Line - 1, ColumnsBefore: it.Before, Base: it.Offset}
	place := p.JSON()
	e.Fault, e.Line, e.Column = fault, place.Line, place.Column
	w.job.out = w.append(w.job.out, nil, e)
	w.job.troubles = append(w.job.troubles, trouble{len(w.job.out), fault, p})
}

// trouble notes an error of a frame that comes behind its document.
func (w *streamWorker) trouble(it *stream.Item, fault *diag.Diagnostic, index int) {
	w.job.troubles = append(w.job.troubles, trouble{len(w.job.out), fault, w.place(it, fault, index)})
}

// place is where a fault of a frame stands in the input.
func (w *streamWorker) place(it *stream.Item, fault *diag.Diagnostic, index int) report.Place {
	p := report.Place{File: w.name, Index: index}
	if !w.lines {
		p.Base = it.Offset
		return p
	}
	line := w.job.batch.Text[it.Start:it.End]
	p.Text, p.LinesBefore, p.ColumnsBefore, p.Bytes = line, it.Line-1, it.Before, true
	if in, bad := input.Read(line, w.form, w.maxFrame); bad == nil {
		p.At = in.Locate(fault.Offset)
	}
	return p
}

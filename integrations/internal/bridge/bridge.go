// Package bridge is what the components for stream engines do, without an engine: it
// decodes, encodes, lints and splits what is in messages. The packages bento and benthos
// register it with an engine each; both engines have the same API under two import paths.
//
// Goals: what the commands of divtool give, byte for byte; a message depends on no other
// message. Non-goals: brokers, batches that wait for more input, and configuration files.
package bridge

import (
	"fmt"
	"sync"

	"github.com/divtool/divtool/pkg/diag"
)

// The metadata of a message. The scanner sets MetaIndex, and MetaOffset to the first byte of
// the frame; a fault sets the others, and moves MetaOffset to the byte at fault.
const (
	MetaCode     = "divtool_code"
	MetaOffset   = "divtool_offset" // in the input of the scanner, else in the message
	MetaPath     = "divtool_path"
	MetaUpstream = "divtool_upstream"
	MetaIndex    = "divtool_index"    // of the frame in its input, from 0
	MetaWarnings = "divtool_warnings" // what the reference drops or changes: a JSON array
	MetaFindings = "divtool_findings" // of lint: a JSON array
)

// Message is a message of an engine.
type Message interface {
	AsBytes() ([]byte, error)
	SetBytes([]byte)
	GetError() error
	SetError(error)
	MetaGetMut(key string) (any, bool)
	MetaSetMut(key string, value any)
	MetaDelete(key string)
}

// Worker processes messages one after the other, and keeps its memory.
type Worker interface {
	// Process replaces a message by its result. Text is its content.
	Process(m Message, text []byte)
}

// Processor processes the messages of any number of goroutines.
type Processor struct{ workers sync.Pool }

// NewProcessor returns a processor. The error of an invalid configuration is that of the
// first worker, which is the same for all.
func NewProcessor(newWorker func() (Worker, error)) (*Processor, error) {
	first, err := newWorker()
	if err != nil {
		return nil, err
	}
	p := &Processor{}
	p.workers.New = func() any {
		w, _ := newWorker()
		return w
	}
	p.workers.Put(first)
	return p, nil
}

// Batch processes the messages of a batch.
func Batch[M Message](p *Processor, batch []M) {
	w := p.workers.Get().(Worker)
	defer p.workers.Put(w)
	for _, m := range batch {
		text, err := m.AsBytes()
		if err != nil {
			m.SetError(err)
			continue
		}
		clearFault(m)
		w.Process(m, text)
	}
}

// clearFault removes the metadata of an earlier fault: the message may be one that was
// read again from a topic of faults.
func clearFault(m Message) {
	if _, has := m.MetaGetMut(MetaCode); !has {
		return
	}
	for _, key := range []string{MetaCode, MetaOffset, MetaPath, MetaUpstream} {
		m.MetaDelete(key)
	}
}

// setFault sets the metadata of a fault in a frame or a text that begins at base of the
// input. Members that do not apply are absent.
func setFault(m Message, d *diag.Diagnostic, base int) {
	m.MetaSetMut(MetaCode, d.Code)
	if d.Offset >= 0 {
		m.MetaSetMut(MetaOffset, int64(base+d.Offset))
	} else {
		m.MetaDelete(MetaOffset)
	}
	if d.Path != "" {
		m.MetaSetMut(MetaPath, d.Path)
	}
	if d.Upstream != "" {
		m.MetaSetMut(MetaUpstream, d.Upstream)
	}
}

// A Fault is the error of a message: a diagnostic with its place in the text.
type Fault struct {
	*diag.Diagnostic
	Base int // of the frame in the input
}

// Unwrap returns the diagnostic.
func (f *Fault) Unwrap() error { return f.Diagnostic }

// Error returns the message with its place, as the command writes it.
func (f *Fault) Error() string {
	s := f.FullMessage()
	if f.Offset >= 0 {
		s = fmt.Sprintf("%d (0x%02x): %s", f.Base+f.Offset, f.Base+f.Offset, s)
	}
	if f.Upstream != "" {
		s += " [" + f.Upstream + "]"
	}
	return s
}

// fail makes a fault the error of a message.
func fail(m Message, err error, base int) {
	d, ok := diag.From(err)
	if !ok {
		m.SetError(err)
		return
	}
	setFault(m, d, base)
	m.SetError(&Fault{Diagnostic: d, Base: base})
}

// appendList returns a JSON array of diagnostics in the form of --errors json, with the
// lines and columns of text if it is not nil.
func appendList(dst []byte, list []diag.Diagnostic, text []byte) []byte {
	dst = append(dst, '[')
	for i := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		p := diag.Place{Index: -1}
		if text != nil && list[i].Offset >= 0 {
			p.Line, p.Column = list[i].Position(text)
		}
		dst = list[i].AppendJSON(dst, p)
	}
	return append(dst, ']')
}

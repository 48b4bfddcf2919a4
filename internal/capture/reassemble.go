package capture

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// sequence reads the number of a segment's first byte.
func sequence(text string) (uint32, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), err == nil
}

// reassembler puts TCP segments in the order of their numbers: what comes again
// is left out, what comes too early waits.
type reassembler struct {
	src   Reader
	flows sides[flow]
	ready []Piece
	over  bool
}

// flow is one direction of a TCP stream.
type flow struct {
	next    uint32 // the number of the byte that is to come
	begun   bool
	waiting []Piece // segments that came too early
	size    int     // of what waits, in bytes
}

// What a direction waits for at most, before what is missing is given up.
const (
	mostWaiting      = 1024
	mostWaitingBytes = 16 << 20
)

func newReassembler(src Reader) *reassembler {
	return &reassembler{src: src}
}

// Next returns the next piece in order.
func (r *reassembler) Next() (*Piece, error) {
	for len(r.ready) == 0 {
		if r.over {
			return nil, io.EOF
		}
		p, err := r.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			r.over = true
			for f := r.flows.first(); f != nil; f = r.flows.first() {
				r.giveUp(f)
			}
			continue
		case err != nil:
			return nil, err
		case p.Fault != nil || !p.segment:
			return p, nil
		}
		r.add(p)
	}
	p := r.ready[0]
	r.ready = r.ready[1:]
	return &p, nil
}

// add adds a segment to its direction.
func (r *reassembler) add(p *Piece) {
	f := r.flows.of(p, func() *flow { return new(flow) })
	if !f.begun {
		f.begun, f.next = true, p.seq
	}
	if int32(p.seq-f.next) > 0 {
		f.waiting = append(f.waiting, *p)
		if f.size += len(p.Bytes); len(f.waiting) > mostWaiting || f.size > mostWaitingBytes {
			r.giveUp(f)
		}
		return
	}
	r.pass(f, *p)
	r.drain(f)
}

// pass passes on what is new of a segment that is not too early.
func (r *reassembler) pass(f *flow, p Piece) {
	known := int(f.next - p.seq)
	if known >= len(p.Bytes) {
		return
	}
	p.Bytes = p.Bytes[known:]
	f.next += uint32(len(p.Bytes))
	r.ready = append(r.ready, p)
}

// drain passes on the waiting segments whose turn has come.
func (r *reassembler) drain(f *flow) {
	for again := true; again; {
		again = false
		for i := range f.waiting {
			p := f.waiting[i]
			if int32(p.seq-f.next) <= 0 {
				f.waiting = append(f.waiting[:i], f.waiting[i+1:]...)
				f.size -= len(p.Bytes)
				r.pass(f, p)
				again = true
				break
			}
		}
	}
}

// giveUp goes on behind what is missing.
func (r *reassembler) giveUp(f *flow) {
	for len(f.waiting) > 0 {
		first := 0
		for i := range f.waiting {
			if int32(f.waiting[i].seq-f.waiting[first].seq) < 0 {
				first = i
			}
		}
		p := f.waiting[first]
		missing := p.seq - f.next
		lost := p
		lost.Bytes = nil
		lost.Fault = &diag.Diagnostic{Code: "missing", Offset: -1,
			Message: fmt.Sprintf("%d bytes of TCP stream %s that the %s has sent are missing in the capture", missing, p.Connection, p.From)}
		r.ready = append(r.ready, lost)
		f.next = p.seq
		r.drain(f)
	}
}

package capture

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/divtool/divtool/pkg/diag"
)

// parseSequence reads the number of a segment's first byte.
func parseSequence(text string) (uint32, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	return uint32(n), err == nil
}

// reassembler puts TCP segments in the order of their numbers: what comes again
// is left out, what comes too early waits.
type reassembler struct {
	src   Reader
	flows sideMap[segmentFlow]
	ready []Piece
	eof   bool
}

// segmentFlow is one direction of a TCP stream.
type segmentFlow struct {
	nextSeq uint32 // the number of the byte that is to come
	started bool
	pending []Piece // segments that came too early
	size    int     // of what waits, in bytes
}

// What a direction waits for at most, before what is missing is given up.
const (
	maxPending      = 1024
	maxPendingBytes = 16 << 20
)

func newReassembler(src Reader) *reassembler {
	return &reassembler{src: src}
}

// Next returns the next piece in order.
func (r *reassembler) Next() (*Piece, error) {
	for len(r.ready) == 0 {
		if r.eof {
			return nil, io.EOF
		}
		p, err := r.src.Next()
		switch {
		case errors.Is(err, io.EOF):
			r.eof = true
			for f := r.flows.removeOldest(); f != nil; f = r.flows.removeOldest() {
				r.skipGap(f)
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
	f := r.flows.getOrCreate(p, func() *segmentFlow { return new(segmentFlow) })
	if !f.started {
		f.started, f.nextSeq = true, p.seq
	}
	if int32(p.seq-f.nextSeq) > 0 {
		f.pending = append(f.pending, *p)
		if f.size += len(p.Bytes); len(f.pending) > maxPending || f.size > maxPendingBytes {
			r.skipGap(f)
		}
		return
	}
	r.emit(f, *p)
	r.drain(f)
}

// emit passes on what is new of a segment that is not too early.
func (r *reassembler) emit(f *segmentFlow, p Piece) {
	known := int(f.nextSeq - p.seq)
	if known >= len(p.Bytes) {
		return
	}
	p.Bytes = p.Bytes[known:]
	f.nextSeq += uint32(len(p.Bytes))
	r.ready = append(r.ready, p)
}

// drain passes on the waiting segments whose turn has come.
func (r *reassembler) drain(f *segmentFlow) {
	for again := true; again; {
		again = false
		for i := range f.pending {
			p := f.pending[i]
			if int32(p.seq-f.nextSeq) <= 0 {
				f.pending = append(f.pending[:i], f.pending[i+1:]...)
				f.size -= len(p.Bytes)
				r.emit(f, p)
				again = true
				break
			}
		}
	}
}

// skipGap goes on behind what is missing.
func (r *reassembler) skipGap(f *segmentFlow) {
	for len(f.pending) > 0 {
		first := 0
		for i := range f.pending {
			if int32(f.pending[i].seq-f.pending[first].seq) < 0 {
				first = i
			}
		}
		p := f.pending[first]
		missing := p.seq - f.nextSeq
		lost := p
		lost.Bytes = nil
		lost.Fault = &diag.Diagnostic{Code: "missing", Offset: -1,
			Message: fmt.Sprintf("%d bytes of TCP stream %s that the %s has sent are missing in the capture", missing, p.Connection, p.From)}
		r.ready = append(r.ready, lost)
		f.nextSeq = p.seq
		r.drain(f)
	}
}

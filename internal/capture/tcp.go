package capture

import (
	"slices"
	"time"
)

// A segment is a TCP segment of one side of a connection.
type segment struct {
	dir           int // 0 or 1: which side sent it
	seq, ack      uint32
	hasAck        bool
	syn, fin, rst bool
	data          []byte
	lost          int // bytes after data that were sent, but not captured
	origin        origin
}

// size returns how many bytes were sent.
func (s *segment) size() int { return len(s.data) + s.lost }

// origin is the packet that data comes from.
type origin struct {
	packet int // number, from 1; 0 if unknown
	offset int // in the input
	at     time.Time
}

// A chunk is the next data of one side, in order.
type chunk struct {
	dir    int
	gap    int  // bytes that are missing before data
	cut    bool // they were left out by the snap length
	data   []byte
	origin origin
}

// flow is the order of what one side sends.
type flow struct {
	started bool
	next    uint32 // sequence number of the next byte
}

// assembler orders the segments of a connection. It drops what is sent twice, and
// holds segments that come early: before data that they follow, or before data of
// the other side that they acknowledge. Where acknowledgements are not known, a
// segment waits for all that the other side sent before it.
type assembler struct {
	flows   [2]flow
	queue   []segment // held, in the order of the capture
	held    int       // bytes of them
	holds   [2]int    // how many each side sent
	deliver func(*chunk)
}

// Limits of the held segments of a connection. Beyond a limit the missing bytes are
// given up.
const (
	maxHeld      = 4096
	maxHeldBytes = 16 << 20
	maxHeldTime  = 3 * time.Second
)

// add takes the next segment of the capture. It keeps no reference to the data.
func (a *assembler) add(s *segment) {
	f := &a.flows[s.dir]
	if s.syn {
		s.seq++ // SYN takes a sequence number
		if !f.started {
			f.started, f.next = true, s.seq
		}
	}
	if s.size() == 0 {
		return
	}
	if !f.started {
		f.started, f.next = true, s.seq
	}
	switch {
	case a.isOld(s):
	case a.isNext(s, a.holds[1-s.dir] > 0):
		a.emit(s)
		a.drain()
	default:
		held := *s
		held.data = slices.Clone(s.data)
		a.queue = append(a.queue, held)
		a.held += len(held.data)
		a.holds[s.dir]++
	}
	for len(a.queue) > 0 && a.isOverLimit(s) {
		a.giveUp()
	}
}

func (a *assembler) isOverLimit(s *segment) bool {
	return len(a.queue) > maxHeld || a.held > maxHeldBytes || s.origin.at.Sub(a.queue[0].origin.at) > maxHeldTime
}

// flush gives up everything that is missing.
func (a *assembler) flush() {
	for len(a.queue) > 0 {
		a.giveUp()
	}
}

// isOld reports whether all of a segment was delivered.
func (a *assembler) isOld(s *segment) bool {
	return int32(s.seq+uint32(s.size())-a.flows[s.dir].next) <= 0
}

// isNext reports whether all that precedes a segment was delivered. waits is set if
// the other side sent something before it that was not. An ACK may count a FIN of the
// other side, which is not data.
func (a *assembler) isNext(s *segment, waits bool) bool {
	other := &a.flows[1-s.dir]
	switch {
	case int32(s.seq-a.flows[s.dir].next) > 0:
		return false
	case !s.hasAck:
		return !waits
	}
	return !other.started || int32(s.ack-other.next) <= 1
}

// emit delivers the new bytes of a segment that is next.
func (a *assembler) emit(s *segment) {
	f := &a.flows[s.dir]
	seen := int(f.next - s.seq)
	f.next = s.seq + uint32(s.size())
	if seen < len(s.data) {
		a.deliver(&chunk{dir: s.dir, data: s.data[seen:], origin: s.origin})
	}
	if lost := min(s.lost, s.size()-seen); lost > 0 {
		a.deliver(&chunk{dir: s.dir, gap: lost, cut: true, origin: s.origin})
	}
}

// drain delivers the held segments that are next.
func (a *assembler) drain() {
	var before [2]bool // who sent a segment before i
	for i := 0; i < len(a.queue); {
		s := &a.queue[i]
		if !a.isOld(s) && !a.isNext(s, before[1-s.dir]) {
			before[s.dir] = true
			i++
			continue
		}
		if next := a.take(i); !a.isOld(&next) {
			a.emit(&next)
			i, before = 0, [2]bool{}
		}
	}
}

// giveUp delivers the first bytes that are held of the side whose segment is the oldest:
// the bytes before them are a gap. Bytes that they acknowledge may still come.
func (a *assembler) giveUp() {
	first := 0
	for i := range a.queue {
		if s := &a.queue[i]; s.dir == a.queue[0].dir && int32(s.seq-a.queue[first].seq) < 0 {
			first = i
		}
	}
	next := a.take(first)
	f := &a.flows[next.dir]
	if gap := int32(next.seq - f.next); gap > 0 {
		a.deliver(&chunk{dir: next.dir, gap: int(gap), origin: next.origin})
		f.next = next.seq
	}
	if !a.isOld(&next) {
		a.emit(&next)
	}
	a.drain()
}

// take removes a held segment.
func (a *assembler) take(i int) segment {
	s := a.queue[i]
	a.queue = slices.Delete(a.queue, i, i+1)
	a.held -= len(s.data)
	a.holds[s.dir]--
	return s
}

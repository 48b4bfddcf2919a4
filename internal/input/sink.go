package input

import "math"

// sink takes the bytes that a reader finds. It keeps them, or, when it was
// made to look for one, only notes where that one is written: so one reader
// serves both, and no place has to be stored for each byte.
type sink struct {
	bytes  []byte
	n      int // bytes taken
	limit  int // bytes that may be taken
	target int // index of the byte looked for; below 0 to keep all
	at     int // where the byte looked for is written
	end    int // behind where the last byte is written
}

// collect makes a sink that keeps what it takes.
func collect(limit int) *sink { return &sink{limit: limit, target: -1} }

// search makes a sink that looks for the byte with index i.
func search(i int) *sink { return &sink{limit: math.MaxInt, target: i} }

func (s *sink) collecting() bool { return s.target < 0 }

// put takes a byte that is written in size bytes of text from offset at on. It
// returns false when that is one too many.
func (s *sink) put(b byte, at, size int) bool {
	if s.n >= s.limit {
		return false
	}
	if s.collecting() {
		s.bytes = append(s.bytes, b)
	} else if s.n == s.target {
		s.at = at
	}
	s.n++
	s.end = at + size
	return true
}

// repeat takes count bytes that repeat the last period ones, all written as
// the one character at offset at. The caller has checked that they may be taken.
func (s *sink) repeat(period, count, at int) {
	if s.collecting() {
		for range count {
			s.bytes = append(s.bytes, s.bytes[len(s.bytes)-period])
		}
	} else if s.target >= s.n && s.target < s.n+count {
		s.at = at
	}
	s.n += count
	s.end = at + 1
}

// position is where the byte looked for is written, or where the last one ends
// when there are fewer.
func (s *sink) position() int {
	if s.target < s.n {
		return s.at
	}
	return s.end
}

// Package bitset implements a set of small integers, such as the indexes of the
// members seen in an object.
package bitset

// Set is a set of non-negative integers. The zero value is an empty set. Integers
// below 64 need no allocation.
type Set struct {
	low  uint64
	high []uint64 // from 64 on
}

// Has reports whether i is in the set.
func (s *Set) Has(i int) bool {
	if i < 64 {
		return s.low>>uint(i)&1 != 0
	}
	return s.hasHigh(i - 64)
}

// Add adds i to the set.
func (s *Set) Add(i int) {
	if i < 64 {
		s.low |= 1 << uint(i)
		return
	}
	s.addHigh(i - 64)
}

// Reset empties the set and keeps its memory.
func (s *Set) Reset() {
	s.low = 0
	clear(s.high)
}

func (s *Set) hasHigh(i int) bool {
	word := i / 64
	return word < len(s.high) && s.high[word]>>uint(i%64)&1 != 0
}

func (s *Set) addHigh(i int) {
	for i/64 >= len(s.high) {
		s.high = append(s.high, 0)
	}
	s.high[i/64] |= 1 << uint(i%64)
}

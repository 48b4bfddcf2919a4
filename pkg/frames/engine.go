package frames

import (
	"bytes"
	"unicode/utf8"
)

// Scratch returns the memory of type T that an engine outside this package keeps
// in a reader from one frame to the next. It is made on first use.
func Scratch[T any](r *Reader) *T {
	for _, memory := range r.engineScratch {
		if t, ok := memory.(*T); ok {
			return t
		}
	}
	t := new(T)
	r.engineScratch = append(r.engineScratch, t)
	return t
}

// Generation is a number that stays the same while one frame is tried as several
// types: what a [Prefilter] has found in the frame holds as long.
func (r *Reader) Generation() uint64 { return r.generation }

// IsPlainText tells whether bytes are text that a person can read: UTF-8 without
// characters that must not reach a terminal.
func IsPlainText(b []byte) bool { return utf8.Valid(b) && bytes.IndexFunc(b, unprintable) < 0 }

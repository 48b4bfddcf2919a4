package frames

import (
	"bytes"
	"unicode/utf8"
)

// Kept returns the memory of type T that an engine outside this package keeps
// in a reader from one frame to the next. It is made on first use.
func Kept[T any](r *Reader) *T {
	for _, memory := range r.kept {
		if t, ok := memory.(*T); ok {
			return t
		}
	}
	t := new(T)
	r.kept = append(r.kept, t)
	return t
}

// Turn is a number that stays the same while one frame is tried as several
// types: what a [Sifter] has found in the frame holds as long.
func (r *Reader) Turn() uint64 { return r.turn }

// PlainText tells whether bytes are text that a person can read: UTF-8 without
// characters that must not reach a terminal.
func PlainText(b []byte) bool { return utf8.Valid(b) && bytes.IndexFunc(b, notText) < 0 }

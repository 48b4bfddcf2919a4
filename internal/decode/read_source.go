package decode

import (
	"errors"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/source"
)

const (
	sniffSize = 4096 // bytes that decide whether a source is text
	// maxTextRatio is how many bytes of text spell one byte of a frame at most.
	maxTextRatio = 8
)

// ReadSource reads a source that holds one frame of at most limit bytes, as
// bytes or as text. What is larger is cut, and the error is
// [source.ErrTooLarge].
func ReadSource(s source.Source, limit int64) ([]byte, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := source.ReadUpTo(f, sniffSize)
	if !errors.Is(err, source.ErrTooLarge) {
		return head, err
	}
	maxSize := limit
	if input.LooksLikeText(head) {
		maxSize = maxTextRatio * limit
	}
	rest, err := source.ReadUpTo(f, max(maxSize-int64(len(head)), 0))
	return append(head, rest...), err
}

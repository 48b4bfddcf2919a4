package decode

import (
	"errors"
	"io"

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
	head, whole, err := readHead(f)
	if whole || err != nil {
		return head, err
	}
	return readRest(f, head, limit)
}

// readHead reads the first bytes of an input, and reports whether they are all.
func readHead(f io.Reader) (head []byte, whole bool, err error) {
	head, err = source.ReadUpTo(f, sniffSize)
	if errors.Is(err, source.ErrTooLarge) {
		return head, false, nil
	}
	return head, true, err
}

// readRest returns an input that begins with head, of at most limit bytes.
func readRest(f io.Reader, head []byte, limit int64) ([]byte, error) {
	maxSize := limit
	if input.LooksLikeText(head) {
		maxSize = maxTextRatio * limit
	}
	rest, err := source.ReadUpTo(f, max(maxSize-int64(len(head)), 0))
	return append(head, rest...), err
}

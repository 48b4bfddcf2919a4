package follow

import (
	"bytes"

	"github.com/divtool/divtool/internal/input"
)

// wholeLines is a text that grows, of which poll returns whole lines: the rest of
// a half-written line is waited for. Other content is returned as it comes.
type wholeLines struct {
	growing
	maxLine int // bytes; a longer line is returned in pieces

	kind  contentKind
	ready []byte // to return
	half  []byte // the last line, which has no line feed yet
}

// contentKind is what an input holds.
type contentKind uint8

const (
	unknownContent contentKind = iota
	textContent
	binaryContent
)

func (w *wholeLines) poll(p []byte) (int, error) {
	if len(w.ready) > 0 {
		n := copy(p, w.ready)
		w.ready = w.ready[n:]
		return n, nil
	}
	n, err := w.growing.poll(p)
	if n == 0 || err != nil {
		return n, err
	}
	if w.kind == unknownContent {
		if w.kind = textContent; !input.LooksLikeText(p[:n]) {
			w.kind = binaryContent
		}
	}
	if w.kind == binaryContent {
		return n, nil
	}
	return w.whole(p, n), nil
}

// whole keeps the last line of p[:n] if it is not whole, and returns how much of p
// is to be returned now.
func (w *wholeLines) whole(p []byte, n int) int {
	end := bytes.LastIndexByte(p[:n], '\n') + 1
	if end == 0 && len(w.half)+n > w.maxLine {
		end = n // the reader of the lines reports it
	}
	if end == 0 {
		w.half = append(w.half, p[:n]...)
		return 0
	}
	if len(w.half) == 0 {
		w.half = append(w.half, p[end:n]...)
		return end
	}
	w.ready = append(append(w.ready[:0], w.half...), p[:end]...)
	w.half = append(w.half[:0], p[end:n]...)
	n = copy(p, w.ready)
	w.ready = w.ready[n:]
	return n
}

// restart forgets the half line, and returns its size.
func (w *wholeLines) restart() int {
	n := len(w.half)
	w.kind, w.ready, w.half = unknownContent, nil, w.half[:0]
	return n
}

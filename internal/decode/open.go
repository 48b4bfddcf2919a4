package decode

import (
	"bytes"
	"errors"
	"io"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/frames"
)

// Open opens a source that holds any number of frames, and decompresses what is
// compressed. A stream of frames may begin like compressed data: if its first frame
// is valid, it is not compressed.
func (m *Mode) Open(s source.Source) (io.ReadCloser, error) {
	s.Raw = m.Raw
	if m.Raw || m.Framing == "" {
		return s.Open()
	}
	s.Raw = true
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	all, start := input.Peek(f)
	if source.CompressedAs(start) == "" {
		return &openStream{all, f}, nil
	}
	var read bytes.Buffer
	valid := m.startsWithFrame(io.TeeReader(all, &read))
	all = io.MultiReader(&read, all)
	if valid {
		return &openStream{all, f}, nil
	}
	content, err := s.Decompress(all)
	if err != nil {
		f.Close()
		return nil, err
	}
	return &openStream{content, closers{content, f}}, nil
}

// startsWithFrame reports whether a stream begins with a valid frame.
func (m *Mode) startsWithFrame(src io.Reader) bool {
	var b frames.Batch
	if err := frames.NewSplitter(src, m.newFraming()).Next(&b, 1); err != nil || b.Items[0].Fault != nil {
		return false
	}
	var info frames.DocInfo
	first := &b.Items[0]
	return newFrameDecoder(m).detect(b.Text[first.Start:first.End], &info, new(frames.Document)) == nil
}

// openStream is a stream and what it is read from.
type openStream struct {
	io.Reader
	io.Closer
}

type closers [2]io.Closer

func (c closers) Close() error { return errors.Join(c[0].Close(), c[1].Close()) }

package source

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

// compression is a format of compressed data.
type compression struct {
	name  string
	magic string // the first bytes
	// open returns a reader of the content. It fails if the data only begins like
	// the format.
	open func(r io.Reader) (io.ReadCloser, error)
}

var compressions = [...]compression{
	{"gzip", "\x1f\x8b\x08", func(r io.Reader) (io.ReadCloser, error) { return gzip.NewReader(r) }},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
}

// maxZstdWindow is the largest window that zstd writes unless it is told to with
// --long=28 or more.
const maxZstdWindow = 128 << 20

func openZstd(r io.Reader) (io.ReadCloser, error) {
	// With one decoder there are no goroutines, and memory grows with the content
	// instead of the declared window.
	d, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxZstdWindow))
	if err != nil {
		return nil, err
	}
	return d.IOReadCloser(), nil
}

// sniff returns the format that data begins like; nil for none. more is true if
// the data is too short to tell.
func sniff(data []byte) (c *compression, more bool) {
	for i := range compressions {
		c := &compressions[i]
		n := min(len(data), len(c.magic))
		if string(data[:n]) == c.magic[:n] {
			if n == len(c.magic) {
				return c, false
			}
			more = true
		}
	}
	return nil, more
}

// CompressedAs returns the name of the format of compressed data that data begins
// like, "" for none.
func CompressedAs(data []byte) string {
	if c, _ := sniff(data); c != nil {
		return c.name
	}
	return ""
}

// decompress returns a reader of the content of r, and the name of the format in
// which r is compressed. If r is not compressed, that is "", and the content is r
// itself.
func decompress(r io.Reader) (content io.ReadCloser, format string, err error) {
	var start []byte
	for {
		var buf [512]byte
		n, err := r.Read(buf[:])
		start = append(start, buf[:n]...)
		c, more := sniff(start)
		all := io.MultiReader(bytes.NewReader(start), failingReader{err})
		if err == nil {
			all = io.MultiReader(bytes.NewReader(start), r)
		}
		switch {
		case c != nil:
			content, err := c.open(all)
			if err != nil {
				return nil, c.name, damaged(c.name, err)
			}
			return &decompressor{content, c.name}, c.name, nil
		case err != nil || !more:
			return io.NopCloser(all), "", nil // the error is returned when it is read
		}
	}
}

// failingReader is a reader that has ended with an error.
type failingReader struct{ err error }

func (f failingReader) Read([]byte) (int, error) { return 0, f.err }

// decompressor names the format in its errors.
type decompressor struct {
	io.ReadCloser
	format string
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		err = damaged(d.format, err)
	}
	return n, err
}

// damaged returns the error of compressed data that cannot be read.
func damaged(format string, err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the %s data ends early", format)
	}
	return fmt.Errorf("the %s data is damaged: %w", format, err)
}

package frameio

import "io"

// ChunkSize is the minimum size of the buffers that ReadMore makes, in bytes.
const ChunkSize = 128 << 10

// ReadMore appends to text what one Read of src returns. It makes room for at least half
// of ChunkSize.
func ReadMore(src io.Reader, text []byte) ([]byte, error) {
	if cap(text)-len(text) < ChunkSize/2 {
		bigger := make([]byte, len(text), max(2*cap(text), ChunkSize))
		copy(bigger, text)
		text = bigger
	}
	n, err := src.Read(text[len(text):cap(text)])
	return text[:len(text)+n], err
}

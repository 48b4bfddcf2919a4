//go:build !unix

package source

// file reads a file.
func (r *Reader) file(s Source, limit int64) ([]byte, error) { return s.Read(limit) }

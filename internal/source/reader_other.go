//go:build !unix

package source

// readFile reads a file.
func (r *Reader) readFile(s Source, limit int64) ([]byte, error) { return s.Read(limit) }

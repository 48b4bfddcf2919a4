//go:build !unix

package source

func (r *Reader) readFile(s Source, limit int64) ([]byte, error) { return s.Read(limit) }

package source

// maxKeptBuffer is the size of a file in bytes up to which a Reader keeps its
// memory for the next.
const maxKeptBuffer = 1 << 20

// Reader reads sources one after the other into memory that it keeps, with as
// few system calls as the system allows. The zero value is ready; it is not
// safe for concurrent use.
type Reader struct{ buffer []byte }

// Read reads a whole source as [Source.Read] does. The bytes are valid until
// the next call.
func (r *Reader) Read(s Source, limit int64) ([]byte, error) {
	if s.stdin != nil {
		return ReadUpTo(s.stdin, limit)
	}
	return r.readFile(s, limit)
}

// reserve returns memory of at least size bytes.
func (r *Reader) reserve(size int64) []byte {
	if int64(cap(r.buffer)) >= size {
		return r.buffer[:cap(r.buffer)]
	}
	b := make([]byte, max(size, 16<<10))
	if size <= maxKeptBuffer {
		r.buffer = b
	}
	return b
}

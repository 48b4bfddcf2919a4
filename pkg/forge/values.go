package forge

// names are words that samples are made of; one is not ASCII.
var names = [...]string{"alpha", "beta", "data", "main", "notes", "report", "search", "token", "übung", "west"}

// Word is a word.
func (f *Forge) Word() string { return names[f.Number(uint64(len(names)))] }

// Path is a path of one to three words.
func (f *Forge) Path() string {
	path := f.Word()
	for range f.Number(3) {
		path += "/" + f.Word()
	}
	return path
}

// Bytes are one to sixteen bytes.
func (f *Forge) Bytes() []byte { return f.AppendBytes(nil, int(1+f.Number(16))) }

// AppendBytes appends so many bytes.
func (f *Forge) AppendBytes(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, byte(f.Number(256)))
	}
	return dst
}

// Bits is a number that fits in so many bits, from 1 to 64: mostly a small
// one.
func (f *Forge) Bits(bits int) uint64 {
	width := 1 + f.Number(uint64(bits))
	if f.Number(2) == 0 {
		width = min(width, 10)
	}
	return f.random.Uint64() >> (64 - width)
}

// The range of times, in seconds since 1970 UTC.
const (
	firstTime = 1_600_000_000
	timeRange = 200_000_000
)

// Seconds is a time of these years, in seconds since 1970 UTC.
func (f *Forge) Seconds() uint64 { return firstTime + f.Number(timeRange) }

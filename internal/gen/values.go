package gen

// words are words that samples are made of; one is not ASCII.
var words = [...]string{"alpha", "beta", "data", "main", "notes", "report", "search", "token", "übung", "west"}

// Word is a word.
func (g *Gen) Word() string { return words[g.Number(uint64(len(words)))] }

// Path is a path of one to three words.
func (g *Gen) Path() string {
	path := g.Word()
	for range g.Number(3) {
		path += "/" + g.Word()
	}
	return path
}

// Bytes are one to sixteen bytes.
func (g *Gen) Bytes() []byte { return g.AppendBytes(nil, int(1+g.Number(16))) }

// AppendBytes appends so many bytes.
func (g *Gen) AppendBytes(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, byte(g.Number(256)))
	}
	return dst
}

// Bits is a number that fits in so many bits, from 1 to 64: mostly a small
// one.
func (g *Gen) Bits(bits int) uint64 {
	width := 1 + g.Number(uint64(bits))
	if g.Number(2) == 0 {
		width = min(width, 10)
	}
	return g.random.Uint64() >> (64 - width)
}

// The range of times, in seconds since 1970 UTC.
const (
	firstTime = 1_600_000_000
	timeRange = 200_000_000
)

// Seconds is a time of these years, in seconds since 1970 UTC.
func (g *Gen) Seconds() uint64 { return firstTime + g.Number(timeRange) }

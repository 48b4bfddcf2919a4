package frames

// Numbers of postcard: 7 bits a byte, the lowest first; the top bit of a byte
// says that another follows (spec/diverge-frames.md 7.4).

// varintFault is why bytes are no number.
type varintFault uint8

const (
	varintOK        varintFault = iota
	varintTruncated             // the bytes end before the number does
	varintTooLarge              // it has more bytes, or more bits, than its width
)

// varintSize is the most bytes that a number of so many bits has.
func varintSize(bits int) int { return (bits + 6) / 7 }

// readVarint reads a number of at most so many bits from the front of b. As
// in the reference, more bytes than the number needs are accepted up to those
// of its width, and bits beyond the width are refused, not dropped.
func readVarint(b []byte, bits int) (v uint64, size int, fault varintFault) {
	maxSize := varintSize(bits)
	for size < maxSize {
		if size == len(b) {
			return 0, size, varintTruncated
		}
		c := b[size]
		v |= uint64(c&0x7f) << (7 * size)
		size++
		if c < 0x80 {
			if size == maxSize && int(c)>>(bits-7*(maxSize-1)) != 0 {
				return 0, size, varintTooLarge
			}
			return v, size, varintOK
		}
	}
	return 0, size, varintTooLarge
}

// isOverlong tells whether a number that was read has more bytes than it
// needs.
func isOverlong(b []byte) bool { return len(b) > 1 && b[len(b)-1] == 0 }

// appendVarint appends a number in as few bytes as it needs.
func appendVarint(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

package frames

// varintFault is the reason why bytes are not a varint.
type varintFault uint8

const (
	varintOK        varintFault = iota
	varintTruncated             // the number is cut off
	varintTooLarge              // more bytes, or more bits, than its width
)

// varintSize returns the size of the longest varint of so many bits, in bytes.
func varintSize(bits int) int { return (bits + 6) / 7 }

// readVarint reads a number of at most bits bits from the front of b. As in the
// reference, a number may have more bytes than it needs, up to the size of its width;
// bits beyond the width are refused, not dropped.
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

// isOverlong reports whether a varint has more bytes than it needs.
func isOverlong(b []byte) bool { return len(b) > 1 && b[len(b)-1] == 0 }

// appendVarint appends v in as few bytes as possible.
func appendVarint(dst []byte, v uint64) []byte {
	for v >= 0x80 {
		dst = append(dst, byte(v)|0x80)
		v >>= 7
	}
	return append(dst, byte(v))
}

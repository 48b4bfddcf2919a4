package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
)

// requests makes mixed frames of diverge.agents.request: reads, writes and
// lookups of mounts, calls of tools, blobs, and frames that are a number.
func requests(count int, each func(frame []byte)) {
	r := newRand()
	var b []byte
	for range count {
		b = request(b[:0], r)
		each(b)
	}
}

func request(b []byte, r *rand.Rand) []byte {
	id, path := fmt.Sprintf("m%d", r.IntN(4)), fmt.Sprintf("src/pkg%d/file%d.go", r.IntN(40), r.IntN(900))
	text16 := func(s string) {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
	}
	switch r.IntN(8) {
	case 0, 1:
		b = append(b, 11)
		text16(id)
		text16(path)
		b = binary.BigEndian.AppendUint64(b, r.Uint64N(1<<24))
		b = binary.BigEndian.AppendUint32(b, 131072)
	case 2:
		b = append(b, 12)
		text16(id)
		text16(path)
		b = binary.BigEndian.AppendUint64(b, r.Uint64N(1<<24))
		b = fmt.Appendf(b, "line %d\n", r.IntN(1000))
	case 3:
		b = append(b, 13)
		text16(id)
		b = append(b, "src"...)
	case 4:
		b = binary.BigEndian.AppendUint32(append(b, 4), r.Uint32N(1<<20))
	case 5:
		b = fmt.Appendf(append(b, 8), `{"name":"search","arguments":{"query":"q%d","limit":%d}}`, r.IntN(1000), r.IntN(50))
	case 6:
		b = fmt.Appendf(append(b, 0), `{"digest":"sha256:%016x%016x"}`, r.Uint64(), r.Uint64())
	case 7:
		b = append(b, 6)
		b = append(b, "null"...)
	}
	return b
}

// requestLines is requests in hex, one a line.
func requestLines(count int) []byte {
	var w bytes.Buffer
	requests(count, func(frame []byte) {
		w.Write(hex.AppendEncode(w.AvailableBuffer(), frame))
		w.WriteByte('\n')
	})
	return w.Bytes()
}

// requestStream is requests behind their lengths, 4 bytes little-endian.
func requestStream(count int) []byte {
	var out []byte
	requests(count, func(frame []byte) { out = appendFrame(out, frame) })
	return out
}

// appendFrame appends a frame behind its length.
func appendFrame(dst, frame []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(frame))), frame...)
}

package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"math/rand/v2"
	"testing"
)

func randomBytes(n int) []byte {
	r := rand.New(rand.NewPCG(1, 2))
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// spaced returns b in hex with a space between bytes.
func spaced(b []byte) []byte {
	var out bytes.Buffer
	for i, c := range b {
		if i > 0 {
			out.WriteByte(' ')
		}
		out.WriteString(hex.EncodeToString([]byte{c}))
	}
	return out.Bytes()
}

func BenchmarkAppendHex(b *testing.B) {
	raw := randomBytes(1 << 16)
	clean := []byte(hex.EncodeToString(raw))
	lines := bytes.Repeat(append([]byte(hex.EncodeToString(raw[:30])), '\n'), 1<<11)
	short := []byte(hex.EncodeToString(raw[:32]))
	for _, bm := range []struct {
		name string
		text []byte
	}{{"clean", clean}, {"spaced", spaced(raw)}, {"lines", lines}, {"short", short}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			b.ReportAllocs()
			buf := make([]byte, 0, len(bm.text))
			for b.Loop() {
				if _, at := AppendHex(buf[:0], bm.text); at >= 0 {
					b.Fatal(at)
				}
			}
		})
	}
	for _, bm := range []struct {
		name string
		text []byte
	}{{"encoding-hex", clean}, {"encoding-hex-short", short}} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			buf := make([]byte, len(bm.text))
			for b.Loop() {
				if _, err := hex.Decode(buf, bm.text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRead(b *testing.B) {
	raw := randomBytes(1 << 20)
	for _, bm := range []struct {
		name string
		form Form
		text []byte
	}{
		{"raw", Auto, raw},
		{"hex", Auto, []byte(hex.EncodeToString(raw))},
		{"base64", Auto, []byte(base64.StdEncoding.EncodeToString(raw))},
		{"list", Auto, renderList(raw, 0)},
		{"dump", Auto, renderDump(raw, 0)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			b.SetBytes(int64(len(bm.text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, problem := Read(bm.text, bm.form, 1<<26); problem != nil {
					b.Fatal(problem)
				}
			}
		})
	}
}

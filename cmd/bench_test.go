package cmd

import (
	"bytes"
	"io"
	"strings"
	"testing"
)

// streamLines are requests of all kinds, one a line.
func streamLines(n int) []byte {
	lines := strings.Join([]string{
		"0b00026d310003612f62000000000000100000000200",
		"0c00026d310003612f6200000000000000056869",
		"0d00026d31",
		"0400000007",
		"087b226e616d65223a226563686f222c22617267756d656e7473223a7b2274657874223a226869227d7d",
		"007b22646967657374223a227368613235363a6162227d",
		"1300026d3111000001a40000000000000000000000000000000000000000000000006553f1001dcd6500612f62",
		"066e756c6c",
	}, "\n") + "\n"
	return bytes.Repeat([]byte(lines), n/8)
}

func benchmarkStream(b *testing.B, args ...string) {
	input := streamLines(80000)
	b.SetBytes(int64(len(input)))
	b.ReportAllocs()
	for b.Loop() {
		s := Streams{In: bytes.NewReader(input), Out: io.Discard, Err: io.Discard, Env: func(string) string { return "" }}
		if status := Main(append([]string{"decode", "--lines", "-c"}, args...), s); status != 0 {
			b.Fatal(status)
		}
	}
}

func BenchmarkStreamPlain(b *testing.B) { benchmarkStream(b, "--no-annotations") }

func BenchmarkStreamNotes(b *testing.B) { benchmarkStream(b) }

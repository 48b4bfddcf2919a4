package decode

import (
	"bufio"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/filter"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/frames/all"
)

// streamLines returns n requests of all kinds, one on each line.
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

func benchmarkStream(b *testing.B, notes bool) {
	text := streamLines(80000)
	m := newMode(func(m *Mode) { m.Lines, m.Options.Notes = true, notes })
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := &report.Reporter{Out: io.Discard}
		if err := New(m, bufio.NewWriterSize(io.Discard, 64<<10), r).Stream("in", bytes.NewReader(text)); err != nil || r.Outcome() != report.Clean {
			b.Fatal(err, r.Outcome())
		}
	}
}

func BenchmarkStreamPlain(b *testing.B) { benchmarkStream(b, false) }

func BenchmarkStreamNotes(b *testing.B) { benchmarkStream(b, true) }

// BenchmarkStreamWhere decodes a stream of which an expression leaves out everything.
func BenchmarkStreamWhere(b *testing.B) {
	where, err := filter.Compile(`name == "mcp_notifications"`, all.Types(), nil)
	if err != nil {
		b.Fatal(err)
	}
	text := streamLines(80000)
	m := newMode(func(m *Mode) { m.Lines, m.Where = true, where })
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		r := &report.Reporter{Out: io.Discard}
		if err := New(m, bufio.NewWriterSize(io.Discard, 64<<10), r).Stream("in", bytes.NewReader(text)); err != nil || r.Outcome() != report.Clean {
			b.Fatal(err, r.Outcome())
		}
	}
}

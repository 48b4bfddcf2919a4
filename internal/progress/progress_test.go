package progress

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestDescribe(t *testing.T) {
	for _, tt := range []struct {
		name        string
		total, read int64
		items       int
		want        string
	}{
		{"capture.len32", 4 << 30, 1395864371, 3412000, "capture.len32  1.3 of 4.0 GiB  3,412,000 frames  426,500/s  17 s left"},
		{"<stdin>", -1, 1 << 20, 1, "<stdin>  1.0 MiB  1 frame  0/s"},
		{"a\x1b[1m", 2000, 1000, 0, `a\u001b[1m  1.0 of 2.0 KiB  8 s left`},
		{"", 500, 500, 0, "500 of 500 bytes"},
		{"grown", 500, 600, 0, "grown  600 bytes"},
		{"large", 1 << 40, 1 << 30, 0, "large  0.0 of 1.0 TiB  137 min left"},
	} {
		l := &Line{noun: "frame"}
		l.Begin(tt.name, tt.total)
		l.Read(int(tt.read))
		l.Count(tt.items)
		if got := l.describe(8 * time.Second); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// The line is in the way of nothing that is written meanwhile, and gone at the end.
func TestLine(t *testing.T) {
	var out bytes.Buffer
	l := Start(&out, "frame", func() int { return 20 })
	l.Begin("a-file-with-a-long-name.bin", 100)
	l.Read(50)
	l.show(2 * time.Second)
	l.Write([]byte("divtool: an error\n"))
	l.show(2 * time.Second)
	l.Stop()
	lines := strings.Split(out.String(), eraseLine)
	if len(lines) != 5 || lines[2] != "divtool: an error\n" || lines[4] != "" {
		t.Fatalf("%q", lines)
	}
	for _, shown := range []string{lines[1], lines[3]} {
		if n := len([]rune(shown)); n == 0 || n > 19 || strings.Contains(shown, "\n") {
			t.Errorf("the line is %q", shown)
		}
	}
}

// Work that takes less than a second shows nothing; a line that is not wanted is nil.
func TestShortWork(t *testing.T) {
	var out bytes.Buffer
	l := Start(&out, "frame", func() int { return 0 })
	l.Begin("a", 1)
	l.Count(1)
	l.Stop()
	if out.Len() > 0 {
		t.Errorf("%q", out.String())
	}
	var none *Line
	none.Count(1)
	none.Stop()
}

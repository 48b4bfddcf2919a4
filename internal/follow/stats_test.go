package follow

import (
	"strings"
	"testing"
	"time"
)

const timedLog = `{"time":1700000000,"direction":"client","connection":1,"hex":"00000000000000000000"}
{"time":1700000001,"direction":"client","connection":1,"hex":"0100000001000000000f"}
{"time":1700000001.25,"direction":"server","connection":1,"hex":"030000000100000000"}
{"time":1700000003,"direction":"client","connection":2,"hex":"0100000001000000000f"}
`

// columns returns the lines of a text with single spaces.
func columns(text string) (lines []string) {
	for line := range strings.Lines(text) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	return lines
}

func TestStats(t *testing.T) {
	o := options(80)
	o.Stats = true
	table, _, _ := follow(t, newMode(), o, timedLog)
	want := []string{"name messages no answer errors bytes min median p95 max", "version 3 1 – 29 250 ms 250 ms 250 ms 250 ms", "auth 1 – – 10", ""}
	if got := columns(table); strings.Join(got[:4], "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestConnections(t *testing.T) {
	o := options(80)
	o.Connections = true
	table, _, _ := follow(t, newMode(), o, timedLog)
	want := []string{"n client server protocol messages bytes duration", "1 – – diverge 3 29 1.25 s", "2 – – diverge 1 10 –", ""}
	if got := columns(table); strings.Join(got[:4], "|") != strings.Join(want, "|") {
		t.Errorf("%q, want %q", got, want)
	}
}

// Response times beyond those of the sample count, too.
func TestResponseTimes(t *testing.T) {
	s := newStats()
	n := s.of("x")
	for i := range 10 * maxSample {
		n.respond(time.Duration(i+1), s.random)
	}
	if n.fastest != 1 || n.slowest != 10*maxSample || len(n.sample) != maxSample {
		t.Errorf("min %d, max %d, %d in the sample", n.fastest, n.slowest, len(n.sample))
	}
	if m := n.percentile(50); m < 4*maxSample || m > 6*maxSample {
		t.Errorf("the median is %d", m)
	}
	for i := range 2 * maxNames {
		s.of(string(rune(0x4e00+i))).messages++
	}
	if len(s.names) != maxNames+1 || s.names[otherNames].messages == 0 {
		t.Errorf("%d names", len(s.names))
	}
}

func TestTimes(t *testing.T) {
	at := time.Date(2026, 1, 2, 23, 4, 5, 6e6, time.UTC)
	for style, want := range [...][3]string{
		UTC:      {"23:04:05.006", "23:04:06.506", "23:04:07.006"},
		Local:    {"01:04:05.006", "01:04:06.506", "01:04:07.006"},
		Relative: {"       0.000", "       1.500", "       2.000"},
		Delta:    {"       0.000", "       1.500", "       0.500"},
	} {
		c := clock{style: TimeStyle(style), location: time.FixedZone("", 2*3600)}
		for i, ms := range []time.Duration{0, 1500, 2000} {
			if got := c.show(at.Add(ms*time.Millisecond), "15:04:05.000"); got != want[i] {
				t.Errorf("style %d: %q, want %q", style, got, want[i])
			}
		}
	}
}

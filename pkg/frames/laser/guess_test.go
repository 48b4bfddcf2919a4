package laser_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// At least 93 of the golden files are told by their keys alone; the others
// list what else they may be.
func TestGuessGoldenFiles(t *testing.T) {
	var r frames.Reader
	unique := 0
	for _, f := range fixtures(t) {
		frame := corpus.Read(t, "laser/"+f.File)
		want := typeOf(t, f.Type).Name
		g := laser.Types.Guess(&r, frame)
		if g.Type == nil {
			t.Errorf("%s: %v", f.File, g.NoFit())
			continue
		}
		fits := append([]string{g.Type.Name}, g.Alternatives...)
		if !slices.Contains(fits, want) {
			t.Errorf("%s is taken for %v", f.File, fits)
		}
		if len(fits) == 1 {
			unique++
		} else {
			t.Logf("%s: %s", f.File, strings.Join(fits, " "))
		}
	}
	if unique < 93 {
		t.Errorf("only %d golden files are told uniquely", unique)
	}
}

// A frame that fits nothing is explained by the nearest types of the family,
// and soon, however large it is.
func TestNoFit(t *testing.T) {
	manyKeys := []byte{0xba, 0, 0x0f, 0x42, 0x40}
	for i := range 1000000 {
		manyKeys = append(manyKeys, fmt.Sprintf("\x68%08x\x00", i)...)
	}
	guessed := 0
	for _, t := range laser.Types {
		if t.Guessed {
			guessed++
		}
	}
	others := fmt.Sprintf("%d other laser types", guessed-2)
	tests := []struct {
		name  string
		frame []byte
		str   []string // in the message
		hint  string
	}{
		{"nothing", nil, []string{"laser.forwarded-query: the frame is empty", others}, ""},
		{"no map", []byte{1}, []string{"laser.forwarded-query: a map is needed", others}, ""},
		{"near a write", []byte("\xa2\x61v\x01\x65value\x40"), []string{"laser.kv-set: namespace: the key is missing", others}, ""},
		{"no key of its own", []byte("\xa0"), []string{others}, ""},
		{"cut", []byte("\xa4\x67user_id\x07\x69client_id\x18"), []string{"laser.forwarded-query: client_id: the head of an item needs 2 bytes"}, ""},
		{"a prefix", append([]byte{0x3d, 0, 0, 0}, make([]byte, 0x3d)...), nil, "--framing len32le"},
		{"a million keys", manyKeys, []string{others}, ""},
		{"nested", []byte(strings.Repeat("\x99\xff\xff", 3000)), []string{others}, ""},
		{"deep in a map", append([]byte("\xa1\x61v"), strings.Repeat("\x81", 200000)...), []string{"256"}, "--max-depth"},
	}
	for _, tt := range tests {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		var r frames.Reader
		g := laser.Types.Guess(&r, tt.frame)
		d := g.NoFit()
		elapsed := time.Since(start)
		runtime.ReadMemStats(&after)
		if g.Type != nil {
			t.Errorf("%s is taken for %s", tt.name, g.Type.Name)
			continue
		}
		for _, str := range tt.str {
			if !strings.Contains(d.FullMessage(), str) {
				t.Errorf("%s: no %q in %s", tt.name, str, d.FullMessage())
			}
		}
		if !strings.Contains(d.Hint, tt.hint) {
			t.Errorf("%s: the hint is %q", tt.name, d.Hint)
		}
		if used := after.TotalAlloc - before.TotalAlloc; elapsed > 30*time.Second || used > 48<<20 {
			t.Errorf("%s: %v, %d MiB", tt.name, elapsed, used>>20)
		}
	}
}

package lintrun

import (
	"runtime/debug"
	"testing"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/pkg/diag"
)

func gcPercent() int {
	percent := debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}

// The percentage is raised until something large is seen, or the run ends.
func TestGCTuner(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(123))
	for _, tt := range []struct {
		gogc                string
		size                int
		started, seen, ends int
	}{
		{"", maxSmallSize, lazyGCPercent, lazyGCPercent, 123},
		{"", maxSmallSize + 1, lazyGCPercent, 123, 123},
		{"123", maxSmallSize + 1, 123, 123, 123},
	} {
		var g gcTuner
		g.start(tt.gogc)
		started := gcPercent()
		g.noteSize(tt.size)
		seen := gcPercent()
		g.end()
		if ends := gcPercent(); started != tt.started || seen != tt.seen || ends != tt.ends {
			t.Errorf("%+v: %d, %d, %d", tt, started, seen, ends)
		}
	}
}

// A worker cuts a file to the whole limit, and the collector takes what is left.
func TestFindingLimit(t *testing.T) {
	file := func(n int) *lintreport.File {
		return &lintreport.File{Text: []byte("text"), Findings: make([]diag.Diagnostic, n)}
	}
	var unlimited findingLimit
	if f := file(9); unlimited.cut(f) != nil || len(f.Findings) != 9 {
		t.Errorf("%d findings without a limit", len(f.Findings))
	}
	limit := findingLimit{max: 5}
	if limit.cut(file(0)) != nil {
		t.Error("a file without findings is kept")
	}
	f := file(9)
	limited := limit.cut(f)
	if len(f.Findings) != 5 || len(limited.Findings) != 5 {
		t.Fatalf("%d and %d findings", len(f.Findings), len(limited.Findings))
	}
	if f.Text[0] = 'x'; string(limited.Text) != "text" {
		t.Error("the copy refers to the text")
	}
	for i, want := range []int{3, 2, 0} {
		dropped := limit.add(&rendered{limited: file(3)})
		parts := limit.take()
		if len(parts) != 1 || parts[0].admitted != [3]int{diag.Error: want} || dropped != 3-want {
			t.Errorf("file %d: %+v, %d dropped; want %d admitted", i, parts, dropped, want)
		}
	}
	if f := file(2); limit.cut(f) != nil || len(f.Findings) != 0 {
		t.Errorf("%d findings after the limit", len(f.Findings))
	}
}

package lintrun

import (
	"bytes"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/divtool/divtool/internal/lintreport"
)

// findingLimit limits the findings of a run. Workers lint files out of order, but
// the findings that are reported are the first ones in the order of files: each
// worker cuts the findings of a file to the limit, and the collector takes from
// the rest of the limit in order.
type findingLimit struct {
	max     int         // 0 for no limit
	taken   int         // used by the collector only
	reached atomic.Bool // no finding is reported any more
}

// cut removes the findings of a file that cannot be reported. It returns a copy of
// the file, from which the collector can render fewer findings; the copy does not
// refer to f.Text. It returns nil when that is never needed.
func (l *findingLimit) cut(f *lintreport.File) *lintreport.File {
	switch {
	case l.max == 0 || len(f.Findings) == 0:
		return nil
	case l.reached.Load(): // only the collector sets it, so files before f reached the limit
		f.Findings, f.Contents = nil, nil
		return nil
	case len(f.Findings) > l.max:
		f.Findings = f.Findings[:l.max]
	}
	limited := *f
	limited.Text = bytes.Clone(f.Text)
	return &limited
}

// take returns how many of n findings may be reported, and subtracts them from the
// limit.
func (l *findingLimit) take(n int) int {
	n = min(n, l.max-l.taken)
	l.taken += n
	if l.taken == l.max {
		l.reached.Store(true)
	}
	return n
}

const (
	// lazyGCPercent is the GC percentage for small files: a run over thousands of
	// them ends before there is much to collect.
	lazyGCPercent = 400
	// maxSmallSize is the maximum size in bytes that counts as small.
	maxSmallSize = 1 << 20
)

// gcTuner makes garbage collection rare until a large file or report is seen, and
// then restores the normal percentage, so that memory stays bounded.
type gcTuner struct {
	normal  int
	restore sync.Once
}

// start raises the GC percentage. It has no effect when the user has set gogc.
func (g *gcTuner) start(gogc string) {
	if gogc != "" {
		g.restore.Do(func() {})
		return
	}
	g.normal = debug.SetGCPercent(lazyGCPercent)
}

// noteSize is called with the size in bytes of each text and each piece of a
// report. It is safe for concurrent use.
func (g *gcTuner) noteSize(size int) {
	if size > maxSmallSize {
		g.end()
	}
}

// end restores the normal percentage.
func (g *gcTuner) end() { g.restore.Do(func() { debug.SetGCPercent(g.normal) }) }

package cmd

import (
	"runtime/debug"
	"sync"
)

const (
	// lazyGCPercent is the collector's percentage for small files: a run over
	// thousands of them ends before there is anything worth collecting.
	lazyGCPercent = 400
	// smallSize is the size in bytes of what counts as small.
	smallSize = 1 << 20
)

// gcTuner makes the collector run rarely as long as only small things are at
// work, and as ever from the first large one on, so that memory stays bounded.
type gcTuner struct {
	normal int
	reset  sync.Once
}

// start slows the collector down, unless the user paces it.
func (g *gcTuner) start(gogc string) {
	if gogc != "" {
		g.reset.Do(func() {})
		return
	}
	g.normal = debug.SetGCPercent(lazyGCPercent)
}

// noteSize tells the size of something at work.
func (g *gcTuner) noteSize(size int) {
	if size > smallSize {
		g.end()
	}
}

// end has the collector run as ever.
func (g *gcTuner) end() { g.reset.Do(func() { debug.SetGCPercent(g.normal) }) }

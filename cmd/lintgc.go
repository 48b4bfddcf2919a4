package cmd

import (
	"runtime/debug"
	"sync"
)

const (
	// fewGC is the collector's percentage for small files: a run over
	// thousands of them ends before there is anything worth collecting.
	fewGC = 400
	// smallText is the size in bytes of what counts as small.
	smallText = 1 << 20
)

// gcPace makes the collector run rarely as long as only small things are at
// work, and as ever from the first large one on, so that memory stays bounded.
type gcPace struct {
	usual int
	reset sync.Once
}

// start slows the collector down, unless the user paces it.
func (g *gcPace) start(gogc string) {
	if gogc != "" {
		g.reset.Do(func() {})
		return
	}
	g.usual = debug.SetGCPercent(fewGC)
}

// saw tells the size of something at work.
func (g *gcPace) saw(size int) {
	if size > smallText {
		g.end()
	}
}

// end has the collector run as ever.
func (g *gcPace) end() { g.reset.Do(func() { debug.SetGCPercent(g.usual) }) }

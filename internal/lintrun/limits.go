package lintrun

import (
	"bytes"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/pkg/diag"
)

// findingLimit limits the findings of a run. Errors are reported before warnings,
// and warnings before infos; of each severity, the first ones in the order of
// files. Workers lint files out of order: each cuts a file to the limit, and the
// collector admits findings in order. A file with a warning waits in pending until
// it is known how many errors follow it.
type findingLimit struct {
	max     int         // 0 for no limit
	reached atomic.Bool // no finding is admitted any more

	// The fields below belong to the collector.
	errors       int // admitted
	pending      []pendingPart
	pendingCount [3]int // findings in pending, by severity
}

// pendingPart is the part of the reports for one file.
type pendingPart struct {
	pieces   [][]byte         // with all findings
	limited  *lintreport.File // nil when the file has no findings
	admitted [3]int           // findings to report, by severity
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
		room, keep := l.max, countBySeverity(f.Findings)
		for s := range keep {
			keep[s] = min(keep[s], room)
			room -= keep[s]
		}
		keepFindings(f, keep)
	}
	limited := *f
	limited.Text = bytes.Clone(f.Text)
	return &limited
}

// add admits the errors of the next file, and keeps as many of its other findings
// as may still be admitted. It returns how many findings it dropped.
func (l *findingLimit) add(f *rendered) (dropped int) {
	p := pendingPart{pieces: f.pieces, limited: f.limited}
	if f.limited != nil {
		found := len(f.limited.Findings)
		keep := countBySeverity(f.limited.Findings)
		keep[diag.Error] = min(keep[diag.Error], l.max-l.errors)
		l.errors += keep[diag.Error]
		p.admitted[diag.Error] = keep[diag.Error]
		for s := diag.Warning; s <= diag.Info; s++ {
			keep[s] = min(keep[s], max(l.max-l.errors-l.pendingCount[s], 0))
			l.pendingCount[s] += keep[s]
		}
		if kept := keep[diag.Error] + keep[diag.Warning] + keep[diag.Info]; kept < found {
			dropped = found - kept
			keepFindings(f.limited, keep)
			p.pieces = nil
		}
	}
	l.pending = append(l.pending, p)
	if l.errors == l.max {
		l.reached.Store(true)
	}
	return dropped
}

// mustWait reports whether it depends on further files which findings are
// admitted.
func (l *findingLimit) mustWait() bool {
	return l.errors < l.max && l.pendingCount[diag.Warning]+l.pendingCount[diag.Info] > 0
}

// take returns the pending parts, with as many findings admitted as the limit
// allows.
func (l *findingLimit) take() []pendingPart {
	room := l.max - l.errors
	for s := diag.Warning; s <= diag.Info; s++ {
		for i := range l.pending {
			p := &l.pending[i]
			if p.limited != nil {
				p.admitted[s] = min(countBySeverity(p.limited.Findings)[s], room)
				room -= p.admitted[s]
			}
		}
	}
	parts := l.pending
	l.pending, l.pendingCount = nil, [3]int{}
	return parts
}

func countBySeverity(list []diag.Diagnostic) (counts [3]int) {
	for i := range list {
		counts[list[i].Severity]++
	}
	return counts
}

// keepFindings removes all but the first findings of each severity.
func keepFindings(f *lintreport.File, keep [3]int) {
	kept := 0
	for i := range f.Findings {
		s := f.Findings[i].Severity
		if keep[s] == 0 {
			continue
		}
		keep[s]--
		f.Findings[kept] = f.Findings[i]
		if f.Contents != nil {
			f.Contents[kept] = f.Contents[i]
		}
		kept++
	}
	f.Findings = f.Findings[:kept]
	if f.Contents != nil {
		f.Contents = f.Contents[:kept]
	}
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

package cmd

import (
	"bytes"

	"github.com/divtool/divtool/internal/lintreport"
)

// limitFindings keeps of the findings of a file what --max-errors can let pass. Files
// before it, which other workers are at, may use some of that up: cut returns
// what draws fewer of them again, nil when there is no limit.
func (l *lintRun) limitFindings(f *lintreport.File) func(limit int) [][]byte {
	limit := l.common.maxErrors
	switch {
	case limit == 0 || len(f.Findings) == 0:
		return nil
	case l.limitReached.Load(): // by files before it: they are counted in order
		f.Findings, f.Contents = nil, nil
		return nil
	case len(f.Findings) > limit:
		f.Findings = f.Findings[:limit]
	}
	kept := *f
	kept.Text = bytes.Clone(f.Text)
	return func(limit int) [][]byte {
		if kept.Findings = kept.Findings[:limit]; limit == 0 {
			return nil
		}
		return l.renderPieces(&kept)
	}
}

// piecesWithinLimit is what of a file's pieces is printed: all, or as many findings as
// --max-errors leaves. Files come in their order.
func (l *lintRun) piecesWithinLimit(r *lintResult) [][]byte {
	if r.redraw == nil {
		return r.pieces
	}
	pieces, left := r.pieces, l.common.maxErrors-l.shown
	if r.shown > left {
		l.hidden += r.shown - left
		pieces = r.redraw(left)
	}
	if l.shown += min(r.shown, left); l.shown == l.common.maxErrors {
		l.limitReached.Store(true)
	}
	return pieces
}

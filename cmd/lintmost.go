package cmd

import (
	"bytes"

	"github.com/divtool/divtool/internal/lintreport"
)

// cut keeps of the findings of a file what --max-errors can let pass. Files
// before it, which other workers are at, may use some of that up: cut returns
// what draws fewer of them again, nil when there is no limit.
func (l *linting) cut(f *lintreport.File) func(most int) [][]byte {
	most := l.common.maxErrors
	switch {
	case most == 0 || len(f.Findings) == 0:
		return nil
	case l.full.Load(): // by files before it: they are counted in order
		f.Findings, f.Contents = nil, nil
		return nil
	case len(f.Findings) > most:
		f.Findings = f.Findings[:most]
	}
	kept := *f
	kept.Text = bytes.Clone(f.Text)
	return func(most int) [][]byte {
		if kept.Findings = kept.Findings[:most]; most == 0 {
			return nil
		}
		return l.draw(&kept)
	}
}

// within is what of a file's pieces is printed: all, or as many findings as
// --max-errors leaves. Files come in their order.
func (l *linting) within(r *linted) [][]byte {
	if r.cut == nil {
		return r.pieces
	}
	pieces, left := r.pieces, l.common.maxErrors-l.shown
	if r.shown > left {
		l.hidden += r.shown - left
		pieces = r.cut(left)
	}
	if l.shown += min(r.shown, left); l.shown == l.common.maxErrors {
		l.full.Store(true)
	}
	return pieces
}

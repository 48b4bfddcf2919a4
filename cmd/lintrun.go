package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// lintResult is what came of one file.
type lintResult struct {
	err         error // it cannot be read
	isBaseline  bool  // it is the baseline in use, which is no document
	unknownKind bool  // it is of no kind that has rules
	kind        lint.Kind
	pieces      [][]byte                 // of the reports; nil when all are empty
	counts      [3]int                   // findings by severity
	suppressed  int                      // findings that are known
	shown       int                      // findings that are drawn
	hidden      int                      // findings that are more than may be shown
	redraw      func(limit int) [][]byte // draws fewer of them; nil when all may be shown
	entries     []baseline.Entry         // of the baseline that is written
}

// lintJob is a file to lint, and what came of it.
type lintJob struct {
	lintTarget
	lintResult
	done <-chan struct{} // closed when it has been linted; nil before a worker may have it
}

const (
	maxQueuedChunks  = 64 // chunks of files that may wait for a worker
	maxOrderedChunks = 8  // chunks that may wait to be printed
)

// run lints the files, several at a time and while more are looked for, and
// prints what came of each in the order in which they were named.
func (l *lintRun) run(args []string) error {
	work := make(chan lintChunk, maxQueuedChunks)
	inOrder := make(chan []*lintJob, maxOrderedChunks)
	stop := make(chan struct{})
	defer close(stop)
	l.gc.start(l.streams.Env("GOGC"))
	defer l.gc.end()
	for range l.jobs {
		go func() {
			w := lintWorker{lintRun: l, linters: map[*lintSettings]*lint.Linter{}}
			w.work(work)
		}()
	}
	go func() {
		defer close(inOrder)
		defer close(work)
		feed := lintFeeder{workers: l.jobs, work: work, inOrder: inOrder, stop: stop, chunkSize: 1}
		walk := lintWalk{app: l.app, settings: l.settings, feed: &feed}
		walk.walkArguments(args)
		feed.flush()
	}()
	for jobs := range inOrder {
		for _, job := range jobs {
			<-job.done
			if err := l.collect(job); err != nil {
				return err
			}
		}
	}
	return nil
}

// lintWorker lints files one after the other and keeps its memory in between.
type lintWorker struct {
	*lintRun
	reader   source.Reader
	contents baseline.ContentHasher
	linters  map[*lintSettings]*lint.Linter
}

// work lints chunks of files.
func (w *lintWorker) work(chunks <-chan lintChunk) {
	for c := range chunks {
		for _, job := range c.jobs {
			job.lintResult = w.lintFile(job.lintTarget)
		}
		close(c.done)
	}
}

// lintFile lints one file and draws its reports.
func (w *lintWorker) lintFile(t lintTarget) lintResult {
	if t.err != nil {
		return lintResult{err: t.err}
	}
	if w.isBaseline(t) {
		return lintResult{isBaseline: true}
	}
	text, err := w.reader.Read(t.Source, w.common.maxText)
	if errors.Is(err, source.ErrTooLarge) {
		err = &report.FileError{File: t.Name, Code: "limit", Err: fmt.Errorf("the text has more than %d bytes; --max-text raises the limit", w.common.maxText)}
	}
	if err != nil {
		return lintResult{err: err}
	}
	w.gc.noteSize(len(text))
	linter := w.linters[t.settings]
	if linter == nil {
		if linter, err = lint.New(t.settings.config); err != nil {
			return lintResult{err: err}
		}
		w.linters[t.settings] = linter
	}
	result := linter.Lint(text, t.settings.kind, t.settings.context)
	if result.Unrecognized() || !hasRules(result) {
		return lintResult{unknownKind: true, kind: result.Kind}
	}
	return w.buildResult(t, text, &result)
}

// buildResult draws what was found in a file, but for what is known.
func (w *lintWorker) buildResult(t lintTarget, text []byte, result *lint.Result) (out lintResult) {
	for s := diag.Error; s <= diag.Info; s++ {
		out.counts[s] = result.Count(s)
	}
	f := lintreport.File{Name: t.Name, Text: text, Findings: result.Findings}
	active := t.settings.baseline
	if active != nil || w.baselineOut != nil || w.needsContents() {
		f.Contents = w.contents.Hashes(text, f.Findings)
	}
	switch {
	case w.baselineOut != nil:
		out.entries = w.settings.dir.baselineEntries(w.baselineOut.dir, &f)
		out.counts, f.Findings = [3]int{}, nil
	case active != nil:
		for s, n := range active.suppress(w.settings.dir, &f) {
			out.counts[s] -= n
			out.suppressed += n
		}
	}
	all := out.counts[diag.Error] + out.counts[diag.Warning] + out.counts[diag.Info]
	out.redraw = w.limitFindings(&f)
	out.shown, out.hidden = len(f.Findings), all-len(f.Findings)
	if out.shown == 0 && out.hidden > 0 {
		return out // nothing is said of the file: it is not without findings
	}
	out.pieces = w.renderPieces(&f)
	for _, piece := range out.pieces {
		w.gc.noteSize(len(piece))
	}
	return out
}

// needsContents tells whether a report needs the contents of findings.
func (l *lintRun) needsContents() bool {
	return slices.ContainsFunc(l.reports, func(r *lintOutput) bool { return r.Format.NeedsContents })
}

// hasRules tells whether there are rules for what was linted. A text that is
// not JSON has its finding and no kind.
func hasRules(r lint.Result) bool {
	_, known := lint.KindByName(string(r.Kind))
	return known || r.Kind == lint.Auto
}

// collect prints what came of one file, and counts it.
func (l *lintRun) collect(job *lintJob) error {
	t, r := job.lintTarget, job.lintResult
	if t.settings != nil {
		l.reportProblems(t.settings)
		if k := t.settings.baseline; k != nil && r.err == nil {
			k.lintedFiles[l.settings.dir.relativeTo(k.dir, t.Name)] = true
		}
	}
	switch {
	case r.err != nil:
		l.report.Unreadable(r.err)
		return nil
	case r.unknownKind:
		l.collectUnknown(t, r.kind)
		return nil
	case r.isBaseline:
		return nil
	}
	l.files++
	l.suppressed += r.suppressed
	l.hidden += r.hidden
	r.pieces = l.piecesWithinLimit(&r)
	l.countFindings(r.counts, t.settings)
	if l.baselineOut != nil {
		l.baselineOut.entries = append(l.baselineOut.entries, r.entries...)
	}
	return l.writePieces(r.pieces)
}

// collectUnknown counts a file without rules, which is wrong only when it was named.
func (l *lintRun) collectUnknown(t lintTarget, kind lint.Kind) {
	switch {
	case !t.named:
		l.skipped++
	case kind != lint.Auto:
		l.report.Unreadable(&report.FileError{File: t.Name, Code: "no-type", Err: fmt.Errorf("this is a %s, for which there are no rules yet", kind)})
	default:
		l.report.Unreadable(&report.FileError{File: t.Name, Code: "no-type", Err: errors.New("no known kind of document: say --kind")})
	}
}

// isBaseline tells whether a file is the baseline in use, which is no document.
func (l *lintRun) isBaseline(t lintTarget) bool {
	k, dir := t.settings.baseline, l.settings.dir
	return k != nil && dir.abs(k.name) == dir.abs(t.Name) || l.writeBaseline != "" && dir.abs(l.writeBaseline) == dir.abs(t.Name)
}

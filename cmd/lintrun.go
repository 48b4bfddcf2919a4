package cmd

import (
	"errors"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/baseline"
)

// linted is what came of one file.
type linted struct {
	err      error // it cannot be read
	passed   bool  // it is the baseline in use, which is no document
	noKind   bool  // it is of no kind that has rules
	kind     lint.Kind
	pieces   [][]byte                // of the reports; nil when all are empty
	counts   [3]int                  // findings by severity
	silenced int                     // findings that are known
	shown    int                     // findings that are drawn
	hidden   int                     // findings that are more than may be shown
	cut      func(most int) [][]byte // draws fewer of them; nil when all may be shown
	entries  []baseline.Entry        // of the baseline that is written
}

// lintJob is a file to lint, and what came of it.
type lintJob struct {
	lintTarget
	linted
	done <-chan struct{} // closed when it has been linted; nil before a worker may have it
}

const (
	mostWaiting = 64 // chunks of files that may wait for a worker
	mostAhead   = 8  // chunks that may wait to be printed
)

// run lints the files, several at a time and while more are looked for, and
// prints what came of each in the order in which they were named.
func (l *linting) run(args []string) error {
	work := make(chan lintChunk, mostWaiting)
	inOrder := make(chan []*lintJob, mostAhead)
	stop := make(chan struct{})
	defer close(stop)
	l.pace.start(l.streams.Env("GOGC"))
	defer l.pace.end()
	for range l.jobs {
		go func() {
			w := lintWorker{linting: l, linters: map[*lintSettings]*lint.Linter{}}
			w.work(work)
		}()
	}
	go func() {
		defer close(inOrder)
		defer close(work)
		feed := lintFeed{jobs: l.jobs, work: work, inOrder: inOrder, stop: stop, size: 1}
		walk := lintWalk{app: l.app, settings: l.settings, feed: &feed}
		walk.arguments(args)
		feed.flush()
	}()
	for jobs := range inOrder {
		for _, job := range jobs {
			<-job.done
			if err := l.take(job); err != nil {
				return err
			}
		}
	}
	return nil
}

// lintWorker lints files one after the other and keeps its memory in between.
type lintWorker struct {
	*linting
	reader   source.Reader
	contents baseline.Reader
	linters  map[*lintSettings]*lint.Linter
}

// work lints chunks of files.
func (w *lintWorker) work(chunks <-chan lintChunk) {
	for c := range chunks {
		for _, job := range c.jobs {
			job.linted = w.file(job.lintTarget)
		}
		close(c.done)
	}
}

// file lints one file and draws its reports.
func (w *lintWorker) file(t lintTarget) linted {
	if t.err != nil {
		return linted{err: t.err}
	}
	if w.isBaseline(t) {
		return linted{passed: true}
	}
	text, err := w.reader.Read(t.Source, w.common.maxText)
	if errors.Is(err, source.ErrTooLarge) {
		err = &fileError{t.Name, "limit", fmt.Errorf("the text has more than %d bytes; --max-text raises the limit", w.common.maxText)}
	}
	if err != nil {
		return linted{err: err}
	}
	w.pace.saw(len(text))
	linter := w.linters[t.settings]
	if linter == nil {
		if linter, err = lint.New(t.settings.config); err != nil {
			return linted{err: err}
		}
		w.linters[t.settings] = linter
	}
	result := linter.Lint(text, t.settings.kind, t.settings.context)
	if result.NoKind() || !hasRules(result) {
		return linted{noKind: true, kind: result.Kind}
	}
	return w.result(t, text, &result)
}

// result draws what was found in a file, but for what is known.
func (w *lintWorker) result(t lintTarget, text []byte, result *lint.Result) (out linted) {
	for s := diag.Error; s <= diag.Info; s++ {
		out.counts[s] = result.Count(s)
	}
	f := lintreport.File{Name: t.Name, Text: text, Findings: result.Findings}
	known := t.settings.known
	if known != nil || w.known != nil || w.traced() {
		f.Contents = w.contents.Contents(text, f.Findings)
	}
	switch {
	case w.known != nil:
		out.entries = w.settings.dir.entries(w.known.dir, &f)
		out.counts, f.Findings = [3]int{}, nil
	case known != nil:
		for s, n := range known.silence(w.settings.dir, &f) {
			out.counts[s] -= n
			out.silenced += n
		}
	}
	all := out.counts[diag.Error] + out.counts[diag.Warning] + out.counts[diag.Info]
	out.cut = w.cut(&f)
	out.shown, out.hidden = len(f.Findings), all-len(f.Findings)
	if out.shown == 0 && out.hidden > 0 {
		return out // nothing is said of the file: it is not without findings
	}
	out.pieces = w.draw(&f)
	for _, piece := range out.pieces {
		w.pace.saw(len(piece))
	}
	return out
}

// traced tells whether a report needs the contents of findings.
func (l *linting) traced() bool {
	return slices.ContainsFunc(l.reports, func(r *lintOutput) bool { return r.Format.Traced })
}

// hasRules tells whether there are rules for what was linted. A text that is
// not JSON has its finding and no kind.
func hasRules(r lint.Result) bool {
	_, known := lint.KindByName(string(r.Kind))
	return known || r.Kind == lint.Auto
}

// take prints what came of one file, and counts it.
func (l *linting) take(job *lintJob) error {
	t, r := job.lintTarget, job.linted
	if t.settings != nil {
		l.tell(t.settings)
		if k := t.settings.known; k != nil && r.err == nil {
			k.linted[l.settings.dir.below(k.dir, t.Name)] = true
		}
	}
	switch {
	case r.err != nil:
		l.unreadable(r.err)
		return nil
	case r.noKind:
		l.takeNoKind(t, r.kind)
		return nil
	case r.passed:
		return nil
	}
	l.files++
	l.silenced += r.silenced
	l.hidden += r.hidden
	r.pieces = l.within(&r)
	l.count(r.counts, t.settings)
	if l.known != nil {
		l.known.entries = append(l.known.entries, r.entries...)
	}
	return l.add(r.pieces)
}

// takeNoKind counts a file without rules, which is wrong only when it was named.
func (l *linting) takeNoKind(t lintTarget, kind lint.Kind) {
	switch {
	case !t.named:
		l.skipped++
	case kind != lint.Auto:
		l.unreadable(&fileError{t.Name, "no-type", fmt.Errorf("this is a %s, for which there are no rules yet", kind)})
	default:
		l.unreadable(&fileError{t.Name, "no-type", errors.New("no known kind of document: say --kind")})
	}
}

// isBaseline tells whether a file is the baseline in use, which is no document.
func (l *linting) isBaseline(t lintTarget) bool {
	k, dir := t.settings.known, l.settings.dir
	return k != nil && dir.abs(k.name) == dir.abs(t.Name) || l.writeBaseline != "" && dir.abs(l.writeBaseline) == dir.abs(t.Name)
}

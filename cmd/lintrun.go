package cmd

import (
	"errors"
	"fmt"

	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// linted is what came of one file.
type linted struct {
	err    error // it cannot be read
	noKind bool  // it is of no kind that has rules
	kind   lint.Kind
	text   []byte // of the report
	counts [3]int // findings by severity
	shown  int
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
		linter, err := lint.New(l.config)
		if err != nil {
			return err
		}
		go l.work(linter, work)
	}
	go func() {
		defer close(inOrder)
		defer close(work)
		feed := lintFeed{jobs: l.jobs, work: work, inOrder: inOrder, stop: stop, size: 1}
		walk := lintWalk{app: l.app, feed: &feed}
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

// work lints chunks of files.
func (l *linting) work(linter *lint.Linter, chunks <-chan lintChunk) {
	var reader source.Reader
	for c := range chunks {
		for _, job := range c.jobs {
			job.linted = l.file(&reader, linter, job.lintTarget)
		}
		close(c.done)
	}
}

// file lints one file and draws its report.
func (l *linting) file(reader *source.Reader, linter *lint.Linter, t lintTarget) linted {
	if t.err != nil {
		return linted{err: t.err}
	}
	text, err := reader.Read(t.Source, maxDocument)
	if errors.Is(err, source.ErrTooLarge) {
		err = &tooLargeError{t.Name}
	}
	if err != nil {
		return linted{err: err}
	}
	l.pace.saw(len(text))
	result := linter.Lint(text, l.kind, l.context)
	if result.NoKind() || !hasRules(result) {
		return linted{noKind: true, kind: result.Kind}
	}
	out := linted{shown: len(result.Findings)}
	for s := diag.Error; s <= diag.Info; s++ {
		out.counts[s] = result.Count(s)
	}
	if l.format == "json" {
		out.text = jsonFindings(t.Name, text, result.Findings)
	} else {
		out.text = l.textFindings(t.Name, text, result.Findings)
	}
	return out
}

type tooLargeError struct{ name string }

func (e *tooLargeError) Error() string { return e.name + ": the text is larger than 1 GiB" }

// hasRules tells whether there are rules for what was linted. A text that is
// not JSON has its finding and no kind.
func hasRules(r lint.Result) bool {
	_, known := lint.KindByName(string(r.Kind))
	return known || r.Kind == lint.Auto
}

// take prints what came of one file, and counts it.
func (l *linting) take(job *lintJob) error {
	t, r := job.lintTarget, job.linted
	switch {
	case r.err != nil:
		l.unreadable(r.err)
		return nil
	case r.noKind && t.named && r.kind != lint.Auto:
		l.unreadable(fmt.Errorf("%s: this is a %s, for which there are no rules yet", t.Name, r.kind))
		return nil
	case r.noKind && t.named:
		l.unreadable(fmt.Errorf("%s: no known kind of document: say --kind", t.Name))
		return nil
	case r.noKind:
		l.skipped++
		return nil
	}
	l.files++
	for s, n := range r.counts {
		l.totals[s] += n
		if n > 0 && s <= l.fail && l.fail < len(failLevels)-1 {
			l.raise(statusInput)
		}
	}
	if len(r.text) == 0 {
		return nil
	}
	if l.format == "json" && l.printed > 0 {
		l.out.Write([]byte(","))
	}
	l.printed += r.shown
	_, err := l.out.Write(r.text)
	return err
}

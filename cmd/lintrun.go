package cmd

import (
	"errors"
	"fmt"
	"slices"
	"sync"

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

const (
	// chunk is how many files a worker takes at a time: handing over each one
	// alone would cost more than linting it.
	chunk = 32
	// ahead is how many chunks a worker may be ahead of the one to be printed.
	ahead = 4
)

// run lints the files, several at a time, and prints what came of each in the
// order in which they were named.
func (l *linting) run(targets []lintTarget) error {
	chunks := slices.Collect(slices.Chunk(targets, chunk))
	results := make([]chan []linted, len(chunks))
	for i := range results {
		results[i] = make(chan []linted, 1)
	}
	next := make(chan int)
	stop := make(chan struct{})
	var workers sync.WaitGroup
	for range min(l.jobs, len(chunks)) {
		linter, err := lint.New(l.config)
		if err != nil {
			return err
		}
		workers.Go(func() {
			for i := range next {
				list := make([]linted, len(chunks[i]))
				for j, t := range chunks[i] {
					list[j] = l.file(linter, t)
				}
				results[i] <- list
			}
		})
	}
	window := make(chan struct{}, ahead*l.jobs)
	go func() {
		defer close(next)
		for i := range chunks {
			select {
			case window <- struct{}{}:
				next <- i
			case <-stop:
				return
			}
		}
	}()
	defer close(stop)
	for i, list := range chunks {
		done := <-results[i]
		<-window
		for j, t := range list {
			if err := l.take(t, done[j]); err != nil {
				return err
			}
		}
	}
	workers.Wait()
	return nil
}

// file lints one file and draws its report.
func (l *linting) file(linter *lint.Linter, t lintTarget) linted {
	text, err := t.Read(maxDocument)
	if errors.Is(err, source.ErrTooLarge) {
		err = &tooLargeError{t.Name}
	}
	if err != nil {
		return linted{err: err}
	}
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
	return r.Kind == lint.Auto || slices.Contains(kindNames(), string(r.Kind))
}

// take prints what came of one file, and counts it.
func (l *linting) take(t lintTarget, r linted) error {
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

// Package lintrun lints the files of a project: it finds the files, merges the
// configuration that applies to each, lints several at a time, and writes the
// reports and the baseline.
//
// A [Runner] connects these parts. A walker goroutine finds files and resolves
// their settings, workers lint files and render their part of each report, and
// the caller's goroutine writes the parts in the order of the arguments.
//
// Goals: the same output for any number of workers; memory in proportion to the
// largest files, not to their number. Not goals: flags, standard streams and exit
// statuses, which belong to the command; rules, which package lint runs; and the
// formats of reports, which belong to package lintreport.
package lintrun

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// A Meter measures the progress of a run. Several goroutines use it at once.
type Meter interface {
	source.Meter
	// Count is called when n files have been linted.
	Count(n int)
}

// Options configure a [Runner].
type Options struct {
	Flags      config.Section // override every configuration file; their values have been checked
	ConfigFile string         // applies to all files; "" to search for the nearest of each
	NoConfig   bool           // ignore configuration files
	NoIgnore   bool           // ignore .gitignore files
	// WriteBaseline is the name of the baseline to write, "-" for the main
	// report's place. Then no baseline is read, and no finding is reported. It is
	// "" for none.
	WriteBaseline string

	Jobs       int   // workers, at least 1
	MaxErrors  int   // findings to report, errors before warnings; 0 for all
	MaxText    int64 // maximum size of a file in bytes
	Meter      Meter // of files; nil for none
	AllowEmpty bool  // a pattern or a run without files is not an error

	Fix FixOptions

	Stdin     io.Reader
	StdinName string      // name of standard input in messages
	StdinInfo fs.FileInfo // of standard input; nil if it is unknown
	Workspace string      // absolute directory that reports name files from; "" for the working directory
	GOGC      string      // the environment variable; "" lets the run tune the collector
	Version   string      // of the program, for reports
	Theme     term.Theme  // of the main report
	Width     int         // columns of a line of the main report; 0 for no limit
}

// Reports are the reports of a run and the files that they are written to.
type Reports struct {
	Format *lintreport.Format // of the main report
	Out    *atomicfile.File   // of the main report
	Name   string             // of Out; "" for standard output
	Files  []ReportFile       // further reports
	// Fixed is where diffs are written, and the fixed text of standard input. It may be
	// nil if there are neither.
	Fixed *atomicfile.File
	// Create begins the file of a further report or of the baseline.
	Create func(name string) (*atomicfile.File, error)
	// OnFiles is called before the run writes anything besides the main report.
	// From then on, a closed pipe must be a write error and must not end the
	// program, because files would be left incomplete. May be nil.
	OnFiles func()
}

// ReportFile is a report that is written to a file of its own.
type ReportFile struct {
	Format *lintreport.Format
	Name   string
}

// Totals are the counts of a run.
type Totals struct {
	Files    int    // linted
	Skipped  int    // found in directories, of no kind that has rules
	Excluded int    // named, but excluded
	Findings [3]int // by [diag.Severity], hidden ones included
	Known    int    // suppressed by a baseline
	Fixed    int    // findings that were fixed
	Hidden   int    // not in the reports, because there were too many
}

// Runner lints files. It is used for one run.
type Runner struct {
	options  Options
	reporter *report.Reporter
	resolver *resolver
	outputs  outputs
	limit    findingLimit
	gc       gcTuner
	reported map[*problem]bool
	totals   Totals

	create   func(name string) (*atomicfile.File, error) // of Reports
	onFiles  func()                                      // of Reports, may be nil
	fixedOut *atomicfile.File                            // of Reports, may be nil
}

// New returns a Runner, which reports unreadable files and wrong configurations
// to reporter. It fails when o.ConfigFile does not exist.
func New(o Options, reporter *report.Reporter) (*Runner, error) {
	resolver := newResolver(o)
	r := &Runner{
		options: o, reporter: reporter, resolver: resolver,
		outputs:  outputs{reporter: reporter, files: outputFiles{resolver.dir, map[fileID]*outputFile{}}},
		limit:    findingLimit{max: o.MaxErrors},
		reported: map[*problem]bool{},
	}
	if o.ConfigFile != "" {
		if r.resolver.fixed = config.Load(o.ConfigFile); r.resolver.fixed == nil {
			return nil, &source.MissingError{Name: o.ConfigFile}
		}
	}
	return r, nil
}

// Totals returns the counts of the run so far.
func (r *Runner) Totals() Totals { return r.totals }

// Run lints the files, directories and patterns that args name, "-" for standard
// input, and writes the reports. It returns the error of writing the main report;
// other errors, and whether a finding fails the run, go to the Reporter.
func (r *Runner) Run(args []string, reports Reports) error {
	defer r.outputs.discard()
	r.create, r.onFiles, r.fixedOut = reports.Create, reports.OnFiles, reports.Fixed
	if err := r.run(args, reports); err != nil {
		if r.fixedOut != nil {
			r.fixedOut.Discard()
		}
		return err
	}
	if r.fixedOut != nil {
		return r.fixedOut.Finish(false)
	}
	return nil
}

func (r *Runner) run(args []string, reports Reports) error {
	run := &lintreport.Run{Version: r.options.Version, Rules: lint.Rules(), Theme: r.options.Theme, Width: r.options.Width}
	run.Dir, run.Root = r.resolver.dir.below(r.options.Workspace)
	if err := r.outputs.open(reports, run, r.options.WriteBaseline, r.resolver.dir); err != nil {
		return err
	}
	if err := r.lintAll(args); err != nil {
		return err
	}
	if err := r.reportUnused(); err != nil {
		return err
	}
	if err := r.writePending(); err != nil {
		return err
	}
	r.keepSettings()
	r.noteAnnotations(reports.Format)
	if r.totals.Files == 0 && r.reporter.Outcome() < report.Failed && !r.options.AllowEmpty {
		r.reporter.Unreadable(r.nothingLinted())
	}
	return r.outputs.close()
}

// maxAnnotations is the number of annotations of one severity that GitHub shows.
const maxAnnotations = 10

// noteAnnotations notes that GitHub may not show all annotations.
func (r *Runner) noteAnnotations(format *lintreport.Format) {
	n := r.totals.Findings[diag.Error] + r.totals.Findings[diag.Warning] + r.totals.Findings[diag.Info] - r.totals.Hidden
	if n > maxAnnotations && format.Name == "github" && !r.reporter.JSON {
		r.reporter.Line(fmt.Sprintf("divtool: %d annotations, but GitHub shows at most %d errors, %[2]d warnings and %[2]d notices of a step; `--output sarif=FILE` has all", n, maxAnnotations))
	}
}

// keepSettings keeps the outputs from replacing the files that settings name.
func (r *Runner) keepSettings() {
	for _, name := range r.resolver.filesRead {
		if err := r.outputs.files.find(name).keep(); err != nil {
			r.reporter.Unreadable(err)
		}
	}
}

// nothingLinted returns the error of a run in which no file was linted.
func (r *Runner) nothingLinted() error {
	reason := "no file is of a known kind"
	if r.totals.Excluded > 0 && r.totals.Skipped == 0 {
		reason = "all files are excluded"
	}
	return errors.New("nothing to lint: " + reason + "; `--allow-empty` allows that")
}

const (
	maxQueuedChunks  = 64 // chunks of files that may wait for a worker
	maxOrderedChunks = 8  // chunks that may wait to be collected
)

// lintAll lints the files while more are being found, and collects the results in
// order.
func (r *Runner) lintAll(args []string) error {
	work := make(chan chunk, maxQueuedChunks)
	ordered := make(chan []*job, maxOrderedChunks)
	stop := make(chan struct{})
	defer close(stop)
	r.gc.start(r.options.GOGC)
	defer r.gc.end()
	shared := &workerConfig{
		maxText: r.options.MaxText, meter: r.options.Meter, dir: r.resolver.dir,
		outputs: &r.outputs, limit: &r.limit, gc: &r.gc, fix: r.options.Fix,
	}
	go func() {
		defer close(ordered)
		defer close(work)
		f := feeder{workers: r.options.Jobs, start: func() { go newWorker(shared).run(work) }, work: work, ordered: ordered, stop: stop, chunkSize: 1}
		w := walker{
			stdin: r.options.Stdin, stdinName: r.options.StdinName, allowEmpty: r.options.AllowEmpty,
			stdinInfo: r.options.StdinInfo, outputs: &r.outputs.files,
			noIgnore: r.options.NoIgnore, resolver: r.resolver, feeder: &f, seen: map[fileID]bool{},
		}
		w.walk(args)
		f.flush()
	}()
	for jobs := range ordered {
		for _, j := range jobs {
			<-j.done
			if err := r.collect(j); err != nil {
				return err
			}
		}
	}
	return nil
}

// collect counts and writes the result of one file.
func (r *Runner) collect(j *job) error {
	t, res := &j.target, &j.result
	if t.settings != nil {
		r.reportProblems(t.settings)
		if b := t.settings.baseline; b != nil && res.err == nil && !t.excluded {
			b.lintedFiles[r.resolver.dir.relativeTo(b.dir, t.source.Name)] = true
		}
	}
	if !t.excluded && !res.notInput {
		if err := t.output.keep(); err != nil {
			r.reporter.Unreadable(err)
		}
	}
	if res.decompressed != "" {
		note := report.Decompressed(res.decompressed)
		if r.options.Fix.Mode != NoFix {
			note += ", but not fixed"
		}
		r.reporter.Note(t.source.Name, note)
	}
	switch {
	case res.err != nil:
		r.reporter.Unreadable(res.err)
		return nil
	case res.unknownKind:
		r.collectUnknown(t, res.kind)
		return nil
	case t.excluded:
		r.totals.Excluded++
		return nil
	case res.notInput:
		return nil
	}
	r.totals.Files++
	r.totals.Known += res.known
	if err := r.collectFixes(t, res.fixed); err != nil {
		return err
	}
	r.countFindings(res.counts, t.settings)
	r.outputs.addEntries(res.entries)
	return r.write(&res.rendered)
}

// collectUnknown counts a file that has no rules. That is an error only when the
// caller named the file.
func (r *Runner) collectUnknown(t *target, kind lint.Kind) {
	switch {
	case !t.named:
		r.totals.Skipped++
	case kind != lint.Auto:
		r.reporter.Unreadable(&report.FileError{File: t.source.Name, Code: "no-type", Err: fmt.Errorf("%s is not a kind that lint checks", kind)})
	default:
		r.reporter.Unreadable(&report.FileError{File: t.source.Name, Code: "no-type", Err: errors.New("the document is of no known kind; use `--kind KIND`")})
	}
}

// countFindings counts findings by severity. The outcome is at least
// [report.Invalid] when the settings make one of them fail.
func (r *Runner) countFindings(counts [3]int, s *settings) {
	for severity, n := range counts {
		r.totals.Findings[severity] += n
		if n > 0 && severity <= s.failOn && s.failOn <= int(diag.Info) {
			r.reporter.Record(report.Invalid)
		}
	}
}

// write writes the rendered findings of a file. With a limit, a file with warnings
// is written when it is known how many of them are reported.
func (r *Runner) write(f *rendered) error {
	r.totals.Hidden += f.hidden
	if r.limit.max == 0 {
		return r.outputs.write(f.pieces)
	}
	r.totals.Hidden += r.limit.add(f)
	if r.limit.mustWait() {
		return nil
	}
	return r.writePending()
}

// writePending writes the files that wait for the limit.
func (r *Runner) writePending() error {
	for _, p := range r.limit.take() {
		if p.limited != nil {
			admitted := p.admitted[diag.Error] + p.admitted[diag.Warning] + p.admitted[diag.Info]
			hidden := len(p.limited.Findings) - admitted
			r.totals.Hidden += hidden
			switch {
			case admitted == 0:
				p.pieces = nil // a report would show a file without findings
			case hidden > 0 || p.pieces == nil:
				keepFindings(p.limited, p.admitted)
				p.pieces = r.outputs.render(p.limited)
			}
		}
		if err := r.outputs.write(p.pieces); err != nil {
			return err
		}
	}
	return nil
}

// reportProblems reports the problems of settings. Files share settings, and
// settings share problems, but each is reported once.
func (r *Runner) reportProblems(s *settings) {
	for _, p := range s.problems {
		if r.reported[p] {
			continue
		}
		r.reported[p] = true
		switch {
		case p.diagnostic == nil:
			r.reporter.Unreadable(p.err)
		case p.diagnostic.Offset < 0:
			r.reporter.Record(report.Failed)
			r.reporter.Fail(p.diagnostic, report.Place{File: p.file, Index: -1})
		default:
			r.reporter.Record(report.Failed)
			r.reporter.FailText(p.diagnostic, p.file, p.text)
		}
	}
}

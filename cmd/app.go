package cmd

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// app is one run of the program: its streams, the flags every command has,
// and the worst status so far.
type app struct {
	streams   Streams
	common    commonOptions
	report    *report.Reporter
	tempFiles tempFiles
	results   *outputWriter // open, when there is one: errors come behind what they follow
	worst     int
}

// commonOptions are the flags of every command.
type commonOptions struct {
	colour     string
	errors     string
	maxErrors  int
	maxText    int64
	stdinName  string
	outFile    string
	allowEmpty bool
}

func newApp(s Streams) *app { return &app{streams: s} }

func (a *app) commonFlags(f *pflag.FlagSet) {
	o := &a.common
	f.StringVar(&o.colour, "color", "auto", "`WHEN` the output has colours: auto, always or never")
	f.StringVar(&o.errors, "errors", "text", "the `FORMAT` of errors: text, or json (one object a line)")
	f.Int64Var(&o.maxText, "max-text", defaultMaxText, "refuse JSON texts of more than so many `BYTES`")
	f.IntVar(&o.maxErrors, "max-errors", 0, "print at most `N` errors (0 for all)")
	f.StringVar(&o.stdinName, "stdin-name", "<stdin>", "the `NAME` of standard input in messages")
	f.StringVarP(&o.outFile, "output-file", "o", "", "write results to `FILE`, whole or not at all")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "a pattern that matches no file is not an error")
}

func colourModes() []string  { return []string{"auto", "always", "never"} }
func errorFormats() []string { return []string{"text", "json"} }

// checkCommonFlags checks the common flags once they are known.
func (a *app) checkCommonFlags() error {
	o := &a.common
	if !slices.Contains(colourModes(), o.colour) {
		return usagef("--color is auto, always or never, not %q", o.colour)
	}
	if !slices.Contains(errorFormats(), o.errors) {
		return usagef("--errors is text or json, not %q", o.errors)
	}
	if o.maxText < 1 || o.maxText > jsondoc.MaxText {
		return usagef("--max-text is from 1 to %d", int64(jsondoc.MaxText))
	}
	if o.maxErrors < 0 {
		return usagef("--max-errors cannot be negative")
	}
	if o.outFile == "-" || o.outFile == "/dev/stdout" {
		o.outFile = "" // results go there anyway
	}
	a.report = &report.Reporter{
		Out:       a.streams.Err,
		JSON:      o.errors == "json",
		MaxErrors: o.maxErrors,
		Colour:    a.streams.useColour(o.colour, a.streams.ErrTerminal),
	}
	return nil
}

// printError prints a message about the program's use.
func (a *app) printError(message string) {
	fmt.Fprintln(a.streams.Err, "divtool: "+text.Escape(message))
}

// note prints what is good to know; nothing when errors are for machines.
func (a *app) note(file, message string) {
	if a.report.JSON {
		return
	}
	fmt.Fprintf(a.streams.Err, "divtool: %s: %s\n", text.Escape(file), message)
}

// fail reports a diagnostic of an input and remembers the status.
func (a *app) fail(d *diag.Diagnostic, at report.Place) {
	if a.results != nil {
		a.results.writer.Flush()
	}
	a.report.Report(d, at)
	if d.Severity == diag.Error {
		a.raiseStatus(statusInput)
	}
}

// raiseStatus remembers a status, when it is the worst so far.
func (a *app) raiseStatus(status int) { a.worst = max(a.worst, status) }

// exitError is the error that ends a command with the worst status.
func (a *app) exitError() error {
	a.report.Close()
	if a.worst == statusOK {
		return nil
	}
	return statusError(a.worst)
}

// sources finds the inputs that arguments name: standard input when there are
// none. It fails when there is nothing to read.
func (a *app) sources(args []string, usageText string) ([]source.Source, error) {
	if len(args) == 0 && a.streams.InTerminal {
		return nil, &usageError{"nothing to read: no file, and standard input is a terminal", "Usage: " + usageText}
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	var list []source.Source
	for _, arg := range args {
		found, err := source.Find(arg, a.streams.In, a.common.stdinName)
		if err != nil {
			a.reportUnreadable(err)
			continue
		}
		if len(found) == 0 && !a.common.allowEmpty {
			a.reportUnreadable(noMatchError(arg))
		}
		list = append(list, found...)
	}
	return list, nil
}

// reportUnreadable reports a file that cannot be read.
func (a *app) reportUnreadable(err error) {
	a.raiseStatus(statusUsage)
	var missing *source.MissingError
	var path *fs.PathError
	var file *fileError
	err = withoutSyscall(err)
	if a.report == nil || !a.report.JSON {
		a.printError(err.Error())
		return
	}
	at, code := report.Place{Index: -1}, "unreadable"
	switch {
	case errors.As(err, &file):
		at.File, code = file.file, cmp.Or(file.code, code)
	case errors.As(err, &missing):
		at.File = missing.Name
	case errors.As(err, &path):
		at.File = path.Path
	}
	a.report.Report(&diag.Diagnostic{Code: code, Offset: -1, Message: err.Error()}, at)
}

// fileError is what is wrong with an input, or a file that is written, as a
// whole.
type fileError struct {
	file string
	code string // of errors for machines; "" for unreadable
	err  error
}

func (e *fileError) Error() string { return e.file + ": " + e.err.Error() }
func (e *fileError) Unwrap() error { return e.err }

// noMatchError is the error of a pattern without a file.
func noMatchError(pattern string) error {
	return &fileError{file: pattern, err: errors.New("no file matches this pattern")}
}

// pathError is a file and what is wrong with it, without the name of the
// system call that [fs.PathError] begins with.
type pathError struct{ *fs.PathError }

func (e pathError) Error() string { return e.Path + ": " + e.Err.Error() }

func (e pathError) Unwrap() error { return e.PathError }

// withoutSyscall leaves the name of a system call out of a message.
func withoutSyscall(err error) error {
	if path, ok := err.(*fs.PathError); ok {
		return pathError{path}
	}
	return err
}

// openOutput opens the place where results go. finish must be called at the end.
func (a *app) openOutput() (*outputWriter, error) {
	if a.common.outFile != "" {
		return a.tempFiles.create(a.common.outFile)
	}
	a.results = &outputWriter{writer: newWriter(a.streams.Out)}
	return a.results, nil
}

// toTerminal tells whether results go to a terminal.
func (a *app) toTerminal() bool { return a.streams.OutTerminal && a.common.outFile == "" }

// coloured tells whether results have colours.
func (a *app) coloured() bool { return a.streams.useColour(a.common.colour, a.toTerminal()) }

// theme is that of the results.
func (a *app) theme() term.Theme { return term.NewTheme(a.coloured()) }

// checkFlagValue checks a flag that takes one of some words.
func checkFlagValue(name, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	return usagef("--%s is one of %s, not %q", name, strings.Join(words, ", "), value)
}

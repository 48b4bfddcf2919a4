package cmd

import (
	"bytes"
	"os"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/progress"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// app is one run of the program: its streams, the flags that every command has, and the
// report of errors.
type app struct {
	streams Streams
	common  commonOptions
	report  *report.Reporter
	files   atomicfile.Set

	progressMode string
	progress     *progress.Line // nil if it is not shown
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

func newApp(s Streams) *app {
	a := &app{streams: s, report: &report.Reporter{Out: s.Err}, files: atomicfile.Set{Exit: exitBySignal}}
	a.report.Width = a.terminal().ErrWidth()
	return a
}

func (a *app) commonFlags(f *pflag.FlagSet) {
	o := &a.common
	f.StringVar(&o.colour, "color", "auto", "use colours `WHEN`: auto, always or never")
	f.StringVar(&o.errors, "errors", "text", "print errors as `FORMAT`: text, or json (one object per line)")
	f.Int64Var(&o.maxText, "max-text", defaultMaxText, "reject JSON texts larger than `BYTES`")
	f.IntVar(&o.maxErrors, "max-errors", 0, "print at most `N` errors and warnings, errors first (0: all)")
	f.StringVar(&o.stdinName, "stdin-name", "<stdin>", "call standard input `NAME` in messages")
	f.StringVarP(&o.outFile, "output-file", "o", "", "write results to `FILE`, completely or not at all")
	f.BoolVar(&o.allowEmpty, "allow-empty", false, "accept patterns that match no file")
}

func colourModes() []string  { return []string{"auto", "always", "never"} }
func errorFormats() []string { return []string{"text", "json"} }

// checkCommonFlags checks the flags of every command, and configures the report.
func (a *app) checkCommonFlags() error {
	o := &a.common
	if err := checkFlagValue("color", o.colour, colourModes()...); err != nil {
		return err
	}
	if err := checkFlagValue("errors", o.errors, errorFormats()...); err != nil {
		return err
	}
	if o.maxText < 1 || o.maxText > jsondoc.MaxText {
		return usagef("`--max-text` must be from 1 to %d bytes, got %d", int64(jsondoc.MaxText), o.maxText)
	}
	if o.maxErrors < 0 {
		return usagef("`--max-errors` must be 0 or more, got %d", o.maxErrors)
	}
	if o.outFile == "-" || o.outFile == "/dev/stdout" {
		o.outFile = "" // the default
	}
	a.report.JSON = o.errors == "json"
	a.report.MaxErrors = o.maxErrors
	a.report.Colour = a.streams.useColour(o.colour, a.streams.ErrTerminal)
	return nil
}

// exitError closes the report, and returns the error that ends a command with the status
// of the outcome; nil for status 0.
func (a *app) exitError() error {
	a.stopProgress()
	a.report.Close()
	switch a.report.Outcome() {
	case report.Clean:
		return nil
	case report.Invalid:
		return statusError(statusInput)
	}
	return statusError(statusUsage)
}

// sources returns the inputs that arguments name; standard input without arguments, which
// must not be a terminal. Arguments that name nothing are reported.
func (a *app) sources(args []string, usageText string) ([]source.Source, error) {
	if len(args) == 0 && a.streams.InTerminal {
		return nil, noInputError("Usage: " + usageText)
	}
	if len(args) == 0 {
		args = []string{"-"}
	}
	var list []source.Source
	for _, arg := range args {
		found, err := source.Find(arg, a.streams.In, a.common.stdinName)
		if err != nil {
			a.report.Unreadable(err)
			continue
		}
		if len(found) == 0 && !a.common.allowEmpty {
			a.report.Unreadable(report.NoMatch(arg))
		}
		for _, s := range found {
			if a.progress != nil {
				s.Meter = a.progress
			}
			list = append(list, a.noteDecompressed(s))
		}
	}
	return list, nil
}

// noteDecompressed returns a source with a note to the user when it is decompressed.
func (a *app) noteDecompressed(s source.Source) source.Source {
	s.OnDecompress = func(format string) { a.report.Note(s.Name, report.Decompressed(format)) }
	return s
}

// noInputError returns the error of a command without a file argument whose standard
// input is a terminal.
func noInputError(hint string) error {
	return &usageError{"no input: no file is given, and standard input is a terminal", hint}
}

// openOutput opens the output for the results. Finish must be called at the end.
func (a *app) openOutput() (*atomicfile.File, error) {
	if a.common.outFile != "" {
		return a.files.Create(a.common.outFile)
	}
	out := atomicfile.NewStream(a.streams.Out)
	a.report.Before = func() { out.Flush() }
	return out, nil
}

// toTerminal reports whether results go to a terminal.
func (a *app) toTerminal() bool { return a.streams.OutTerminal && a.common.outFile == "" }

// terminal returns what is known of the terminal on which results are seen.
func (a *app) terminal() term.Terminal {
	t := term.Terminal{ShowsResults: a.toTerminal(), ShowsErrors: a.streams.ErrTerminal, Env: a.streams.Env}
	if t.ShowsResults {
		t.Out, _ = a.streams.Out.(*os.File)
	}
	if t.ShowsErrors {
		t.Err, _ = a.streams.Err.(*os.File)
	}
	return t
}

func (a *app) coloured() bool { return a.streams.useColour(a.common.colour, a.toTerminal()) }

// colouredJSON is [app.coloured] for JSON. Programs read it, so that in a pipe only
// --color always colours it.
func (a *app) colouredJSON() bool {
	return a.coloured() && (a.toTerminal() || a.common.colour == "always")
}

func (a *app) theme() term.Theme { return term.NewTheme(a.coloured()) }

// unsafeForTerminal reports whether results go to a terminal that might act on these bytes,
// which must be printed exactly, without escapes.
func (a *app) unsafeForTerminal(exact []byte) bool {
	return a.toTerminal() && (!utf8.Valid(exact) || bytes.ContainsFunc(exact, text.IsHostile))
}

func unsafeBytesError() error {
	return &usageError{"the output contains control characters that could change the terminal", "Use a pipe, such as `… | xxd`, or `-o FILE`"}
}

package cmd

import (
	"bytes"
	"os"
	"slices"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/jsondoc"
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
	return &app{streams: s, report: &report.Reporter{Out: s.Err}, files: atomicfile.Set{Exit: exitBySignal}}
}

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

// checkCommonFlags checks the flags of every command, and configures the report.
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
		return nil, &usageError{"nothing to read: no file, and standard input is a terminal", "Usage: " + usageText}
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
		list = append(list, found...)
	}
	return list, nil
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
	t := term.Terminal{ShowsResults: a.toTerminal(), Env: a.streams.Env}
	if t.ShowsResults {
		t.Out, _ = a.streams.Out.(*os.File)
	}
	if a.streams.ErrTerminal {
		t.Err, _ = a.streams.Err.(*os.File)
	}
	return t
}

// coloured reports whether results have colours.
func (a *app) coloured() bool { return a.streams.useColour(a.common.colour, a.toTerminal()) }

// theme returns the theme of the results.
func (a *app) theme() term.Theme { return term.NewTheme(a.coloured()) }

// unsafeForTerminal reports whether results go to a terminal that might act on these bytes,
// which must be printed exactly, without escapes.
func (a *app) unsafeForTerminal(exact []byte) bool {
	return a.toTerminal() && (!utf8.Valid(exact) || bytes.ContainsFunc(exact, text.IsHostile))
}

func unsafeBytesError() error {
	return &usageError{"the exact bytes hold characters that a terminal might act on", "Pipe them: … | xxd, or -o FILE."}
}

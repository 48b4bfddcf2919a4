package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/diff"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/scope"
)

// diffFlags are the flags of diff.
type diffFlags struct {
	format      string
	typeName    string
	formName    string
	parentState string
	limits      frameLimits
}

func diffFormats() []string { return []string{"text", "json"} }

func (a *app) diffCommand() *cobra.Command {
	var o diffFlags
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Compare two files by meaning",
		Long: `Diff compares two templates (also arrays of templates, registrations and arrays
of grants), two scope records, or two frames, and reports what the difference
means:

  templates       whether the id changes, which members change it, and the cause
                  of each difference that does not
  scope records   what the daemon answers to B while it holds A, and which
                  routes close
  frames          the fields that differ; a frame is any input of
                  ` + "`divtool decode`" + `, or a document that decode printed

A file that contains null means that there is nothing on that side. - is
standard input.

Exit status: 0 if both are the same, 1 if they differ, 2 if they cannot be
compared.`,
		Example: `  divtool sample laser.role > a.bin; divtool decode a.bin | divtool diff - a.bin
  echo 0400000007 > a.hex; echo 0400000008 | divtool diff a.hex - || true
  echo '[{"agents":["create"]}]' > a.json; divtool diff a.json a.json
  echo null | divtool diff --format json - a.json || true`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return &usageError{fmt.Sprintf("diff takes two files, got %d", len(args)), "Usage: divtool diff A B"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.diff(o, args) },
	}
	f := c.Flags()
	enumFlag(c, &o.format, "format", "text", "print the differences as `FORMAT`", diffFormats)
	f.StringVarP(&o.typeName, "type", "t", "", "`TYPE` of the frames; see divtool types")
	enumFlag(c, &o.formName, "in", "auto", "read frames as `FORM`", input.Forms)
	f.StringVar(&o.parentState, "parent-state", "", "state of the link to the parent of a scope record, `BEFORE:AFTER`, each none, linked, pending or ended")
	o.limits.flags(c)
	completeValues(c, "type", typeNames)
	return c
}

func (a *app) diff(o diffFlags, args []string) error {
	options, err := a.diffOptions(o)
	if err != nil {
		return err
	}
	d := diff.New(options, a.report)
	sides, err := a.diffSides(d, args, int64(o.limits.maxFrame))
	if err != nil {
		return err
	}
	if a.report.Outcome() != report.Clean {
		return a.exitError()
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	same, err := d.Compare(out, sides[0], sides[1])
	if finishErr := out.Finish(err != nil || a.report.Outcome() == report.Failed); err == nil {
		err = finishErr
	}
	if err != nil {
		return err
	}
	if !same {
		a.report.Record(report.Invalid)
	}
	return a.exitError()
}

func (a *app) diffOptions(o diffFlags) (diff.Options, error) {
	options := diff.Options{
		Types:       all.Types(),
		Frames:      frames.Options{MaxFrame: o.limits.maxFrame, MaxDepth: o.limits.maxDepth},
		MaxText:     a.common.maxText,
		ParentState: o.parentState,
		JSON:        o.format == "json",
		Colour:      a.coloured(),
		Width:       a.terminal().LineWidth(),
	}
	if err := checkFlagValue("format", o.format, diffFormats()...); err != nil {
		return options, err
	}
	if options.JSON {
		options.Colour = a.colouredJSON()
	}
	var ok bool
	if options.Form, ok = input.ParseForm(o.formName); !ok {
		return options, checkFlagValue("in", o.formName, input.Forms()...)
	}
	if err := o.limits.check(); err != nil {
		return options, err
	}
	if o.parentState != "" {
		if options.Link, ok = parseLink(o.parentState); !ok {
			return options, usagef("`--parent-state`: %s", text.Expected("BEFORE:AFTER, each \"none\", \"linked\", \"pending\" or \"ended\"", text.Quote(o.parentState)))
		}
	}
	var err error
	options.Given, err = findType(options.Types, o.typeName)
	return options, err
}

// parseLink parses BEFORE:AFTER.
func parseLink(s string) (scope.Link, bool) {
	before, after, ok := strings.Cut(s, ":")
	from, ok1 := scope.LinkStateByName(before)
	to, ok2 := scope.LinkStateByName(after)
	return scope.Link{Before: from, After: to}, ok && ok1 && ok2
}

// diffSides reads the two inputs. The second is also read when the first cannot be
// compared, so that the errors of both are reported.
func (a *app) diffSides(d *diff.Differ, args []string, maxFrame int64) (sides [2]*diff.Side, err error) {
	if args[0] == "-" && args[1] == "-" {
		return sides, usagef("both files are standard input; only one can be")
	}
	for i, arg := range args {
		if sides[i], err = a.diffSide(d, arg, maxFrame); err != nil {
			a.report.Unreadable(err)
			var usageErr *usageError
			if errors.As(err, &usageErr) && usageErr.hint != "" {
				a.report.Line(usageErr.hint)
			}
		}
	}
	return sides, nil
}

func (a *app) diffSide(d *diff.Differ, arg string, maxFrame int64) (*diff.Side, error) {
	found, err := a.diffInput(arg)
	if err != nil {
		return nil, err
	}
	data, err := decode.ReadSource(found, max(maxFrame, a.common.maxText/8)) // a document or a frame
	switch {
	case errors.Is(err, source.ErrTooLarge):
		return nil, usagef("%s: the input is too large; `--max-text` raises the limit", found.Name)
	case err != nil:
		return nil, err
	}
	return d.Detect(found.Name, data)
}

// diffInput finds the one file that an argument names.
func (a *app) diffInput(arg string) (source.Source, error) {
	list, err := source.Find(arg, a.streams.In, a.common.stdinName)
	var missing *source.MissingError
	switch {
	case errors.As(err, &missing) && looksLikeHex(arg):
		return source.Source{}, &usageError{
			message: arg + ": no such file; this looks like hex",
			hint:    "Write it to a file, or use a pipe for one of the two: `echo " + shellQuote(arg) + " | divtool diff - B`",
		}
	case err != nil:
		return source.Source{}, err
	case len(list) != 1:
		return source.Source{}, usagef("%s: expected one file, got %d that match the pattern", arg, len(list))
	case arg == "-" && a.streams.InTerminal:
		return source.Source{}, usagef("no input: standard input is a terminal")
	}
	return a.noteDecompressed(list[0]), nil
}

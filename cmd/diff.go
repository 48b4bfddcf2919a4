package cmd

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/diff"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
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
		Short: "Say what differs in meaning between two files",
		Long: `Diff compares two templates (also arrays of them, registrations, arrays of
grants), two scope records, or two frames, and says what the difference means:

  templates       whether the id changes, which members make it, and the cause
                  of every difference that changes nothing
  scope records   what the daemon answers to B while it holds A, and which routes
                  close
  frames          the fields that differ; frames are read as ` + "`divtool decode`" + `
                  reads them, or given as documents that it printed

A file that holds null stands for nothing there, - for standard input.

Exit status: 0 the same, 1 different, 2 trouble.`,
		Example: `  divtool diff examples/template.json examples/template.json
  divtool diff examples/template.json examples/template_tuned.json || true
  divtool diff --format json examples/scope.json examples/scope_narrowed.json | jq -c .closes
  divtool decode examples/fuse_read.hex | divtool encode --set /payload/offset=0 | divtool diff examples/fuse_read.hex - || true`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return &usageError{"diff takes two files", "Usage: divtool diff A B"}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.diff(o, args) },
	}
	f := c.Flags()
	enumFlag(c, &o.format, "format", "text", "how the difference is printed", diffFormats)
	f.StringVarP(&o.typeName, "type", "t", "", "the `TYPE` of the frames; see `divtool types`")
	enumFlag(c, &o.formName, "in", "auto", "the form of the frames", input.Forms)
	f.StringVar(&o.parentState, "parent-state", "", "how the link of a scope record to its parent changes: `BEFORE:AFTER`, each none, linked, pending or ended")
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

// diffOptions checks the flags.
func (a *app) diffOptions(o diffFlags) (diff.Options, error) {
	options := diff.Options{
		Types:       all.Types(),
		Frames:      frames.Options{MaxFrame: o.limits.maxFrame, MaxDepth: o.limits.maxDepth},
		MaxText:     a.common.maxText,
		ParentState: o.parentState,
		JSON:        o.format == "json",
		Colour:      a.coloured(),
	}
	if err := checkFlagValue("format", o.format, diffFormats()...); err != nil {
		return options, err
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
			return options, usagef("--parent-state takes BEFORE:AFTER, each of them none, linked, pending or ended, not %q", o.parentState)
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
		return sides, usagef("standard input can be one of the two, not both")
	}
	for i, arg := range args {
		if sides[i], err = a.diffSide(d, arg, maxFrame); err != nil {
			a.report.Unreadable(err)
			var usageErr *usageError
			if errors.As(err, &usageErr) && usageErr.hint != "" {
				fmt.Fprintln(a.streams.Err, usageErr.hint)
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
	text, err := input.ReadSource(found, max(maxFrame, a.common.maxText/8)) // a document or a frame
	switch {
	case errors.Is(err, source.ErrTooLarge):
		return nil, usagef("%s: larger than can be compared", found.Name)
	case err != nil:
		return nil, err
	}
	return d.Detect(found.Name, text)
}

// diffInput finds the one file that an argument names.
func (a *app) diffInput(arg string) (source.Source, error) {
	list, err := source.Find(arg, a.streams.In, a.common.stdinName)
	var missing *source.MissingError
	switch {
	case errors.As(err, &missing) && looksLikeHex(arg):
		return source.Source{}, &usageError{
			message: arg + ": there is no such file; it looks like hex",
			hint:    "Write it to a file, or pipe one of the two: `echo " + shellQuote(arg) + " | divtool diff - B`.",
		}
	case err != nil:
		return source.Source{}, err
	case len(list) != 1:
		return source.Source{}, usagef("%s: %d files match this pattern, one is needed", arg, len(list))
	case arg == "-" && a.streams.InTerminal:
		return source.Source{}, usagef("nothing to read: standard input is a terminal")
	}
	return list[0], nil
}

package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/scope"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	format      string
	typeName    string
	formName    string
	parentState string
	frameLimits
}

func diffFormats() []string { return []string{"text", "json"} }

func (a *app) diffCommand() *cobra.Command {
	var o diffOptions
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
	o.frameLimits.flags(c)
	completeValues(c, "type", typeNames)
	return c
}

// diffRun is a diff command at work.
type diffRun struct {
	*app
	diffOptions
	types     frames.Set
	givenType *frames.Type
	form      input.Form
	link      scope.Link
	reader    frames.Reader
	out       *atomicfile.File
	theme     term.Theme
	colour    bool
}

func (a *app) diff(o diffOptions, args []string) error {
	d := diffRun{app: a, diffOptions: o, types: all.Types()}
	if err := d.check(); err != nil {
		return err
	}
	sides, err := d.readSides(args)
	if err != nil {
		return err
	}
	if a.report.Outcome() != report.Clean {
		return a.exitError()
	}
	if d.out, err = a.openOutput(); err != nil {
		return err
	}
	d.colour = a.coloured()
	d.theme = term.NewTheme(d.colour)
	same, err := d.compare(sides[0], sides[1])
	if finishErr := d.out.Finish(err != nil || a.report.Outcome() == report.Failed); err == nil {
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

// check settles what the flags say.
func (d *diffRun) check() error {
	if err := checkFlagValue("format", d.format, diffFormats()...); err != nil {
		return err
	}
	form, ok := input.ParseForm(d.diffOptions.formName)
	if !ok {
		return checkFlagValue("in", d.diffOptions.formName, input.Forms()...)
	}
	d.form = form
	if err := d.frameLimits.check(); err != nil {
		return err
	}
	d.reader.Options = frames.Options{MaxFrame: d.maxFrame, MaxDepth: d.maxDepth}
	if d.parentState != "" {
		before, after, ok := strings.Cut(d.parentState, ":")
		var ok1, ok2 bool
		d.link.Before, ok1 = scope.LinkStateByName(before)
		d.link.After, ok2 = scope.LinkStateByName(after)
		if !ok || !ok1 || !ok2 {
			return usagef("--parent-state takes BEFORE:AFTER, each of them none, linked, pending or ended, not %q", d.parentState)
		}
	}
	given, err := findType(d.types, d.typeName)
	d.givenType = given
	return err
}

// compare compares two sides; true when they are the same.
func (d *diffRun) compare(a, b *diffSide) (bool, error) {
	resolveEmpty(a, b)
	resolveEmpty(b, a)
	kind := a.kind
	if kind == nullSide {
		kind = b.kind
	}
	if a.kind != b.kind && a.kind != nullSide && b.kind != nullSide {
		return false, &usageError{
			message: a.name + " is " + a.describe() + ", " + b.name + " is " + b.describe() + ": two of one kind can be compared",
		}
	}
	present := a
	if present.kind == nullSide {
		present = b
	}
	if d.parentState != "" && kind != scopeSide {
		return false, usagef("--parent-state is of scope records, and %s is %s", present.name, present.describe())
	}
	if d.givenType != nil && kind != frameSide && kind != nullSide {
		return false, usagef("-t is of frames, and %s is %s", present.name, present.describe())
	}
	switch kind {
	case templateSide, registrationSide, grantsSide:
		return d.compareCanonical(kind, a, b)
	case scopeSide:
		return d.compareScopes(a, b)
	case frameSide:
		return d.compareFrames(a, b), nil
	}
	return true, d.compareNulls()
}

// compareNulls prints that there is nothing on either side.
func (d *diffRun) compareNulls() error {
	if d.format == "json" {
		d.printJSON([]byte(`{"kind":"null","same":true,"changes":[]}`))
		return nil
	}
	_, err := d.out.Write([]byte("nothing on either side\n"))
	return err
}

// printJSON prints the object that says it all.
func (d *diffRun) printJSON(object []byte) {
	d.out.Write(report.IndentJSON(object, d.colour))
}

package cmd

import (
	"math"
	"slices"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/view"
)

// viewOptions are the flags about how frames are shown.
type viewOptions struct {
	name  string
	width int // in columns, 0 for no limit; below 0 for that of the terminal
}

const jsonView = "json"

// viewHelp is the part of the help of decode about the views.
const viewHelp = `--view tree shows each field beside its bytes, --view hex is a dump with the
names of the fields, --view html is a self-contained page. Tree and dump fit
$COLUMNS or the terminal; long values are shortened with dots, and a dump omits
the middle of long fields. In a pipe, the tree has 100 columns but whole values,
and the dump 120 columns; without colours they use only ASCII, except in values.`

func (o *viewOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.name, "view", jsonView, "show frames as `VIEW`: json, tree (fields beside their bytes), hex (a dump with names) or html (a page)")
	c.Flags().IntVar(&o.width, "width", autoWidth, "fit tree and hex to `N` columns (20 to 10000; 0: no limit; default: terminal)")
	c.Flags().Lookup("width").DefValue = "0" // help does not show that
	completeValues(c, "view", viewNames)
}

// autoWidth is the value of --width that was not given.
const autoWidth = math.MinInt

func checkWidth(width int) error {
	if width != autoWidth && width != 0 && (width < term.MinWidth || width > term.MaxWidth) {
		return usagef("`--width` must be 0 (no limit) or from %d to %d columns, got %d", term.MinWidth, term.MaxWidth, width)
	}
	return nil
}

func viewNames() []string {
	var names []string
	for _, f := range view.Formats() {
		names = append(names, f.Name)
	}
	return names
}

func (o *viewOptions) check(compact bool) error {
	switch {
	case !slices.Contains(viewNames(), o.name):
		return checkFlagValue("view", o.name, viewNames()...)
	case o.isText() && compact:
		return usagef("`--view %s` cannot be combined with `--compact`", o.name)
	}
	return checkWidth(o.width)
}

// format returns the view of the name, which must have been checked.
func (o *viewOptions) format() view.Format {
	formats := view.Formats()
	return formats[slices.IndexFunc(formats, func(f view.Format) bool { return f.Name == o.name })]
}

// isText reports whether frames are not shown as documents.
func (o *viewOptions) isText() bool { return o.name != jsonView }

// viewStyle returns the style of the view that the flags ask for.
func (a *app) viewStyle(o viewOptions, colour bool) view.Style {
	t, format := a.terminal(), o.format()
	style := view.Style{Width: o.width, Colour: colour, ASCII: !t.Unicode(colour)}
	if o.width < 0 {
		style.Width, style.Whole = t.ViewWidth(format.PipeWidth), !t.CutsValues()
	}
	return style
}

package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/view"
)

// viewOptions are the flags about how frames are shown.
type viewOptions struct {
	name  string
	width int // in columns, 0 for no limit; below 0 for that of the terminal
}

const jsonView = "json"

// viewHelp is the part of the help of decode about the views.
const viewHelp = `With --view tree each field stands beside its bytes, with --view hex the bytes
have names, and --view html is a page that needs nothing else. Tree and dump fit
$COLUMNS or the terminal, and 120 columns where there is none. With neither a
terminal nor colours they are drawn in ASCII; values stay as they are. What is
too long is shortened with dots, and a dump leaves out the middle of long fields.`

func (o *viewOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.name, "view", jsonView, "show frames as json, tree (each field beside its bytes), hex (a dump with names), or html (a page)")
	c.Flags().IntVar(&o.width, "width", -1, "fit tree and hex to `N` columns in place of the terminal's, 0 for no limit")
	c.Flags().Lookup("width").DefValue = "0" // help does not show that
	completeValues(c, "view", viewNames)
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
		return usagef("--view %s and --compact do not go together: only documents can be on one line", o.name)
	case o.width < -1:
		return usagef("--width cannot be negative")
	}
	return nil
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
	t := a.terminal()
	style := view.Style{Width: o.width, Colour: colour, ASCII: !t.Unicode(colour)}
	if o.width < 0 {
		style.Width = t.ViewWidth()
	}
	return style
}

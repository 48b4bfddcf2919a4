package cmd

import (
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/view"
	"github.com/divtool/divtool/pkg/frames"
)

// viewOptions are the flags that say how frames are shown.
type viewOptions struct {
	name  string
	width int // below 0 when it is not given
}

const jsonView = "json"

// viewHelp says in the help of decode how frames are shown.
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

// check settles what the flags say.
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

// format is the view of the name.
func (o *viewOptions) format() view.Format {
	formats := view.Formats()
	return formats[slices.IndexFunc(formats, func(f view.Format) bool { return f.Name == o.name })]
}

// isText tells whether frames are shown as something else than documents.
func (o *viewOptions) isText() bool { return o.name != jsonView }

// viewFormat is how frames are shown.
type viewFormat struct {
	view.Format
	style view.Style
}

// newView makes the view that the flags name.
func (a *app) newView(o viewOptions, colour bool) viewFormat {
	style := view.Style{Width: o.width, Colour: colour, ASCII: !a.useUnicode(colour)}
	if o.width < 0 {
		style.Width = a.viewWidth()
	}
	return viewFormat{Format: o.format(), style: style}
}

// finishView ends what has been shown.
func (d *decodeRun) finishView() {
	if d.started {
		io.WriteString(d.out, d.viewFormat.End())
	}
}

// useUnicode tells whether drawings may use more than ASCII: on a terminal
// that is not said to be a simple one, and wherever colours are wanted.
func (a *app) useUnicode(colour bool) bool {
	if colour {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := a.streams.Env(name); value != "" {
			if value == "C" || value == "POSIX" {
				return false
			}
			break
		}
	}
	return a.toTerminal() && a.streams.Env("TERM") != "dumb"
}

// document is the frame that was read last as JSON, whatever it is shown as.
func (d *frameDecoder) document(t *frames.Type, frame []byte) []byte {
	if !d.mode.view.isText() {
		return d.buf
	}
	var doc frames.Document
	d.reader.Read(t, frame, &doc)
	return doc.Append(nil, frame, &frames.DocInfo{Type: t.Name, Index: -1})
}

package view

import (
	"strings"

	"github.com/charmbracelet/lipgloss"

	"github.com/divtool/divtool/internal/term"
)

// pen is what switches a colour on and off again.
type pen struct{ on, off string }

func (p pen) append(dst []byte, text string) []byte {
	if text == "" {
		return dst
	}
	return append(append(append(dst, p.on...), text...), p.off...)
}

// penOf takes the escape codes out of a drawn letter, so that drawing costs no
// more than appending them.
func penOf(render func(string) string) pen {
	on, off, _ := strings.Cut(render("x"), "x")
	return pen{on, off}
}

// pens are the colours of a view: those of the reports, and some that tell
// neighbours in a dump apart. Red and yellow are kept for what is wrong.
type pens struct {
	plain, dim, strong, accent, fault, warning pen
	shades                                     []pen
}

func newPens(colour bool) pens {
	theme := term.NewTheme(colour)
	p := pens{
		dim: penOf(theme.Dim), strong: penOf(theme.Strong), accent: penOf(theme.Accent),
		fault: penOf(theme.Fault), warning: penOf(theme.Warning),
	}
	if !colour {
		p.shades = []pen{{}}
		return p
	}
	r := term.NewRenderer()
	for _, colour := range []string{"6", "2", "5", "12"} {
		style := r.NewStyle().Foreground(lipgloss.Color(colour))
		p.shades = append(p.shades, penOf(func(s string) string { return style.Render(s) }))
	}
	return p
}

func (p *pens) shade(n int) pen {
	if n < 0 {
		return p.dim
	}
	return p.shades[n%len(p.shades)]
}

// symbols are the parts of a drawing that are not ASCII where that is allowed.
type symbols struct{ ellipsis, separator string }

func newSymbols(ascii bool) symbols {
	if ascii {
		return symbols{ellipsis: "...", separator: "  "}
	}
	return symbols{ellipsis: "…", separator: " · "}
}

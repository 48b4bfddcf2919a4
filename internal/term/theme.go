package term

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme gives words their colours: plain ANSI ones, which follow the
// terminal's own palette and ask it nothing. Without colour text stays as it
// is.
type Theme struct {
	fault, warning, strong, dim, accent lipgloss.Style
	colour                              bool
}

// NewRenderer makes styles of plain ANSI colours, and asks the terminal nothing.
func NewRenderer() *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(termenv.ANSI))
	r.SetColorProfile(termenv.ANSI)
	r.SetHasDarkBackground(true)
	return r
}

// NewTheme makes the theme. Without colour no style is made at all.
func NewTheme(colour bool) Theme {
	if !colour {
		return Theme{}
	}
	r := NewRenderer()
	style := func(colour string) lipgloss.Style { return r.NewStyle().Foreground(lipgloss.Color(colour)) }
	return Theme{
		fault:   style("1").Bold(true),
		warning: style("3").Bold(true),
		strong:  r.NewStyle().Bold(true),
		dim:     r.NewStyle().Faint(true),
		accent:  style("6"),
		colour:  true,
	}
}

func (t Theme) render(s lipgloss.Style, text string) string {
	if !t.colour {
		return text
	}
	return s.Render(text)
}

// Fault is for what is wrong.
func (t Theme) Fault(text string) string { return t.render(t.fault, text) }

// Warning is for what a strict reader would mind.
func (t Theme) Warning(text string) string { return t.render(t.warning, text) }

// Strong is for titles.
func (t Theme) Strong(text string) string { return t.render(t.strong, text) }

// Dim is for names and what is of less weight.
func (t Theme) Dim(text string) string { return t.render(t.dim, text) }

// Accent is for meanings.
func (t Theme) Accent(text string) string { return t.render(t.accent, text) }

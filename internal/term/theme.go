package term

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

// Theme colours text with plain ANSI colours, which follow the palette of the
// terminal without querying it. The zero value leaves text unchanged.
type Theme struct {
	fault, warning, strong, dim, accent lipgloss.Style
	colour                              bool
}

// NewRenderer returns a renderer for plain ANSI colours that does not query the
// terminal.
func NewRenderer() *lipgloss.Renderer {
	r := lipgloss.NewRenderer(io.Discard, termenv.WithProfile(termenv.ANSI))
	r.SetColorProfile(termenv.ANSI)
	r.SetHasDarkBackground(true)
	return r
}

// NewTheme returns a theme, the zero Theme if colour is false.
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

// Fault styles an error.
func (t Theme) Fault(text string) string { return t.render(t.fault, text) }

// Warning styles a warning.
func (t Theme) Warning(text string) string { return t.render(t.warning, text) }

// Strong styles a title.
func (t Theme) Strong(text string) string { return t.render(t.strong, text) }

// Dim styles names and secondary text.
func (t Theme) Dim(text string) string { return t.render(t.dim, text) }

// Accent styles an explanation.
func (t Theme) Accent(text string) string { return t.render(t.accent, text) }

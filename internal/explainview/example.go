package explainview

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tidwall/pretty"

	"github.com/divtool/divtool/internal/term"
)

func formatJSON(text []byte, width int) []byte {
	return pretty.PrettyOptions(text, &pretty.Options{Width: width, Indent: "  "})
}

// formatExample lays a text out in lines that fit: a JSON value with indentation,
// another text, or a value of too many lines, as its beginning.
func formatExample(text string, width int) string {
	if term.Width(text) <= width && !strings.Contains(text, "\n") {
		return text
	}
	const maxLines = 60 // more, such as a hundred levels, do not help anybody
	formatted := formatJSON([]byte(text), width)
	// The formatter changes what is not one valid value.
	if !sameJSON([]byte(text), formatted) || bytes.Count(formatted, []byte{'\n'}) > maxLines {
		return preview(text, width)
	}
	return string(formatted)
}

// preview returns the first lines of a text, cut at the width, and the text's size.
func preview(text string, width int) string {
	const maxLines = 6
	var b strings.Builder
	lines := 0
	for line := range strings.Lines(text) {
		runes := []rune(strings.TrimRight(line, "\n"))
		for first := true; first || len(runes) > 0; first = false {
			if lines++; lines > maxLines {
				fmt.Fprintf(&b, "… %d bytes in all\n", len(text))
				return b.String()
			}
			n := min(len(runes), width)
			b.WriteString(string(runes[:n]) + "\n")
			runes = runes[n:]
		}
	}
	return b.String()
}

// sameJSON reports whether two texts differ in white space alone.
func sameJSON(a, b []byte) bool { return bytes.Equal(removeSpace(a), removeSpace(b)) }

func removeSpace(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, text)
}

package cmd

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tidwall/pretty"
)

// exampleText lays a document out so that it fits, if it is one and does not.
func exampleText(text string) string {
	if textWidth(text) <= pageWidth-4 && !strings.Contains(text, "\n") {
		return text
	}
	formatted := pretty.PrettyOptions([]byte(text), &pretty.Options{Width: pageWidth - 4, Indent: "  "})
	const maxLines = 60 // lines; a hundred levels are no help to anybody
	if !sameJSON([]byte(text), formatted) || bytes.Count(formatted, []byte{'\n'}) > maxLines {
		return textPreview(text)
	}
	return string(formatted)
}

// textPreview is the beginning of a text that is no JSON, or is laid out badly, in
// lines that fit.
func textPreview(text string) string {
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
			n := min(len(runes), pageWidth-4)
			b.WriteString(string(runes[:n]) + "\n")
			runes = runes[n:]
		}
	}
	return b.String()
}

// sameJSON tells whether two texts differ in white space alone.
func sameJSON(a, b []byte) bool { return bytes.Equal(removeSpace(a), removeSpace(b)) }

func removeSpace(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, text)
}

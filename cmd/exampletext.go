package cmd

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/tidwall/pretty"
)

// exampleText lays a document out so that it fits, if it is one and does not.
func exampleText(text string) string {
	if columns(text) <= pageWidth-4 && !strings.Contains(text, "\n") {
		return text
	}
	laid := pretty.PrettyOptions([]byte(text), &pretty.Options{Width: pageWidth - 4, Indent: "  "})
	const most = 60 // lines; a hundred levels are no help to anybody
	if !sameJSON([]byte(text), laid) || bytes.Count(laid, []byte{'\n'}) > most {
		return broken(text)
	}
	return string(laid)
}

// broken is the beginning of a text that is no JSON, or is laid out badly, in
// lines that fit.
func broken(text string) string {
	const most = 6
	var b strings.Builder
	lines := 0
	for line := range strings.Lines(text) {
		runes := []rune(strings.TrimRight(line, "\n"))
		for first := true; first || len(runes) > 0; first = false {
			if lines++; lines > most {
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
func sameJSON(a, b []byte) bool { return bytes.Equal(squeeze(a), squeeze(b)) }

func squeeze(text []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if r == ' ' || r == '\n' || r == '\t' || r == '\r' {
			return -1
		}
		return r
	}, text)
}

package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// maxWhatWidth is how many columns of what is left out or changed are shown.
const maxWhatWidth = 41

// printExplanation prints what the hash makes of a template, as a table.
func (h *templateIDRun) printExplanation(path string, doc *canon.Doc, node, depth int) {
	theme := h.theme()
	place := text.Escape(h.displayName())
	if path != "" {
		place += "#" + path
	}
	fmt.Fprintf(h.out, "%s  %s\n\n", theme.Strong(string(h.id)), place)
	differences := canon.Explain(doc, node, depth)
	if len(differences) == 0 {
		fmt.Fprintln(h.out, "  nothing: all of the text is hashed as it stands, members sorted by name")
	}
	left, width := make([]string, len(differences)), 0
	for i, d := range differences {
		left[i] = text.Escape(strings.TrimSpace(dottedPath(d.Path) + "  " + truncate(d.Change, maxWhatWidth)))
		width = max(width, textWidth(left[i]))
	}
	for effect := canon.NotHashed; effect <= canon.HashedAsIs; effect++ {
		title := effect.String()
		for i, d := range differences {
			if d.Effect != effect {
				continue
			}
			fmt.Fprintf(h.out, "  %-10s  %s  %s\n", title, padRight(left[i], width), theme.Accent(d.Reason))
			title = ""
		}
	}
	fmt.Fprintln(h.out)
}

// dottedPath writes a JSON Pointer as people write a way: a.b[0].c.
func dottedPath(pointer string) string {
	var b strings.Builder
	for i, part := range strings.Split(pointer, "/") {
		if strings.Contains(part, "~") {
			part = string(jsondoc.UnescapePointerToken([]byte(part)))
		}
		switch {
		case i == 0:
		case part != "" && strings.Trim(part, "0123456789") == "":
			b.WriteString("[" + part + "]")
		case b.Len() > 0:
			b.WriteString("." + part)
		default:
			b.WriteString(part)
		}
	}
	return b.String()
}

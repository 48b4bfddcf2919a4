package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

type typesOptions struct {
	json bool
}

func (a *app) typesCommand() *cobra.Command {
	var o typesOptions
	c := &cobra.Command{
		Use:   "types",
		Short: "List the frame types",
		Long: `Types lists the frame types, and the messages of each type that has several:
tag, name, source, and meaning. The source is PIN (stated by the pinned
specification), SRC (read from source code that agrees with it), or OLD (known
to be from an older version). Versions of a protocol that declare a message in
another way follow the meaning; ` + "`--protocol`" + ` of decode selects one.

` + "`divtool explain TYPE`" + ` shows the layout of a type, ` + "`divtool sample TYPE`" + ` writes
an example.`,
		Example: `  divtool types
  divtool types --json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return a.types(o) },
	}
	c.Flags().BoolVar(&o.json, "json", false, "print an array of objects")
	return c
}

// typeRow is one object of the list as JSON.
type typeRow struct {
	Type     string       `json:"type"`
	Name     string       `json:"name,omitempty"`
	Tag      *int         `json:"tag,omitempty"`
	Meaning  string       `json:"meaning"`
	Trust    frames.Trust `json:"trust"`
	Versions []string     `json:"versions,omitempty"`
	Example  string       `json:"example"`
}

func typeRows() []typeRow {
	var rows []typeRow
	for _, t := range all.Types() {
		for _, m := range t.Messages() {
			row := typeRow{Type: t.Name, Name: m.Name, Meaning: t.MeaningOf(m), Trust: t.TrustOf(m), Versions: t.VersionNames(), Example: m.Example}
			if m.Name != "" && !t.IsResponse() {
				tag := int(m.Tag)
				row.Tag = &tag
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (a *app) types(o typesOptions) error {
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	if o.json {
		text, err := json.MarshalIndent(typeRows(), "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
		return out.Finish(false)
	}
	table := typesTable(all.Types(), a.theme())
	table.Fit(a.terminal().LineWidth())
	table.Print(out)
	return out.Finish(false)
}

// versionsNote lists the other versions that declare a type, "" for none.
func versionsNote(t *frames.Type) string {
	switch names := strings.Join(t.VersionNames(), ", "); {
	case names == "":
		return ""
	case t.Version != "":
		return " (" + names + ")"
	default:
		return " (also " + names + ")"
	}
}

// typesTable lists types, and below each its messages when it has several. An empty
// line precedes and follows these.
func typesTable(list frames.Set, theme term.Theme) *term.Table {
	var table term.Table
	row := func(name term.Cell, trust frames.Trust, meaning string) {
		table.Row(name, term.Cell{Text: string(trust), Style: theme.Dim}, term.Cell{Text: meaning})
	}
	hadMessages := false
	for i, t := range list {
		messages := t.Messages()
		hasMessages := messages[0].Name != ""
		if i > 0 && (hasMessages || hadMessages) {
			table.Row()
		}
		hadMessages = hasMessages
		row(term.Cell{Text: t.Name, Style: theme.Strong}, t.Trust, t.Meaning+versionsNote(t))
		if !hasMessages {
			continue
		}
		for _, m := range messages {
			tag := ""
			if !t.IsResponse() {
				tag = fmt.Sprint(m.Tag)
			}
			row(term.Cell{Text: fmt.Sprintf("  %3s  %s", tag, m.Name)}, t.TrustOf(m), m.Meaning)
		}
	}
	return &table
}

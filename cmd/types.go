package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/known"
)

type typesOptions struct {
	json bool
}

func (a *app) typesCommand() *cobra.Command {
	var o typesOptions
	c := &cobra.Command{
		Use:   "types",
		Short: "List the frame types",
		Long: `List the frame types and their messages: tag, name, meaning, and how well each
is founded (PIN: stated by the pinned page; SRC: read in a source that agrees
with it; OLD: known to be older).`,
		Example: `  divtool types
  divtool types --json`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return a.types(o) },
	}
	c.Flags().BoolVar(&o.json, "json", false, "print an array of objects")
	return c
}

// typeRow is one line of the list.
type typeRow struct {
	Type    string       `json:"type"`
	Name    string       `json:"name,omitempty"`
	Tag     *int         `json:"tag,omitempty"`
	Meaning string       `json:"meaning"`
	Trust   frames.Trust `json:"trust"`
	Example string       `json:"example"`
}

func typeRows() []typeRow {
	var rows []typeRow
	for _, t := range known.Types() {
		for _, m := range t.Codec.Messages() {
			row := typeRow{Type: t.Name, Name: m.Name, Meaning: m.Meaning, Trust: m.Trust, Example: m.Example}
			if m.Name != "" && !t.Answers() {
				tag := int(m.Tag)
				row.Tag = &tag
			}
			rows = append(rows, row)
		}
	}
	return rows
}

func (a *app) types(o typesOptions) error {
	out, err := a.output()
	if err != nil {
		return err
	}
	if o.json {
		text, err := json.MarshalIndent(typeRows(), "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
		return out.finish(false)
	}
	theme := report.NewTheme(a.streams.colour(a.common.colour, a.toTerminal()))
	rows := typeRows()
	width := 0
	for _, r := range rows {
		width = max(width, lipgloss.Width(r.Name))
	}
	last := ""
	for _, r := range rows {
		if r.Type != last {
			fmt.Fprintf(out, "%s\n", theme.Strong(r.Type))
			last = r.Type
		}
		tag := ""
		if r.Tag != nil {
			tag = fmt.Sprint(*r.Tag)
		}
		name := r.Name + strings.Repeat(" ", width-len(r.Name))
		fmt.Fprintf(out, "  %3s  %s  %s  %s\n", tag, name, theme.Dim(string(r.Trust)), r.Meaning)
	}
	return out.finish(false)
}

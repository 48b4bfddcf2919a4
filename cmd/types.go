package cmd

import (
	"encoding/json"
	"fmt"
	"io"
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
		Long: `List the frame types, and below each its messages if it has several: tag, name,
how well each is founded (PIN: stated by the pinned page; SRC: read in a source
that agrees with it; OLD: known to be older), and what it means.

` + "`divtool explain TYPE`" + ` shows the layout of one, ` + "`divtool sample TYPE`" + ` makes one.`,
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
	for _, t := range all.Types() {
		for _, m := range t.Codec.Messages() {
			row := typeRow{Type: t.Name, Name: m.Name, Meaning: t.MeaningOf(m), Trust: t.TrustOf(m), Example: m.Example}
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
	p := typePrinter{out, a.theme(), 0}
	p.types(all.Types())
	return out.Finish(false)
}

// typePrinter prints the list for people.
type typePrinter struct {
	out   io.Writer
	theme term.Theme
	width int // of names, those of messages with their tags in front
}

// tagWidth is how wide the tag of a message is, with what stands around it.
const tagWidth = len("  255  ")

// types prints a line for each type, and below one for each of its messages
// when it has several.
func (p *typePrinter) types(list frames.Set) {
	for _, t := range list {
		p.width = max(p.width, len(t.Name))
		for _, m := range t.Codec.Messages() {
			p.width = max(p.width, tagWidth+len(m.Name))
		}
	}
	blankDue := false // whether a blank line is due
	for i, t := range list {
		messages := t.Codec.Messages()
		several := messages[0].Name != ""
		if i > 0 && (several || blankDue) {
			fmt.Fprintln(p.out)
		}
		blankDue = several
		p.line(p.theme.Strong(t.Name), len(t.Name), t.Trust, t.Meaning)
		if !several {
			continue
		}
		for _, m := range messages {
			tag := ""
			if !t.IsResponse() {
				tag = fmt.Sprint(m.Tag)
			}
			p.line(fmt.Sprintf("  %3s  %s", tag, m.Name), tagWidth+len(m.Name), t.TrustOf(m), m.Meaning)
		}
	}
}

// line prints a name of a width, the trust and the meaning.
func (p *typePrinter) line(name string, width int, trust frames.Trust, meaning string) {
	fmt.Fprintf(p.out, "%s%s  %s  %s\n", name, strings.Repeat(" ", p.width-width), p.theme.Dim(string(trust)), meaning)
}

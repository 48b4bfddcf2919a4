package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// defaultMaxText is the default size of the largest JSON text, in bytes.
const defaultMaxText = 1 << 30

func (a *app) canonCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "canon [FILE]",
		Short: "Print JSON in the canonical form that ids are hashed from",
		Long: `Canon prints one JSON value in the canonical form that the reference hashes:
compact, members sorted by the bytes of their names, numbers and strings as
serde_json prints them. No newline is added. This is not RFC 8785: the form of
numbers and the order of names differ.`,
		Example: `  echo '{"b":1.50,"a":1e21}' | divtool canon
  echo '{"b":1.50,"a":1e21}' | divtool canon | sha256sum`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("canon takes one file, got %d", len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.canon(args) },
	}
}

func (a *app) canon(args []string) error {
	list, err := a.sources(args, "divtool canon [FILE]")
	if err != nil {
		return err
	}
	if len(list) > 1 {
		return usagef("canon takes one file; %d files match %s", len(list), text.Quote(args[0]))
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	for _, s := range list {
		data, ok := a.readDocument(s)
		if !ok {
			continue
		}
		var dropped droppedMembers
		canonical, err := canon.AppendRemarked(nil, data, dropped.add)
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			input.NameContent(d, data)
			a.report.FailText(d, s.Name, data)
		case a.unsafeForTerminal(canonical):
			return unsafeBytesError()
		default:
			out.Write(canonical)
			dropped.print(a.report, s.Name, data)
		}
	}
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// droppedMembers are the members that the canonical text leaves out, because a later one
// has the same name.
type droppedMembers struct {
	notes []droppedMember
	count int
}

type droppedMember struct {
	name               string
	offset, lastOffset int
}

// maxDroppedNotes is the number of dropped members that are named.
const maxDroppedNotes = 20

func (m *droppedMembers) add(doc *canon.Doc, r canon.Remark) {
	if r.Kind != canon.RepeatedMember {
		return
	}
	if m.count++; m.count > maxDroppedNotes {
		return
	}
	offset, _ := doc.Span(r.Earlier)
	lastOffset, _ := doc.Span(r.Name)
	m.notes = append(m.notes, droppedMember{doc.Text(r.Name), offset, lastOffset})
}

func (m *droppedMembers) print(r *report.Reporter, file string, data []byte) {
	locator := text.NewLocator(data)
	place := func(offset int) string {
		at := locator.PositionAt(offset)
		return fmt.Sprintf("%d:%d", at.Line, at.Column)
	}
	for _, d := range m.notes {
		r.Note(file, place(d.offset)+": the member "+text.Quote(d.name)+" is dropped: it is repeated at "+place(d.lastOffset)+", and the last one counts")
	}
	if more := m.count - len(m.notes); more > 0 {
		r.Note(file, text.Count(more, "more dropped member"))
	}
}

// readDocument reads a whole JSON text. Errors are reported.
func (a *app) readDocument(s source.Source) ([]byte, bool) {
	text, err := s.Read(a.common.maxText)
	switch {
	case errors.Is(err, source.ErrTooLarge):
		a.report.Fail(report.TextTooLarge("text", int(a.common.maxText), a.common.maxText), report.Place{File: s.Name, Index: -1})
		return nil, false
	case err != nil:
		a.report.Unreadable(err)
		return nil, false
	}
	return text, true
}

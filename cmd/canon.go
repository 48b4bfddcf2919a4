package cmd

import (
	"errors"

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
		canonical, err := canon.Append(nil, data)
		var d *diag.Diagnostic
		switch {
		case errors.As(err, &d):
			input.NameContent(d, data)
			a.report.FailText(d, s.Name, data)
		case a.unsafeForTerminal(canonical):
			return unsafeBytesError()
		default:
			out.Write(canonical)
		}
	}
	if err := out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
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

package cmd

import (
	"errors"
	"io"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/textpos"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// source encodes the values that follow each other in an input, each before
// the next is read. The error is that of the output, which ends the command.
func (e *encoding) source(s source.Source) error {
	f, err := s.Open()
	if err != nil {
		e.unreadable(err)
		return nil
	}
	defer f.Close()
	values := stream.NewValues(f, int(e.common.maxText))
	for any := false; ; any = true {
		p, err := values.Next()
		e.at = report.Place{File: s.Name, Index: -1, Base: p.Offset, Text: p.Text, Walker: textpos.NewWalker(p.Text), LinesBefore: p.Lines, ColumnsBefore: p.Columns}
		switch {
		case errors.Is(err, io.EOF) && !any:
			e.fail(&diag.Diagnostic{Code: "empty", Message: "the input is empty: a document is needed"}, report.Place{File: s.Name, Index: -1})
			return nil
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, stream.ErrTooLarge):
			e.complainAbout(e.textTooLarge("value", p.From))
			return nil
		case err != nil:
			e.unreadable(&fileError{file: s.Name, err: err})
			return nil
		}
		if sound := e.values(p.Text, p.From); !sound || e.overflow {
			return nil
		}
		if err := e.out.writer.Flush(); err != nil {
			return err
		}
	}
}

// values encodes the values of a text from an offset on. It tells whether all
// of it is JSON.
func (e *encoding) values(text []byte, at int) bool {
	for at = jsondoc.SkipSpace(text, at); at < len(text) && !e.overflow; {
		end, fault := e.doc.ReadNext(text, at)
		if fault != nil {
			d := canon.Syntax(fault)
			d.Code = "json"
			e.complainAbout(d)
			return false
		}
		if int64(end-at) > e.common.maxText {
			e.complainAbout(e.textTooLarge("value", at))
		} else {
			e.value()
		}
		at = jsondoc.SkipSpace(text, end)
	}
	return true
}

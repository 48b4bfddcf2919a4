package cmd

import (
	"errors"
	"io"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// encodeSource encodes the values that follow each other in an input, each before
// the next is read. The error is that of the output, which ends the command.
func (e *encodeRun) encodeSource(s source.Source) error {
	f, err := s.Open()
	if err != nil {
		e.report.Unreadable(err)
		return nil
	}
	defer f.Close()
	values := stream.NewValues(f, int(e.common.maxText))
	for found := false; ; found = true {
		p, err := values.Next()
		e.place = report.Place{File: s.Name, Index: -1, Base: p.Offset, Text: p.Text, Locator: text.NewLocator(p.Text), LinesBefore: p.LinesBefore, ColumnsBefore: p.ColumnsBefore}
		switch {
		case errors.Is(err, io.EOF) && !found:
			e.report.Fail(&diag.Diagnostic{Code: "empty", Message: "the input is empty: a document is needed"}, report.Place{File: s.Name, Index: -1})
			return nil
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, stream.ErrTooLarge):
			e.failValue(report.TextTooLarge("value", p.Start, e.common.maxText))
			return nil
		case err != nil:
			e.report.Unreadable(&report.FileError{File: s.Name, Err: err})
			return nil
		}
		if valid := e.encodeValues(p.Text, p.Start); !valid || e.tooManyFrames {
			return nil
		}
		if err := e.out.Flush(); err != nil {
			return err
		}
	}
}

// encodeValues encodes the values of a text from an offset on. It tells whether all
// of it is JSON.
func (e *encodeRun) encodeValues(text []byte, at int) bool {
	for at = jsondoc.SkipSpace(text, at); at < len(text) && !e.tooManyFrames; {
		end, fault := e.doc.ReadNext(text, at)
		if fault != nil {
			d := syntax.Diagnostic(fault)
			d.Code = "json"
			e.failValue(d)
			return false
		}
		if int64(end-at) > e.common.maxText {
			e.failValue(report.TextTooLarge("value", at, e.common.maxText))
		} else {
			e.encodeValue()
		}
		at = jsondoc.SkipSpace(text, end)
	}
	return true
}

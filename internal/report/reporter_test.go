package report_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"regexp"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
)

func TestOutcome(t *testing.T) {
	place := report.Place{File: "f", Index: -1}
	for _, c := range []struct {
		name string
		do   func(*report.Reporter)
		want report.Outcome
	}{
		{"nothing", func(*report.Reporter) {}, report.Clean},
		{"a note", func(r *report.Reporter) { r.Note("f", "m") }, report.Clean},
		{"a warning", func(r *report.Reporter) { r.Fail(&diag.Diagnostic{Severity: diag.Warning}, place) }, report.Clean},
		{"an error", func(r *report.Reporter) { r.Fail(&diag.Diagnostic{}, place) }, report.Invalid},
		{"unreadable", func(r *report.Reporter) { r.Unreadable(errors.New("e")) }, report.Failed},
		{"the worst counts", func(r *report.Reporter) { r.Unreadable(errors.New("e")); r.Fail(&diag.Diagnostic{}, place) }, report.Failed},
	} {
		r := report.Reporter{Out: new(bytes.Buffer)}
		if c.do(&r); r.Outcome() != c.want {
			t.Errorf("%s: outcome %d, want %d", c.name, r.Outcome(), c.want)
		}
	}
}

// MaxErrors limits what is printed, not what counts for the outcome.
func TestMaxErrors(t *testing.T) {
	var out bytes.Buffer
	r := report.Reporter{Out: &out, JSON: true, MaxErrors: 1}
	for range 3 {
		r.Fail(&diag.Diagnostic{Code: "c", Message: "m"}, report.Place{File: "f", Index: -1})
	}
	r.Close()
	want := `{"code":"c","message":"m","file":"f","offset":0}` + "\n" +
		"{\"code\":\"limit\",\"message\":\"2 more not shown (`--max-errors 1`)\"}\n"
	if out.String() != want {
		t.Errorf("got\n%s", out.String())
	}
}

// With MaxErrors, errors come before warnings.
func TestMaxErrorsWarnings(t *testing.T) {
	fail := func(r *report.Reporter) {
		for _, severity := range []diag.Severity{diag.Warning, diag.Error, diag.Warning, diag.Error} {
			r.Fail(&diag.Diagnostic{Code: severity.String(), Offset: -1, Severity: severity}, report.Place{Index: -1})
		}
		r.Close()
	}
	const more = " more not shown (`--max-errors "
	for limit, want := range map[int]string{
		0: "warning error warning error",
		1: "error limit:3" + more + "1`)",
		2: "error error limit:2" + more + "2`)",
		3: "error error warning limit:1" + more + "3`)",
		4: "error error warning warning",
	} {
		var out bytes.Buffer
		fail(&report.Reporter{Out: &out, JSON: true, MaxErrors: limit})
		var got []string
		for line := range strings.Lines(out.String()) {
			var d struct{ Code, Message string }
			if err := json.Unmarshal([]byte(line), &d); err != nil {
				t.Fatal(err)
			}
			if d.Message != "" {
				d.Code += ":" + d.Message
			}
			got = append(got, d.Code)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%d: got %q, want %q", limit, got, want)
		}
	}
}

// Results are flushed before an error is printed.
func TestBefore(t *testing.T) {
	var out bytes.Buffer
	r := report.Reporter{Out: &out, JSON: true, Before: func() { out.WriteString("results\n") }}
	r.Fail(&diag.Diagnostic{Code: "c", Offset: -1}, report.Place{Index: -1})
	if want := "results\n{\"code\":\"c\"}\n"; out.String() != want {
		t.Errorf("got %q", out.String())
	}
}

func TestUnreadable(t *testing.T) {
	for _, c := range []struct {
		err        error
		text, json string
	}{
		{&fs.PathError{Op: "open", Path: "a", Err: fs.ErrPermission},
			"divtool: a: permission denied\n", `{"code":"unreadable","message":"a: permission denied","file":"a"}` + "\n"},
		{&source.MissingError{Name: "b"},
			"divtool: b: no such file\n", `{"code":"unreadable","message":"b: no such file","file":"b"}` + "\n"},
		{&atomicfile.Error{Name: "c", Err: fs.ErrPermission},
			"divtool: c: cannot be written: permission denied\n", `{"code":"unreadable","message":"c: cannot be written: permission denied","file":"c"}` + "\n"},
		{&report.FileError{File: "d", Code: "no-type", Err: errors.New("m")},
			"divtool: d: m\n", `{"code":"no-type","message":"d: m","file":"d"}` + "\n"},
		{report.NoMatch("*.x"),
			"divtool: *.x: no file matches the pattern\n", `{"code":"unreadable","message":"*.x: no file matches the pattern","file":"*.x"}` + "\n"},
	} {
		for json, want := range map[bool]string{false: c.text, true: c.json} {
			var out bytes.Buffer
			r := report.Reporter{Out: &out, JSON: json}
			if r.Unreadable(c.err); out.String() != want {
				t.Errorf("got %q, want %q", out.String(), want)
			}
		}
	}
}

// The caret has the colour of the severity: red, yellow, cyan.
func TestCaretColour(t *testing.T) {
	for severity, colour := range map[diag.Severity]string{diag.Error: "31", diag.Warning: "33", diag.Info: "36"} {
		var out bytes.Buffer
		r := report.Reporter{Out: &out, Colour: true}
		r.Fail(&diag.Diagnostic{Severity: severity, Message: "m", Code: "c", Length: 1}, report.Place{File: "f", Index: -1, Text: []byte("x")})
		r.Close()
		if !regexp.MustCompile(`\x1b\[([0-9;]*;)?` + colour + `m\^`).MatchString(out.String()) {
			t.Errorf("%s: %q", severity, out.String())
		}
	}
}

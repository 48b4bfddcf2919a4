package cmd

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/sumlist"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// checkOptions are the flags of --check, which are those of sha256sum.
type checkOptions struct {
	ignoreMissing bool
	failuresOnly  bool
	status        bool
	strict        bool
}

func (o *checkOptions) flags(f *pflag.FlagSet) {
	f.BoolVar(&o.ignoreMissing, "ignore-missing", false, "with --check: skip files that do not exist")
	f.BoolVar(&o.failuresOnly, "quiet", false, "with --check: do not print OK")
	f.BoolVar(&o.status, "status", false, "with --check: print only what cannot be read")
	f.BoolVar(&o.strict, "strict", false, "with --check: lines of another form are an error")
}

// firstSet returns the name of a flag that is set, or "".
func (o *checkOptions) firstSet() string {
	switch {
	case o.ignoreMissing:
		return "ignore-missing"
	case o.failuresOnly:
		return "quiet"
	case o.status:
		return "status"
	case o.strict:
		return "strict"
	}
	return ""
}

// checkList verifies the lines of a list as sha256sum does: it prints OK or FAILED for
// each, and the numbers of failures on standard error.
func (h *templateIDRun) checkList() error {
	list, err := h.app.sources([]string{h.options.check}, templateIDUsage)
	if err != nil {
		return err
	}
	if h.out, err = h.app.openOutput(); err != nil {
		return err
	}
	c := listChecker{app: h.app, options: h.options.checkOptions, out: h.out, ids: fileIDs{app: h.app}}
	for _, s := range list {
		if text, ok := h.app.readDocument(s); ok {
			c.checkLines(s.Name, text)
		}
	}
	if err := h.out.Finish(h.app.report.Outcome() != report.Clean); err != nil {
		return err
	}
	c.printCounts()
	return h.app.exitError()
}

// listChecker verifies lists of ids.
type listChecker struct {
	app     *app
	options checkOptions
	out     io.Writer
	ids     fileIDs

	malformed, unread, failed int
}

// checkLines verifies the lines of one list.
func (c *listChecker) checkLines(name string, data []byte) {
	lines, verified, offset := 0, 0, 0
	place := report.TextPlace(name, data)
	for line := range bytes.Lines(data) {
		start := offset
		offset += len(line)
		line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
		if unmarked, marked := bytes.CutPrefix(line, []byte("\ufeff")); marked && start == 0 {
			start, line = len(line)-len(unmarked), unmarked
		}
		if len(bytes.TrimSpace(line)) == 0 || line[0] == '#' {
			continue
		}
		id, file, ok := sumlist.ParseLine(string(line))
		if !ok {
			c.rejectLine(&diag.Diagnostic{Offset: start, Length: len(line)}, place)
			continue
		}
		lines++
		if c.checkLine(id, file) {
			verified++
		}
	}
	switch {
	case lines == 0 && c.malformed == 0:
		c.fail(name, "empty", "the list is empty: expected lines of an id, two spaces and a file")
	case lines == 0:
		c.fail(name, "form", "no line of the list has an id and a file")
	case verified == 0 && c.options.ignoreMissing:
		c.fail(name, "unreadable", "no file was verified: none of the files exists")
	}
}

func (c *listChecker) fail(name, code, message string) {
	c.app.report.Fail(&diag.Diagnostic{Code: code, Offset: -1, Message: message}, report.Place{File: name, Index: -1})
}

// rejectLine reports a line that has another form, at the place of d. As for sha256sum,
// it is an error only with --strict.
func (c *listChecker) rejectLine(d *diag.Diagnostic, place report.Place) {
	c.malformed++
	if c.options.status {
		if c.options.strict {
			c.app.report.Record(report.Invalid)
		}
		return
	}
	d.Code, d.Message = "form", "expected an id of 64 hex digits, two spaces and a file"
	if !c.options.strict {
		d.Severity = diag.Warning
	}
	c.app.report.FailAt(d, place)
}

// checkLine verifies one id and prints the verdict. It returns false if the file does not
// exist and that is ignored.
func (c *listChecker) checkLine(id, file string) bool {
	got, found, err := c.ids.lookup(file)
	verdict := "OK"
	switch {
	case err != nil && c.options.ignoreMissing:
		return false
	case err != nil:
		c.app.report.Unreadable(err)
		fallthrough
	case c.ids.unreadable:
		c.unread++
		verdict = "FAILED open or read"
	case !found || got != strings.ToLower(id):
		c.app.report.Record(report.Invalid)
		c.failed++
		verdict = "FAILED"
	case c.options.failuresOnly:
		return true
	}
	if !c.options.status {
		fmt.Fprintf(c.out, "%s: %s\n", text.Escape(file), verdict)
	}
	return true
}

// printCounts prints the numbers of what is wrong.
func (c *listChecker) printCounts() {
	if c.app.report.JSON || c.options.status {
		return
	}
	for _, part := range []struct {
		n                int
		what, one, other string
	}{
		{c.malformed, "line", "is not an id and a file", "are not an id and a file"},
		{c.unread, "listed file", "could not be read", "could not be read"},
		{c.failed, "id", "did not match", "did not match"},
	} {
		switch {
		case part.n == 1:
			c.app.report.Message(text.Count(part.n, part.what) + " " + part.one)
		case part.n > 1:
			c.app.report.Message(text.Count(part.n, part.what) + " " + part.other)
		}
	}
}

// fileIDs returns the ids of templates by FILE or FILE#PATH. It keeps the ids of the last
// file, since the lines of a list are usually sorted by file.
type fileIDs struct {
	app        *app
	file       string
	ids        map[string]string
	missing    error // the file does not exist
	unreadable bool  // it exists, and its error is reported
}

// lookup returns the id of the template that a line of a list names. The error is that of
// a file that does not exist.
func (f *fileIDs) lookup(name string) (id string, found bool, missing error) {
	file, path := name, ""
	if at := strings.LastIndex(name, "#/"); at >= 0 && isTemplatePath(name[at+1:]) {
		file, path = name[:at], name[at+1:]
	}
	if f.ids == nil || f.file != file {
		f.file, f.ids = file, map[string]string{}
		f.missing = f.read(file)
	}
	if id, ok := f.ids[path]; ok || path != "" {
		return id, ok, f.missing
	}
	id, ok := f.ids["/0"] // an array of one template is listed without a path
	return id, ok && len(f.ids) == 1, f.missing
}

// isTemplatePath reports whether the text after the # of a name can be the path of a
// template in a file. Otherwise the # is part of the name.
func isTemplatePath(path string) bool {
	for part := range strings.SplitSeq(path[1:], "/") {
		switch {
		case part == "payload", part == "dependencies":
		case part == "", strings.Trim(part, "0123456789") != "":
			return false
		}
	}
	return true
}

// find returns the file that a list names. Names in lists are escaped, so a name without
// a file is tried unescaped.
func (f *fileIDs) find(file string) (source.Source, bool) {
	for _, name := range []string{file, text.Unescape(file)} {
		found, err := source.Find(name, f.app.streams.In, f.app.common.stdinName)
		if err == nil && len(found) == 1 && (name == "-" || found[0].Name == name) {
			return f.app.noteDecompressed(found[0]), true
		}
	}
	return source.Source{}, false
}

// read reads the ids of a file. The error is that of a file that does not exist.
func (f *fileIDs) read(file string) (missing error) {
	f.unreadable = false
	found, ok := f.find(file)
	if !ok {
		return &source.MissingError{Name: file}
	}
	text, ok := f.app.readDocument(found)
	if f.unreadable = !ok; f.unreadable {
		return nil
	}
	place := report.TextPlace(found.Name, text)
	walk := canon.Templates{
		Unwrap:  findRegistration,
		OnError: func(d *diag.Diagnostic) { f.app.report.FailAt(d, place) },
		Visit: func(t *canon.VisitedTemplate) {
			if d, refused := diag.From(t.Err); refused {
				d.Path = t.Path + d.Path
				f.app.report.FailAt(d, place)
				return
			}
			f.ids[t.Path] = t.ID.String()
		},
	}
	walk.Read(text)
	return nil
}

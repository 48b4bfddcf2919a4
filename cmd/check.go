package cmd

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// checkList verifies the lines of a list as sha256sum does: OK or FAILED for
// each, and a count of the failures on standard error.
func (h *templateIDRun) checkList() error {
	list, err := h.sources([]string{h.check}, templateIDUsage)
	if err != nil {
		return err
	}
	if h.out, err = h.openOutput(); err != nil {
		return err
	}
	failed := 0
	for _, s := range list {
		text, ok := h.readDocument(s)
		if !ok {
			continue
		}
		failed += h.checkLines(s.Name, text)
	}
	if err := h.out.Finish(h.report.Outcome() != report.Clean); err != nil {
		return err
	}
	if failed > 0 && !h.report.JSON {
		h.report.Message(fmt.Sprintf("%d of the ids did not match", failed))
	}
	return h.exitError()
}

// checkLines verifies the lines of one list and counts the failures.
func (h *templateIDRun) checkLines(name string, data []byte) (failed int) {
	ids := fileIDs{app: h.app}
	lines, offset := 0, 0
	place := report.TextPlace(name, data)
	for line := range bytes.Lines(data) {
		start := offset
		offset += len(line)
		line = bytes.TrimRight(line, "\r\n")
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		lines++
		id, file, ok := strings.Cut(string(line), "  ")
		if !ok || len(id) != 2*sha256.Size || strings.Trim(id, "0123456789abcdef") != "" || file == "" {
			d := &diag.Diagnostic{Code: "form", Offset: start, Length: len(line), Message: "a line is an id of 64 lowercase hex digits, two spaces and a file"}
			h.report.FailAt(d, place)
			continue
		}
		verdict := "OK"
		if got, found := ids.lookup(file); !found || got != id {
			verdict = "FAILED"
			failed++
			h.report.Record(report.Invalid)
		}
		fmt.Fprintf(h.out, "%s: %s\n", text.Escape(file), verdict)
	}
	if lines == 0 {
		h.report.Fail(&diag.Diagnostic{Code: "empty", Message: "the list is empty: lines of an id, two spaces and a file are needed"}, report.Place{File: name, Index: -1})
	}
	return failed
}

// fileIDs finds the ids of templates by FILE or FILE#PATH. It keeps those of
// the file it read last, since the lines of a list go file by file.
type fileIDs struct {
	app  *app
	file string
	ids  map[string]string
}

// lookup returns the id of the template that a line of a list names.
func (f *fileIDs) lookup(name string) (string, bool) {
	file, path := name, ""
	if at := strings.LastIndex(name, "#/"); at >= 0 && isTemplatePath(name[at+1:]) {
		file, path = name[:at], name[at+1:]
	}
	if f.ids == nil || f.file != file {
		f.file, f.ids = file, map[string]string{}
		f.read(file)
	}
	if id, ok := f.ids[path]; ok || path != "" {
		return id, ok
	}
	id, ok := f.ids["/0"] // an array of one stands alone
	return id, ok && len(f.ids) == 1
}

// isTemplatePath tells whether what stands behind the # of a name can be the place of
// a template in a file; else the # is the name's own.
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

// find finds the file that a list names. Lists are written with escapes for
// what a terminal might act on: a name that is no file is tried without them.
func (f *fileIDs) find(file string) (source.Source, bool) {
	for _, name := range []string{file, text.Unescape(file)} {
		found, err := source.Find(name, f.app.streams.In, f.app.common.stdinName)
		if err == nil && len(found) == 1 && (name == "-" || found[0].Name == name) {
			return found[0], true
		}
	}
	return source.Source{}, false
}

func (f *fileIDs) read(file string) {
	found, ok := f.find(file)
	if !ok {
		f.app.report.Unreadable(&source.MissingError{Name: file})
		return
	}
	text, ok := f.app.readDocument(found)
	if !ok {
		return
	}
	var hasher canon.Hasher
	place := report.TextPlace(found.Name, text)
	walk := canon.Templates{
		OnError: func(d *diag.Diagnostic) { f.app.report.FailAt(d, place) },
		Visit: func(path string, doc *canon.Doc, node, depth int) {
			if d, refused := diag.From(hasher.Check(doc, node, depth)); refused {
				d.Path = path + d.Path
				f.app.report.FailAt(d, place)
				return
			}
			f.ids[path] = hasher.ID(doc, node).String()
		},
	}
	walk.Read(text)
}

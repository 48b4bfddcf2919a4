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

// checkList verifies the lines of a list as sha256sum does: it prints OK or FAILED for
// each, and the number of failures on standard error.
func (h *templateIDRun) checkList() error {
	list, err := h.app.sources([]string{h.options.check}, templateIDUsage)
	if err != nil {
		return err
	}
	if h.out, err = h.app.openOutput(); err != nil {
		return err
	}
	failed := 0
	for _, s := range list {
		text, ok := h.app.readDocument(s)
		if !ok {
			continue
		}
		failed += h.checkLines(s.Name, text)
	}
	if err := h.out.Finish(h.app.report.Outcome() != report.Clean); err != nil {
		return err
	}
	if failed > 0 && !h.app.report.JSON {
		h.app.report.Message(text.Count(failed, "id") + " did not match")
	}
	return h.app.exitError()
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
			d := &diag.Diagnostic{Code: "form", Offset: start, Length: len(line), Message: "expected an id of 64 lowercase hex digits, two spaces and a file"}
			h.app.report.FailAt(d, place)
			continue
		}
		verdict := "OK"
		if got, found := ids.lookup(file); !found || got != id {
			verdict = "FAILED"
			failed++
			h.app.report.Record(report.Invalid)
		}
		fmt.Fprintf(h.out, "%s: %s\n", text.Escape(file), verdict)
	}
	if lines == 0 {
		h.app.report.Fail(&diag.Diagnostic{Code: "empty", Message: "the list is empty: expected lines of an id, two spaces and a file"}, report.Place{File: name, Index: -1})
	}
	return failed
}

// fileIDs returns the ids of templates by FILE or FILE#PATH. It keeps the ids of the last
// file, since the lines of a list are usually sorted by file.
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
	id, ok := f.ids["/0"] // an array of one template is listed without a path
	return id, ok && len(f.ids) == 1
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
		Unwrap:  findRegistration,
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

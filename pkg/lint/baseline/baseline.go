// Package baseline stores known findings, so lint reports only new ones.
//
// A baseline is a JSON text with a version and one entry per finding. An entry has the
// file, the rule, the JSON Pointer and a hash of the value. An entry matches as long as
// they are the same: the finding stays known when the file is formatted, and returns when
// the value changes. When the file does not exist any more, the entry matches in any file:
// the finding stays known when the file is moved, but not in a copy.
package baseline

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/divtool/divtool/internal/jsondoc"
	rules "github.com/divtool/divtool/internal/lintrules/baseline"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Version is the version of the baseline format.
const Version = 1

// Unused is the rule for an entry that matches no finding.
var Unused *rule.Rule = &rules.Unused

// Entry identifies a finding.
type Entry struct {
	File  string // with slashes, relative to the baseline
	Rule  string
	Path  string // JSON Pointer
	Value string // see [ContentHasher.Hashes]
}

// Baseline is a set of known findings. It is safe for concurrent use.
type Baseline struct {
	entries []fileEntry
	// index has the first entry for a key with File, and for a key without File the
	// first entry of a file that does not exist.
	index  map[Entry]int
	exists func(file string) bool
	files  map[string]bool // the results of exists
}

// fileEntry is an entry and its position in the baseline.
type fileEntry struct {
	Entry
	offset, length int
	used           *atomic.Bool
}

// Match reports whether a finding is known, and marks its entry as used. It prefers an
// entry for the same file.
func (b *Baseline) Match(e Entry) bool {
	i, ok := b.index[e]
	if !ok {
		e.File = ""
		i, ok = b.index[e]
	}
	if ok {
		b.entries[i].used.Store(true)
	}
	return ok
}

// Unused returns the unused entries of the included files as findings of the rule
// [Unused], with its default severity.
func (b *Baseline) Unused(include func(file string) bool) (findings []diag.Diagnostic) {
	for i := range b.entries {
		e := &b.entries[i]
		if e.used.Load() || !include(e.File) {
			continue
		}
		path := e.Path
		if path == "" {
			path = "the whole text"
		}
		findings = append(findings, diag.Diagnostic{
			Code: Unused.ID, Severity: Unused.Severity,
			Path: "/findings/" + strconv.Itoa(i), Offset: e.offset, Length: e.length,
			Message: Unused.Title + ": " + e.Rule + " at " + path + " of " + e.File,
			Hint:    "remove the entry, or regenerate the baseline with `--write-baseline`",
		})
	}
	return findings
}

// add adds an entry. Equal entries share their used flag.
func (b *Baseline) add(e fileEntry) {
	if i, exists := b.index[e.Entry]; exists {
		e.used = b.entries[i].used
	} else {
		e.used = new(atomic.Bool)
		b.index[e.Entry] = len(b.entries)
	}
	anyFile := e.Entry
	if anyFile.File = ""; !b.fileExists(e.File) {
		if _, exists := b.index[anyFile]; !exists {
			b.index[anyFile] = len(b.entries)
		}
	}
	b.entries = append(b.entries, e)
}

// fileExists looks for each file once.
func (b *Baseline) fileExists(file string) bool {
	exists, known := b.files[file]
	if !known {
		exists = b.exists == nil || b.exists(file)
		b.files[file] = exists
	}
	return exists
}

// codeBaseline is the code of an invalid baseline.
const codeBaseline = "baseline"

// Read reads a baseline. exists reports whether the file of an entry exists; nil means that
// all do. The error is a *[diag.Diagnostic] with its position: the text is not JSON, or its
// version or shape is wrong.
func Read(src []byte, exists func(file string) bool) (*Baseline, error) {
	var doc jsondoc.Doc
	f := doc.Read(src)
	if f == nil {
		f = doc.FirstFault(0, math.MaxInt)
	}
	if f != nil {
		d := syntax.Diagnostic(f)
		d.Code = codeBaseline
		return nil, d
	}
	r := fileReader{doc: &doc, b: Baseline{index: map[Entry]int{}, exists: exists, files: map[string]bool{}}}
	r.read()
	if r.err != nil {
		return nil, r.err
	}
	return &r.b, nil
}

// fileReader reads a baseline and stops at the first fault.
type fileReader struct {
	doc *jsondoc.Doc
	b   Baseline
	err *diag.Diagnostic
}

func (r *fileReader) fail(n int, format string, args ...any) {
	if r.err != nil {
		return
	}
	start, end := r.doc.Span(n)
	r.err = &diag.Diagnostic{Code: codeBaseline, Offset: start, Length: end - start, Message: fmt.Sprintf(format, args...)}
}

func (r *fileReader) read() {
	if r.doc.Kind(0) != jsondoc.Object {
		r.fail(0, "%s", text.Expected("an object (a baseline)", r.doc.Kind(0).String()))
		return
	}
	// The version is checked first, since other versions may have other members.
	version := r.doc.Member(0, "version")
	switch {
	case version < 0:
		r.fail(0, "not a baseline: missing member \"version\"")
	case string(r.doc.Raw(version)) != fmt.Sprint(Version):
		r.fail(version, "unsupported baseline version %s (supported: %d)", text.Excerpt(r.doc.Raw(version)), Version)
	}
	if r.err != nil {
		r.err.Hint = "regenerate it with `--write-baseline`"
		return
	}
	for k, end := 1, r.doc.Next(0); k < end && r.err == nil; k = r.doc.Next(k + 1) {
		switch r.doc.Value(k) {
		case "version":
		case "findings":
			r.findings(k + 1)
		default:
			r.fail(k, "%s", text.UnknownMember(r.doc.Value(k), []string{"version", "findings"}))
		}
	}
}

func (r *fileReader) findings(array int) {
	if r.doc.Kind(array) != jsondoc.Array {
		r.fail(array, "%s", text.Expected("an array of findings", r.doc.Kind(array).String()))
		return
	}
	for _, n := range r.doc.Elements(array) {
		r.entry(n)
	}
}

func (r *fileReader) entry(n int) {
	if r.doc.Kind(n) != jsondoc.Object {
		r.fail(n, "%s", text.Expected("an object (an entry)", r.doc.Kind(n).String()))
		return
	}
	var e fileEntry
	start, end := r.doc.Span(n)
	e.offset, e.length = start, end-start
	missing := map[string]*string{"file": &e.File, "rule": &e.Rule, "path": &e.Path, "value": &e.Value}
	for k, end := n+1, r.doc.Next(n); k < end; k = r.doc.Next(k + 1) {
		name := r.doc.Value(k)
		field, ok := missing[name]
		switch {
		case !ok:
			r.fail(k, "unknown or duplicate member %s; an entry has file, rule, path and value, each once", text.QuoteNode(r.doc, k))
			return
		case r.doc.Kind(k+1) != jsondoc.String:
			r.fail(k+1, "%s", text.Expected("a string", r.doc.Kind(k+1).String()))
			return
		}
		*field = r.doc.Value(k + 1)
		delete(missing, name)
	}
	if len(missing) > 0 {
		r.fail(n, "missing member: an entry has file, rule, path and value, each once")
		return
	}
	r.b.add(e)
}

// Append appends a baseline with the entries, one per line. The order of entries does not
// affect the text.
func Append(dst []byte, entries []Entry) []byte {
	list := slices.Clone(entries)
	for i := range list {
		list[i].File = strings.ToValidUTF8(list[i].File, "\ufffd")
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Value, b.Value))
	})
	list = slices.Compact(list)
	dst = append(dst, "{\n  \"version\": "...)
	dst = strconv.AppendInt(dst, Version, 10)
	dst = append(dst, ",\n  \"findings\": ["...)
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n    {"...)
		for j, m := range [...]struct{ name, value string }{{"file", e.File}, {"rule", e.Rule}, {"path", e.Path}, {"value", e.Value}} {
			if j > 0 {
				dst = append(dst, ", "...)
			}
			dst = jsondoc.AppendQuoted(dst, []byte(m.name), true)
			dst = jsondoc.AppendQuoted(append(dst, ": "...), []byte(m.value), true)
		}
		dst = append(dst, '}')
	}
	if len(list) > 0 {
		dst = append(dst, "\n  "...)
	}
	return append(dst, "]\n}\n"...)
}

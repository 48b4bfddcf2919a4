// Package baseline keeps findings that are known, so that lint reports only
// new ones.
//
// A baseline is a JSON text: a version, and one entry a finding with the rule,
// the JSON Pointer and what represents the content of the value, by which it
// is known, and the file it was found in, for humans. An entry applies as long
// as the first three are the same; so formatting, renaming or piping the file
// does not matter, and changing the value makes its finding come back.
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

// Version is the version of the format that is read and written.
const Version = 1

// Unused is the rule of an entry that no finding is known by any more.
var Unused *rule.Rule = &rules.Unused

// Entry is what a finding is known by.
type Entry struct {
	File  string // with slashes, from where the baseline is; not part of the key
	Rule  string
	Path  string // JSON Pointer
	Value string // see [ContentHasher.Hashes]
}

// Baseline is the findings that are known. It may be shared.
type Baseline struct {
	entries []fileEntry
	// The index of the first such entry: of this file, and with no File of any.
	index map[Entry]int
}

// fileEntry is an entry and where it stands.
type fileEntry struct {
	Entry
	offset, length int
	used           *atomic.Bool
}

// Match reports whether a finding is known, and remembers that its entry was
// of use: that of its file, if there is one.
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

// Unused returns the entries by which nothing was known so far, of the files
// that count, as findings of [Unused] with the severity of the rule.
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
			Hint:    "take the entry out, or write the baseline anew with --write-baseline",
		})
	}
	return findings
}

// add adds an entry; one that is there already shares its use.
func (b *Baseline) add(e fileEntry) {
	if i, exists := b.index[e.Entry]; exists {
		e.used = b.entries[i].used
	} else {
		e.used = new(atomic.Bool)
		b.index[e.Entry] = len(b.entries)
	}
	anyFile := e.Entry
	if anyFile.File = ""; anyFile != e.Entry {
		if _, exists := b.index[anyFile]; !exists {
			b.index[anyFile] = len(b.entries)
		}
	}
	b.entries = append(b.entries, e)
}

// codeBaseline is the code of what is wrong with a baseline.
const codeBaseline = "baseline"

// Read reads a baseline. A refusal is a *[diag.Diagnostic] with its place: a
// text that is not JSON, one of another version, or one of another shape.
func Read(text []byte) (*Baseline, error) {
	var doc jsondoc.Doc
	f := doc.Read(text)
	if f == nil {
		f = doc.FirstFault(0, math.MaxInt)
	}
	if f != nil {
		d := syntax.Diagnostic(f)
		d.Code = codeBaseline
		return nil, d
	}
	r := fileReader{doc: &doc, b: Baseline{index: map[Entry]int{}}}
	r.read()
	if r.err != nil {
		return nil, r.err
	}
	return &r.b, nil
}

// fileReader reads a baseline and stops at the first thing that is wrong.
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
		r.fail(0, "a baseline is an object, this is %s", r.doc.Kind(0))
		return
	}
	// The version first: what another one holds is not for us to check.
	version := r.doc.Member(0, "version")
	switch {
	case version < 0:
		r.fail(0, "this is no baseline: it has no version")
	case string(r.doc.Raw(version)) != fmt.Sprint(Version):
		r.fail(version, "this baseline is of version %s, and this program reads version %d", text.Excerpt(r.doc.Raw(version)), Version)
	}
	if r.err != nil {
		r.err.Hint = "write it anew with --write-baseline"
		return
	}
	for k, end := 1, r.doc.Next(0); k < end && r.err == nil; k = r.doc.Next(k + 1) {
		switch r.doc.Value(k) {
		case "version":
		case "findings":
			r.findings(k + 1)
		default:
			r.fail(k, "a baseline has no member %s", text.QuoteNode(r.doc, k))
		}
	}
}

func (r *fileReader) findings(array int) {
	if r.doc.Kind(array) != jsondoc.Array {
		r.fail(array, "the findings are an array, this is %s", r.doc.Kind(array))
		return
	}
	for _, n := range r.doc.Elements(array) {
		r.entry(n)
	}
}

func (r *fileReader) entry(n int) {
	if r.doc.Kind(n) != jsondoc.Object {
		r.fail(n, "an entry is an object, this is %s", r.doc.Kind(n))
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
			r.fail(k, "an entry has file, rule, path and value, each once, and no %s", text.QuoteNode(r.doc, k))
			return
		case r.doc.Kind(k+1) != jsondoc.String:
			r.fail(k+1, "a string is needed here, this is %s", r.doc.Kind(k+1))
			return
		}
		*field = r.doc.Value(k + 1)
		delete(missing, name)
	}
	if len(missing) > 0 {
		r.fail(n, "an entry has file, rule, path and value, each once")
		return
	}
	r.b.add(e)
}

// Append appends a baseline that knows the entries, one a line. The same
// entries give the same text, whatever their order.
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

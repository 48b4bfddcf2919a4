// Package lintfix applies the fixes of findings to a document.
//
// Fixes are made in rounds: those of a round do not overlap, and what they uncover is fixed
// in the next. A round is accepted only if the text stays JSON and, unless ids may change,
// no template gets another id. Nothing but the bytes at fault changes.
//
// Non-goals: files, reports, and which findings there are, which the caller decides.
package lintfix

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// Fixer fixes documents.
type Fixer struct {
	// Lint returns the findings of a text, with their fixes, in the order of the text. The
	// caller leaves out findings that must not be fixed.
	Lint func(text []byte) []diag.Diagnostic
	// HasTemplates reports whether the documents have templates, whose ids count.
	HasTemplates bool
	// IDChanging allows fixes that change the id of a template.
	IDChanging bool
}

// Applied is a fix that was made.
type Applied struct {
	Rule   string
	Path   string // of the finding, in the text of its round
	Title  string // what it has done
	Offset int    // of the finding, in the original text; of the nearest byte if it was not there
}

// IDChange is a template whose id has changed.
type IDChange struct {
	Path          string // JSON Pointer in the text
	Before, After canon.ID
}

// Result is a fixed document.
type Result struct {
	Text    []byte // the original, if nothing was fixed
	Applied []Applied
	IDs     []IDChange
}

const (
	// maxRounds limits the rounds. Each but the last makes a fix; more than a few are
	// only needed for values inside each other.
	maxRounds = 20
	// maxSingle is the number of fixes that are tried one by one when they cannot all be
	// made.
	maxSingle = 100
)

// Fix returns the text with its fixes.
func (f *Fixer) Fix(text []byte) Result {
	r := Result{Text: text}
	before := f.templates(text)
	current := before
	var rounds []round
	for range maxRounds {
		list := f.fixes(r.Text, current)
		if len(list) == 0 {
			break
		}
		made, edits, next := f.apply(r.Text, list, current)
		if len(made) == 0 {
			break
		}
		for _, d := range made {
			r.Applied = append(r.Applied, Applied{Rule: d.Code, Path: d.Path, Title: d.Fix.Title, Offset: originalOffset(rounds, d.Offset)})
		}
		rounds = append(rounds, newRound(edits))
		r.Text = next
		current = f.templates(next)
	}
	slices.SortStableFunc(r.Applied, func(a, b Applied) int { return cmp.Compare(a.Offset, b.Offset) })
	r.IDs = changedIDs(before, current)
	return r
}

// template is a template that has an id.
type template struct {
	path       string
	start, end int
	id         canon.ID
}

// templates returns the templates of a text that have an id.
func (f *Fixer) templates(text []byte) (list []template) {
	if !f.HasTemplates {
		return nil
	}
	t := canon.Templates{
		OnError: func(*diag.Diagnostic) {},
		Visit: func(v *canon.VisitedTemplate) {
			if v.Err == nil {
				start, end := v.Doc.Span(v.Node)
				list = append(list, template{v.Path, start, end, v.ID})
			}
		},
	}
	t.Read(text)
	return list
}

// fixes returns the findings whose fixes may be made, in the order of the text.
func (f *Fixer) fixes(text []byte, templates []template) (list []*diag.Diagnostic) {
	found := f.Lint(text)
	renamed := map[string]int{}
	for i := range found {
		d := &found[i]
		if d.Fix == nil || len(d.Fix.Edits) == 0 || !f.IDChanging && d.Fix.ChangesID && insideTemplate(templates, d.Fix.Edits[0].Offset) {
			continue
		}
		if d.Fix.NewName != "" {
			renamed[newPath(d)]++
		}
		list = append(list, d)
	}
	// Of two members that mean the same one, neither is renamed.
	return slices.DeleteFunc(list, func(d *diag.Diagnostic) bool { return d.Fix.NewName != "" && renamed[newPath(d)] > 1 })
}

// newPath returns the pointer of a member after its name has changed.
func newPath(d *diag.Diagnostic) string {
	return d.Path[:strings.LastIndexByte(d.Path, '/')+1] + d.Fix.NewName
}

// insideTemplate reports whether an offset is inside a template that has an id.
func insideTemplate(templates []template, offset int) bool {
	i, found := slices.BinarySearchFunc(templates, offset, func(t template, offset int) int { return cmp.Compare(t.start, offset) })
	return found || i > 0 && offset < templates[i-1].end
}

// apply makes fixes, all at once or, if that is not possible, one by one. It returns those
// that it has made, their edits and the new text.
func (f *Fixer) apply(text []byte, list []*diag.Diagnostic, before []template) (made []*diag.Diagnostic, edits []diag.Edit, next []byte) {
	made, edits = selectEdits(list)
	if next = replace(text, edits); f.accepts(text, next, before) {
		return made, edits, next
	}
	for _, d := range list[:min(len(list), maxSingle)] {
		single, edits := selectEdits([]*diag.Diagnostic{d})
		if next = replace(text, edits); f.accepts(text, next, before) {
			return single, edits, next
		}
	}
	return nil, nil, text
}

// selectEdits returns the edits of fixes that do not overlap, sorted, and the findings to
// which they belong.
func selectEdits(list []*diag.Diagnostic) (made []*diag.Diagnostic, edits []diag.Edit) {
	type owned struct {
		diag.Edit
		d *diag.Diagnostic
	}
	var all []owned
	for _, d := range list {
		for _, e := range d.Fix.Edits {
			all = append(all, owned{e, d})
		}
	}
	slices.SortStableFunc(all, func(a, b owned) int {
		return cmp.Or(cmp.Compare(a.Offset, b.Offset), cmp.Compare(b.Length, a.Length))
	})
	end := 0
	seen := map[*diag.Diagnostic]bool{}
	for _, e := range all {
		if e.Offset < end {
			continue // it is made in the next round
		}
		end = e.Offset + e.Length
		edits = append(edits, e.Edit)
		if !seen[e.d] {
			seen[e.d] = true
			made = append(made, e.d)
		}
	}
	return made, edits
}

// replace returns a text with edits, which are sorted.
func replace(text []byte, edits []diag.Edit) []byte {
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.Offset])
		out.WriteString(e.Text)
		at = e.Offset + e.Length
	}
	out.Write(text[at:])
	return out.Bytes()
}

// accepts reports whether a text may be written in place of another.
func (f *Fixer) accepts(text, next []byte, before []template) bool {
	if bytes.Equal(text, next) {
		return false
	}
	var doc jsondoc.Doc
	if doc.Read(next) != nil && doc.Read(text) == nil {
		return false
	}
	kept := 0
	eachPair(before, f.templates(next), func(b, a template) {
		if f.IDChanging || a.id == b.id {
			kept++
		}
	})
	return kept == len(before)
}

// eachPair visits the templates that have an id before and after. Both lists are in the
// order of the text, and fixes neither add nor remove templates, so they pair up in order.
func eachPair(before, after []template, visit func(b, a template)) {
	for _, a := range after {
		if len(before) > 0 && before[0].path == a.path {
			visit(before[0], a)
			before = before[1:]
		}
	}
}

// round has the edits of a round, for positions before it.
type round []placedEdit

// placedEdit is where an edit is in the text after it.
type placedEdit struct {
	start, end int
	shift      int // by which this edit and those before it move what follows
}

func newRound(edits []diag.Edit) (r round) {
	shift := 0
	for _, e := range edits {
		start := e.Offset + shift
		shift += len(e.Text) - e.Length
		r = append(r, placedEdit{start, start + len(e.Text), shift})
	}
	return r
}

// before returns the offset that a byte had before the round; that of the edit, if it is
// in the text of one.
func (r round) before(offset int) int {
	i := sort.Search(len(r), func(i int) bool { return r[i].end > offset })
	shift := 0
	if i > 0 {
		shift = r[i-1].shift
	}
	if i < len(r) {
		offset = min(offset, r[i].start)
	}
	return offset - shift
}

// originalOffset returns the offset that a byte had before rounds of edits.
func originalOffset(rounds []round, offset int) int {
	for _, r := range slices.Backward(rounds) {
		offset = r.before(offset)
	}
	return offset
}

func changedIDs(before, after []template) (list []IDChange) {
	eachPair(before, after, func(b, a template) {
		if a.id != b.id {
			list = append(list, IDChange{b.path, b.id, a.id})
		}
	})
	return list
}

package diff

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// readRecord returns the scope record of a side; nil for null. All errors of its shape
// are reported.
func (d *Differ) readRecord(s *Side) *scope.Record {
	if s.kind == nullSide {
		return nil
	}
	result, err := lint.Lint(s.text, lint.ScopeRecord, nil, lint.Config{})
	if err != nil {
		return nil // only a configuration can be wrong, and there is none
	}
	for _, f := range result.Findings {
		if f.Severity == diag.Error && strings.HasPrefix(f.Code, "shape/") {
			d.rejectText(&f, s)
		}
	}
	r, _ := scope.ReadRecord(&canon.Reader{Doc: (*canon.Doc)(s.doc)}, 0)
	return &r
}

// linkWithoutParent reports whether a state of the link is given for a record without a
// parent.
func linkWithoutParent(r *scope.Record, s scope.LinkState) bool {
	return s != scope.NoLink && (r == nil || !r.Parent.Set)
}

// compareScopes prints what the daemon does when it holds the first record and gets
// the second.
func (d *Differ) compareScopes(a, b *Side) (bool, error) {
	before, after := d.readRecord(a), d.readRecord(b)
	if d.report.Outcome() != report.Clean {
		return true, nil
	}
	if before != nil && after != nil && before.Ref != after.Ref {
		return false, errorf("the records have different refs, %s and %s; compare records with the same ref, or one record with null",
			strconv.Quote(text.Escape(before.Ref)), strconv.Quote(text.Escape(after.Ref)))
	}
	if linkWithoutParent(before, d.opts.Link.Before) || linkWithoutParent(after, d.opts.Link.After) {
		return false, errorf("`--parent-state %s`: the state of a record without a parent is \"none\"", d.opts.ParentState)
	}
	diff := scope.Diff(before, after, d.opts.Link)
	if d.opts.JSON {
		d.printScopesJSON(&diff)
	} else {
		d.printScopes(before, after, &diff)
	}
	return diff.Outcome == scope.Unchanged, nil
}

// printScopesJSON prints what the daemon does as JSON.
func (d *Differ) printScopesJSON(diff *scope.Difference) {
	out := []byte(`{"outcome":"` + diff.Outcome.String() + `"`)
	if diff.Refusal.Code != "" {
		out = append(out, `,"code":"`+diff.Refusal.Code+`"`...)
	}
	out = append(out, `,"version":"`+diff.Version.String()+`","closes":[`...)
	for i, c := range diff.Closings {
		if i > 0 {
			out = append(out, ',')
		}
		out = appendClosing(out, c)
	}
	d.printJSON(append(out, `]}`...))
}

func appendClosing(dst []byte, c scope.Closing) []byte {
	if !c.Opener.Set {
		return append(dst, `{"routes":"all","reason":"`+c.Reason.String()+`"}`...)
	}
	dst = append(dst, `{"routes":"opener","opener":{"kind":"`+c.Opener.Value.Kind.String()+`"`...)
	if c.Opener.Value.Kind == scope.Reserved {
		dst = jsondoc.AppendQuoted(append(dst, `,"module_id":`...), []byte(c.Opener.Value.ModuleID), true)
	}
	dst = append(dst, '}')
	for i, m := range c.Except {
		if i == 0 {
			dst = append(dst, `,"except_targets":[`...)
		} else {
			dst = append(dst, ',')
		}
		dst = jsondoc.AppendQuoted(dst, []byte(m), true)
		if i == len(c.Except)-1 {
			dst = append(dst, ']')
		}
	}
	return append(dst, `,"reason":"`+c.Reason.String()+`"}`...)
}

// versionTexts describes what happens to the version.
var versionTexts = [...]string{
	scope.VersionSame: "same version",
	scope.VersionNew:  "new version",
	scope.VersionBump: "version increases",
	scope.VersionNone: "no version",
}

// printScopes prints what the daemon does for humans.
func (d *Differ) printScopes(before, after *scope.Record, diff *scope.Difference) {
	shown, epoch := after, ""
	switch {
	case before == nil:
		epoch = "– → " + strconv.FormatUint(after.Epoch, 10)
	case after == nil:
		shown, epoch = before, strconv.FormatUint(before.Epoch, 10)+" → –"
	default:
		epoch = strconv.FormatUint(before.Epoch, 10) + " → " + strconv.FormatUint(after.Epoch, 10)
	}
	outcome := term.Span{Text: diff.Outcome.String(), Style: d.theme.Accent}
	if diff.Outcome == scope.Refused {
		outcome = term.Span{Text: "refused: " + diff.Refusal.Code, Style: d.theme.Fault}
	}
	d.line(term.Span{Text: text.Escape(shown.Ref), Style: d.theme.Strong}, plain("  epoch "+epoch+"   "), outcome, plain(", "+versionTexts[diff.Version]))
	if diff.Outcome == scope.Refused {
		d.line(plain("  "), term.Span{Text: diff.Refusal.Reason, Style: d.theme.Fault})
	}
	d.printTable(scopeRows(diff))
	if !closesReported(diff) {
		text := closingText(diff.Closings)
		if diff.Outcome == scope.Updated {
			text = "in total: " + text
		}
		d.line(plain("  "), term.Span{Text: text, Style: d.theme.Accent})
	}
}

// scopeRows returns a row for each member that differs.
func scopeRows(diff *scope.Difference) (rows []tableRow) {
	for _, c := range diff.Changes {
		r := tableRow{path: jsondoc.DottedPointer(c.Path), before: c.Before, after: c.After}
		switch {
		case diff.Outcome == scope.Updated:
			r.meaning = closingText(c.Closings)
		case diff.Outcome == scope.Refused && strings.HasPrefix(diff.Refusal.Path, c.Path):
			r.meaning = "refused"
		case diff.Outcome == scope.Refused:
			r.meaning = "not applied"
		}
		rows = append(rows, r)
	}
	return rows
}

// closesReported reports whether the rows of the members name everything that closes.
func closesReported(diff *scope.Difference) bool {
	var parts []string
	for _, c := range diff.Changes {
		for _, closing := range c.Closings {
			parts = append(parts, closing.Text())
		}
	}
	var whole []string
	for _, c := range diff.Closings {
		whole = append(whole, c.Text())
	}
	slices.Sort(parts)
	slices.Sort(whole)
	return slices.Equal(parts, whole)
}

func closingText(closings []scope.Closing) string {
	if len(closings) == 0 {
		return "closes no routes"
	}
	list := make([]string, len(closings))
	for i, c := range closings {
		list[i] = c.Text()
	}
	return strings.Join(list, ", ")
}

package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// record reads the scope record of a side: nil for null. Lint says all that
// is wrong with its shape.
func (d *diffing) record(s *diffSide) *scope.Record {
	if s.kind == nullSide {
		return nil
	}
	result, err := lint.Lint(s.text, lint.ScopeRecord, nil, lint.Config{})
	if err != nil {
		return nil // there is nothing in the configuration that could be wrong
	}
	for _, f := range result.Findings {
		if f.Severity == diag.Error && strings.HasPrefix(f.Code, "shape/") {
			d.refuseText(&f, s)
		}
	}
	r, _ := scope.ReadRecord(s.doc, 0, nil)
	return &r
}

// noLink tells whether a record that has no parent is said to have a link.
func noLink(r *scope.Record, s scope.LinkState) bool {
	return s != scope.NoLink && (r == nil || !r.Parent.Set)
}

// compareScopes says what the daemon makes of the second record while it
// holds the first.
func (d *diffing) compareScopes(a, b *diffSide) (bool, error) {
	before, after := d.record(a), d.record(b)
	if d.worst != statusOK {
		return true, nil
	}
	if before != nil && after != nil && before.Ref != after.Ref {
		return false, usagef("the records are of two scopes, %s and %s: two of one ref can be compared, or each with null",
			strconv.Quote(safetext.String(before.Ref)), strconv.Quote(safetext.String(after.Ref)))
	}
	if noLink(before, d.link.Before) || noLink(after, d.link.After) {
		return false, usagef("--parent-state %s: a record without a parent has the state none", d.parentState)
	}
	diff := scope.Diff(before, after, d.link)
	if d.format == "json" {
		d.printMeaning(&diff)
	} else {
		d.printScopes(before, after, &diff)
	}
	return diff.Outcome == scope.Unchanged, nil
}

// printMeaning prints what the daemon does as JSON.
func (d *diffing) printMeaning(diff *scope.Difference) {
	out := []byte(`{"outcome":"` + diff.Outcome.String() + `"`)
	if diff.Refusal.Code != "" {
		out = append(out, `,"code":"`+diff.Refusal.Code+`"`...)
	}
	out = append(out, `,"version":"`+diff.Version.String()+`","closes":[`...)
	for i, c := range diff.Closes {
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

// versionWords say what becomes of the version.
var versionWords = [...]string{
	scope.VersionSame: "version stays",
	scope.VersionNew:  "a new version",
	scope.VersionBump: "version grows",
	scope.VersionNone: "no version",
}

// printScopes prints what the daemon does for people.
func (d *diffing) printScopes(before, after *scope.Record, diff *scope.Difference) {
	shown, epoch := after, ""
	switch {
	case before == nil:
		epoch = "– → " + strconv.FormatUint(after.Epoch, 10)
	case after == nil:
		shown, epoch = before, strconv.FormatUint(before.Epoch, 10)+" → –"
	default:
		epoch = strconv.FormatUint(before.Epoch, 10) + " → " + strconv.FormatUint(after.Epoch, 10)
	}
	outcome := d.theme.Accent(diff.Outcome.String())
	if diff.Outcome == scope.Refused {
		outcome = d.theme.Fault("refused: " + diff.Refusal.Code)
	}
	fmt.Fprintf(d.out, "%s  epoch %s   %s, %s\n", d.theme.Strong(safetext.String(shown.Ref)), epoch, outcome, versionWords[diff.Version])
	if diff.Outcome == scope.Refused {
		fmt.Fprintf(d.out, "  %s\n", d.theme.Fault(diff.Refusal.Why))
	}
	d.table(scopeRows(diff))
	if !told(diff) {
		text := closingWords(diff.Closes)
		if diff.Outcome == scope.Updated {
			text = "in all: " + text
		}
		fmt.Fprintf(d.out, "  %s\n", d.theme.Accent(text))
	}
}

// scopeRows are the lines of the members that differ.
func scopeRows(diff *scope.Difference) (rows []diffRow) {
	for _, c := range diff.Changes {
		r := diffRow{path: dotted(c.Path), was: c.Before, is: c.After}
		switch {
		case diff.Outcome == scope.Updated:
			r.means = closingWords(c.Closes)
		case diff.Outcome == scope.Refused && strings.HasPrefix(diff.Refusal.Path, c.Path):
			r.means = "refused"
		case diff.Outcome == scope.Refused:
			r.means = "not applied"
		}
		rows = append(rows, r)
	}
	return rows
}

// told tells whether the lines of the members say all that closes.
func told(diff *scope.Difference) bool {
	var parts []string
	for _, c := range diff.Changes {
		for _, closing := range c.Closes {
			parts = append(parts, closing.Words())
		}
	}
	var whole []string
	for _, c := range diff.Closes {
		whole = append(whole, c.Words())
	}
	slices.Sort(parts)
	slices.Sort(whole)
	return slices.Equal(parts, whole)
}

func closingWords(closings []scope.Closing) string {
	if len(closings) == 0 {
		return "closes nothing"
	}
	list := make([]string, len(closings))
	for i, c := range closings {
		list[i] = c.Words()
	}
	return strings.Join(list, ", ")
}

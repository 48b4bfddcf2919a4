package scope

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// quoteUnlessPlain is text without quotes where nobody could misread that, else in them.
// A word that stands for something else here is quoted.
func quoteUnlessPlain(s string, reserved ...string) string {
	const maxBytes = 40
	needsQuotes := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-.:/@+~", c))
	}
	if s == "" || len(s) > maxBytes || strings.ContainsFunc(s, needsQuotes) || slices.Contains(reserved, s) {
		return text.Quote(s)
	}
	return s
}

// Text names a principal for people: a module by its id.
func (p Principal) Text() string {
	if p.Kind == Reserved {
		return quoteUnlessPlain(p.ModuleID, principalKinds...)
	}
	return p.Kind.String()
}

func formatPrincipals(principals []Principal) string {
	list := make([]string, len(principals))
	for i, p := range principals {
		list[i] = p.Text()
	}
	return strings.Join(list, ", ")
}

// formatModules lists modules for people.
func formatModules(modules []string) string {
	list := make([]string, len(modules))
	for i, m := range modules {
		list[i] = quoteUnlessPlain(m)
	}
	return strings.Join(list, ", ")
}

func formatTargets(c Carrier) string {
	switch {
	case !c.Limited:
		return "any module"
	case len(c.Targets) == 0:
		return "no module"
	}
	return formatModules(c.Targets)
}

func formatCarriers(carriers []Carrier) string {
	list := make([]string, len(carriers))
	for i, c := range carriers {
		list[i] = c.Principal.Text() + " to " + formatTargets(c)
	}
	return strings.Join(list, "; ")
}

func formatParent(p Optional[Parent]) string {
	if !p.Set {
		return ""
	}
	return quoteUnlessPlain(p.Value.Ref) + " of " + p.Value.Owner.Text() + ", epoch " + strconv.FormatUint(p.Value.Epoch, 10)
}

func formatLinkState(s LinkState) string {
	if s == NoLink {
		return ""
	}
	return s.String()
}

func formatOptional(s Optional[string]) string {
	if !s.Set {
		return ""
	}
	return quoteUnlessPlain(s.Value)
}

// formatDeadline adds the date to a deadline that is in the years 1970 to
// 9999.
func formatDeadline(at Optional[uint64]) string {
	const year10000 = 253_402_300_800_000
	if !at.Set {
		return ""
	}
	number := strconv.FormatUint(at.Value, 10)
	if at.Value >= year10000 {
		return number
	}
	return number + " (" + time.UnixMilli(int64(at.Value)).UTC().Format("2006-01-02 15:04:05") + " UTC)"
}

// Text says for people which routes close, and why.
func (c Closing) Text() string {
	text := "closes all routes"
	if c.Opener.Set {
		text += " of " + c.Opener.Value.Text()
		switch {
		case len(c.Lost) > 0:
			text = "closes routes of " + c.Opener.Value.Text() + " to " + formatModules(c.Lost)
		case len(c.Except) > 0:
			text += " but those to " + formatModules(c.Except)
		}
	}
	return text + " (" + c.Reason.String() + ")"
}

// AppendGrant says in plain English what a grant allows. The node must hold a
// grant that a canon.Reader has found good.
func AppendGrant(dst []byte, doc *jsondoc.Doc, node int) []byte {
	p := canon.SplitGrant(doc, node)
	dst = append(dst, "may "...)
	dst = appendList(dst, doc, p.Actions, "do nothing")
	dst = append(append(dst, ' '), p.Kind.Plural...)
	if p.Kind.Fixed {
		return dst
	}
	if p.Within < 0 {
		return dst
	}
	if p.Tags >= 0 {
		dst = append(dst, " with "...)
		if doc.Kind(p.Tags) == jsondoc.Array {
			dst = append(appendList(dst, doc, p.Tags, "no tag"), " as the tag"...)
		} else {
			dst = append(dst, "any tag"...)
		}
	}
	return appendWithin(append(dst, ", "...), doc, p.Within)
}

// appendWithin says how far a grant reaches.
func appendWithin(dst []byte, doc *jsondoc.Doc, node int) []byte {
	word := node
	if doc.Kind(node) == jsondoc.Object && doc.Count(node) == 1 && doc.Kind(node+2) == jsondoc.Null {
		word = node + 1
	}
	switch {
	case doc.StringIs(word, "any"):
		return append(dst, "all of them"...)
	case doc.StringIs(word, "self"):
		return append(dst, "its own alone"...)
	}
	all, some := tagLists(doc, node)
	from := len(dst)
	if all >= 0 && doc.Count(all) > 0 {
		dst = appendList(append(dst, "those tagged "...), doc, all, "")
	}
	if some >= 0 && doc.Count(some) > 0 {
		if len(dst) > from {
			dst = append(dst, " and one of "...)
		} else {
			dst = append(dst, "those tagged one of "...)
		}
		dst = appendList(dst, doc, some, "")
	}
	if len(dst) == from {
		return append(dst, "all of them (by tags, but none are named)"...)
	}
	return dst
}

// tagLists finds the two lists of a tags test, in either of its forms.
func tagLists(doc *jsondoc.Doc, node int) (all, some int) {
	if doc.Kind(node) == jsondoc.Object {
		return doc.Member(node, "all_tags"), doc.Member(node, "any_tags")
	}
	all, some = -1, -1
	if n := doc.Count(node); n > 0 {
		if all = node + 1; n > 1 {
			some = doc.Next(all)
		}
	}
	return all, some
}

// appendList lists the strings of an array.
func appendList(dst []byte, doc *jsondoc.Doc, node int, ifEmpty string) []byte {
	i := 0
	for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		word := c
		if doc.Kind(c) == jsondoc.Object {
			word = c + 1
		}
		dst = text.AppendEscaped(dst, doc.AppendString(nil, word))
		i++
	}
	if i == 0 {
		return append(dst, ifEmpty...)
	}
	return dst
}

// AppendSecretMode says how a declared secret is handed over.
func AppendSecretMode(dst []byte, doc *jsondoc.Doc, node int) []byte {
	word := node
	if doc.Kind(node) == jsondoc.Object {
		word = node + 1
	}
	if doc.StringIs(word, "fixed") {
		return append(dst, "read at every activation, nothing comes back"...)
	}
	return append(dst, "locked to the container at activation, handed back at its end"...)
}

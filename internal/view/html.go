package view

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/frames"
)

// htmlView prints a frame as a section of a page: the dump on the left, the tree
// on the right. Attributes link bytes and rows of the same field; the script of
// the page highlights them.
type htmlView struct {
	collector
	dump dump
}

func newHTML() *htmlView {
	return &htmlView{collector: collector{maxValue: pageMaxValue}}
}

const (
	pageMaxValue = 1024 // maximum length of a value, in bytes
	pageBytes    = 16   // bytes per line
	pageShades   = 6
)

// Append implements [View].
func (h *htmlView) Append(dst, frame []byte, e *frames.DocInfo) []byte {
	h.finish()
	h.dump.build(&h.collector, frame, pageBytes, e.Fault)
	broken := ""
	if e.Fault != nil {
		broken = " broken"
	}
	dst = append(dst, `<section class="frame`+broken+`">`+"\n"...)
	dst = appendTitle(dst, h.title(len(frame), e))
	if len(e.Alternatives) > 0 {
		dst = appendElement(dst, "p", "note also", "also matches "+strings.Join(e.Alternatives, ", "))
	}
	for m := range h.remarks.all(h.remarks.frame) {
		if m.kind <= advice {
			dst = appendElement(dst, "p", "note", m.text)
		}
	}
	dst = append(dst, "<div class=\"panes\">\n<div class=\"dump\" aria-hidden=\"true\">\n"...)
	for _, l := range h.dump.lines {
		dst = h.line(dst, l)
	}
	dst = append(dst, "</div>\n<div class=\"fields\">\n<table role=\"treegrid\" aria-label=\"fields\">\n"...)
	dst = h.rows(dst)
	if e.Fault != nil {
		dst = h.message(dst, "bad", faultName(e.Fault), 0, frames.Span{Offset: max(e.Fault.Offset, 0), Length: e.Fault.Length}, faultText(e.Fault))
	}
	return append(dst, "</table>\n</div>\n</div>\n</section>\n"...)
}

func appendTitle(dst []byte, t title) []byte {
	dst = append(dst, "<h2>"...)
	for _, part := range []struct{ class, text string }{{"place", t.place}, {"type", t.kind}, {"name", t.name}, {"size", t.size}} {
		if part.text != "" {
			dst = append(dst, `<span class="`+part.class+`">`+html.EscapeString(part.text)+"</span> "...)
		}
	}
	return append(dst, "</h2>\n"...)
}

func appendElement(dst []byte, tag, class, text string) []byte {
	return append(dst, "<"+tag+` class="`+class+`">`+html.EscapeString(text)+"</"+tag+">\n"...)
}

func (h *htmlView) line(dst []byte, l dumpLine) []byte {
	switch l.fold {
	case repeated:
		return appendElement(dst, "div", "l fold", fmt.Sprintf("*         %s identical lines, up to %08x", term.GroupDigits((l.to-l.from)/pageBytes), l.to))
	case omitted:
		return appendElement(dst, "div", "l fold", fmt.Sprintf("…         %s not shown, up to %08x", formatBytes(l.to-l.from), l.to))
	}
	dst = fmt.Appendf(dst, `<div class="l"><i>%08x</i><span class="hex">`, l.from)
	for p := range h.dump.parts(l.from, l.to) {
		dst = append(dst, separator(p.from-l.from)...)
		dst = h.dump.appendHex(h.part(dst, p), l.from, p)
		dst = append(dst, "</b>"...)
	}
	dst = append(dst, `</span><span class="text">`...)
	for p := range h.dump.parts(l.from, l.to) {
		dst = h.part(dst, p)
		dst = append(dst, html.EscapeString(h.dump.asciiText(p))+"</b>"...)
	}
	return append(dst, "</span></div>\n"...)
}

// part opens the element of a part. Bytes of a field without a row are not linked
// to any row.
func (h *htmlView) part(dst []byte, p part) []byte {
	dst = append(dst, `<b class="`...)
	if p.field >= 0 {
		if shade := h.list[p.field].shade; shade >= 0 {
			dst = fmt.Appendf(dst, "c%d ", shade%pageShades)
		}
	}
	if p.name {
		dst = append(dst, "key "...)
	}
	if p.atFault {
		dst = append(dst, "bad "...)
	}
	dst = append(dst, '"')
	if p.field >= 0 && !h.list[p.field].noRow {
		dst = append(dst, ` data-f="`+strconv.Itoa(p.field)+`"`...)
	}
	return append(dst, '>')
}

func (h *htmlView) rows(dst []byte) []byte {
	first := true
	for i := range h.list {
		f := &h.list[i]
		if f.noRow {
			continue
		}
		dst = h.row(dst, i, first)
		dst = h.appendWarnings(dst, f.remarks, f.depth+1, f.span)
		first = false
	}
	if h.omitted > 0 {
		dst = h.message(dst, "more", "…", 0, frames.Span{}, "and "+term.GroupDigits(h.omitted)+" more fields, not shown")
	}
	dst = h.appendWarnings(dst, h.remarks.frame, 0, frames.Span{})
	if h.remarks.omitted > 0 {
		dst = h.message(dst, "more", "…", 0, frames.Span{}, "and "+term.GroupDigits(h.remarks.omitted)+" more warnings, not shown")
	}
	return dst
}

// row prints a field. The tab key reaches one row per frame; the arrow keys reach
// the others from there.
func (h *htmlView) row(dst []byte, i int, first bool) []byte {
	f := &h.list[i]
	s := h.describe(f)
	class := ""
	if f.shade >= 0 {
		class = fmt.Sprintf("c%d", f.shade%pageShades)
	}
	if s.advice {
		class = joinNonEmpty(class, " ", "advice")
	}
	tab := -1
	if first {
		tab = 0
	}
	dst = fmt.Appendf(dst, `<tr class="%s" data-f="%d" data-e="%d" aria-level="%d" aria-selected="false" tabindex="%d">`, class, i, f.last, f.depth+1, tab)
	dst = h.head(dst, f.name, f.depth, f.span)
	value := s.value
	if s.cut {
		value += "…"
	}
	if s.meaning == "" {
		return append(dst, `<td class="value" colspan="2"><div>`+html.EscapeString(value)+"</div></td></tr>\n"...)
	}
	dst = append(dst, `<td class="value"><div>`+html.EscapeString(value)+`</div></td>`...)
	return append(dst, `<td class="meaning">`+html.EscapeString(s.meaning)+"</td></tr>\n"...)
}

// head prints the name, offset and length cells of a row.
func (h *htmlView) head(dst []byte, name string, depth int, s frames.Span) []byte {
	at, size := "", ""
	if (s != frames.Span{}) {
		at, size = strconv.Itoa(s.Offset), strconv.Itoa(s.Length)
	}
	return fmt.Appendf(dst, `<th scope="row" class="d%d">%s</th><td class="at">%s</td><td class="size">%s</td>`,
		min(depth, maxIndent), html.EscapeString(name), at, size)
}

func (h *htmlView) appendWarnings(dst []byte, chain remarkChain, depth int, of frames.Span) []byte {
	for m, span := range h.remarks.warnings(chain, of) {
		dst = h.message(dst, "warn", remarkLabels[m.kind], depth, span, remarkText(m))
	}
	return dst
}

func (h *htmlView) message(dst []byte, class, word string, depth int, s frames.Span, text string) []byte {
	dst = h.head(append(dst, `<tr class="`+class+`">`...), word, depth, s)
	return append(dst, `<td class="text" colspan="2">`+html.EscapeString(text)+"</td></tr>\n"...)
}

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// maxIndent is the maximum depth that is indented in a page.
const maxIndent = 24

// pageBegin returns the head of a page. Frames follow one by one, so the page can
// be viewed while a stream is still being written to it.
//
// The page needs no network. Its Content-Security-Policy allows only its own style
// and script, identified by their hashes, so nothing in a frame could run even if
// it were not escaped.
func pageBegin() string {
	style, script := "\n"+pageStyle+indentCSS(), "\n"+pageScript
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src ` +
		cspHash(style) + `; script-src ` + cspHash(script) + `; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>divtool decode</title>
<link rel="icon" href="data:,">
<style>` + style + `</style>
</head>
<body>
<p class="help">Point at a field or at bytes to highlight both. <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> select a field, <kbd>Enter</kbd> pins it, <kbd>Esc</kbd> unpins it.</p>
<script>` + script + `</script>
`
}

func pageEnd() string { return "</body>\n</html>\n" }

func indentCSS() string {
	var b strings.Builder
	for i := range maxIndent + 1 {
		fmt.Fprintf(&b, "th.d%d { padding-left: %dch; }\n", i, 1+2*i)
	}
	return b.String()
}

// cspHash returns the hash of text in the syntax of a Content-Security-Policy.
func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

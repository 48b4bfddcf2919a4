package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// fieldText is what a row shows of a field beside its name.
type fieldText struct {
	value      string
	cut        bool // value is only the beginning
	meaning    string
	advice     bool // the meaning looks wrong
	paraphrase bool // the meaning is the value in other words: a time
}

// describe puts together what there is to say of a field.
func (c *collector) describe(f *field) fieldText {
	s := fieldText{value: f.text, cut: f.cut}
	for m := range c.remarks.all(f.remarks) {
		text := m.text
		switch {
		case m.kind > advice:
			continue
		case m.value != "" && f.kind == frames.BytesValue:
			text += " " + m.value
		case m.value != "":
			s.paraphrase = true
		}
		s.advice = s.advice || m.kind == advice
		s.meaning = joinNonEmpty(s.meaning, "; ", text)
	}
	if f.kind == frames.UintValue {
		s.value, s.meaning = numberFromMeaning(s.value, s.meaning)
	}
	return s
}

// numberFromMeaning takes a number as its meaning spells it in brackets at the
// end: permissions are read in octal.
func numberFromMeaning(value, meaning string) (string, string) {
	text, rest, ok := cutLast(strings.TrimSuffix(meaning, ")"), " (")
	if !ok {
		return value, meaning
	}
	n, err := strconv.ParseUint(rest, 0, 64)
	if err != nil || len(rest) < 2 || rest[0] != '0' || strconv.FormatUint(n, 10) != value {
		return value, meaning
	}
	return rest, text
}

func cutLast(s, mark string) (before, after string, found bool) {
	if i := strings.LastIndex(s, mark); i >= 0 {
		return s[:i], s[i+len(mark):], true
	}
	return s, "", false
}

// remarkText is the text of a warning or a loss.
func remarkText(m *remark) string {
	switch {
	case m.code == "":
		return m.text
	case m.lossy:
		return m.text + " [" + m.code + ", lossy]"
	}
	return m.text + " [" + m.code + "]"
}

// faultName is the member that a frame broke off in.
func faultName(d *diag.Diagnostic) string {
	_, part, _ := cutLast(d.Path, "/")
	if part == "" || part == payloadName {
		return "error"
	}
	part = string(jsondoc.UnescapePointerToken([]byte(part)))
	if _, err := strconv.Atoi(part); err == nil {
		return "[" + part + "]"
	}
	return displayName([]byte(part))
}

// faultText is what was needed and what was there. The name of the member
// stands in front of it already.
func faultText(d *diag.Diagnostic) string {
	text := d.Message
	if _, rest, ok := strings.Cut(text, faultName(d)+": "); ok {
		text = rest
	}
	name := d.Upstream
	if name == "" {
		name = d.Code
	}
	text, _ = escapeText([]byte(text), minMeaning)
	name, _ = escapeText([]byte(name), maxName)
	return text + " [" + name + "]"
}

// title is the head of a frame: where it stands, what it is and its size.
type title struct {
	place, kind, name, size string
}

func (c *collector) title(size int, e *frames.DocInfo) title {
	t := title{kind: e.Type, name: c.name, size: formatBytes(size)}
	if t.kind == "" {
		t.kind = "unknown type"
	}
	if e.File != "" {
		t.place, _ = escapeText([]byte(e.File), minMeaning)
	}
	if e.Index >= 0 {
		t.place = joinNonEmpty(t.place, "  ", fmt.Sprintf("#%d at %d", e.Index, e.Offset))
	}
	if e.Place != "" {
		t.place = joinNonEmpty(t.place, "  ", e.Place)
	}
	if c.tag != "" {
		t.name = joinNonEmpty(t.name, " ", "("+c.tag+")")
	}
	if e.Fault != nil {
		t.size += ", broken"
	}
	return t
}

package view

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// said is what a row shows of a field beside its name.
type said struct {
	value   string
	cut     bool // value is only the beginning
	meaning string
	advice  bool // the meaning looks wrong
	human   bool // the meaning is the value in other words: a time
}

// say puts together what there is to say of a field.
func (c *collector) say(f *field) said {
	s := said{value: f.text, cut: f.cut}
	for m := range c.remarks.about(f.about) {
		text := m.text
		switch {
		case m.kind > advice:
			continue
		case m.value != "" && f.kind == frames.BytesValue:
			text += " " + m.value
		case m.value != "":
			s.human = true
		}
		s.advice = s.advice || m.kind == advice
		s.meaning = joined(s.meaning, "; ", text)
	}
	if f.kind == frames.UintValue {
		s.value, s.meaning = spelledOtherwise(s.value, s.meaning)
	}
	return s
}

// spelledOtherwise takes a number as its meaning spells it in brackets at the
// end: permissions are read in octal.
func spelledOtherwise(value, meaning string) (string, string) {
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

// sayRemark is the text of a warning or a loss.
func sayRemark(m *remark) string {
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
	part = string(jsondoc.ReadPart([]byte(part)))
	if _, err := strconv.Atoi(part); err == nil {
		return "[" + part + "]"
	}
	return plainName([]byte(part))
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
	text, _ = spelled([]byte(text), mostMeaning)
	name, _ = spelled([]byte(name), mostName)
	return text + " [" + name + "]"
}

// title is the head of a frame: where it stands, what it is and its size.
type title struct {
	place, kind, name, size string
}

func (c *collector) title(size int, e *frames.Envelope) title {
	t := title{kind: e.Type, name: c.name, size: byteCount(size)}
	if t.kind == "" {
		t.kind = "unknown type"
	}
	if e.File != "" {
		t.place, _ = spelled([]byte(e.File), mostMeaning)
	}
	if e.Index >= 0 {
		t.place = joined(t.place, "  ", fmt.Sprintf("#%d at %d", e.Index, e.Offset))
	}
	if e.Place != "" {
		t.place = joined(t.place, "  ", e.Place)
	}
	if c.tag != "" {
		t.name = joined(t.name, " ", "("+c.tag+")")
	}
	if e.Fault != nil {
		t.size += ", broken"
	}
	return t
}

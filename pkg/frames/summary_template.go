package frames

import "strings"

// template is a parsed [Summary].
type template struct {
	parts       []summaryPart
	fields      []summaryField
	hasVariants bool
}

// summaryPart is text, or the first of the fields from first to end that is not empty.
type summaryPart struct {
	text       string
	first, end int
	group      int // parts of the same group in brackets; 0 outside of brackets
}

// summaryField is a member of the payload, and how it is shown.
type summaryField struct {
	verb byte     // 0, or one of the characters of verbs
	path []string // names; none for the payload itself
	noun string   // of what is counted; "" for none
}

// verbs begin the fields that do not stand for their value.
const verbs = "/,#+*"

func (f *summaryField) counts() bool { return f.verb == '#' || f.verb == '+' }

func parseSummary(s string) *template {
	t := new(template)
	group, open := 0, false
	for s != "" {
		switch end := strings.IndexByte(s, '}'); {
		case s[0] == '[':
			group, open, s = group+1, true, s[1:]
		case s[0] == ']':
			open, s = false, s[1:]
		case s[0] == '{' && end > 0:
			t.add(summaryPart{first: len(t.fields)}, group, open)
			for field := range strings.SplitSeq(s[1:end], "|") {
				t.addField(field)
			}
			t.parts[len(t.parts)-1].end = len(t.fields)
			s = s[end+1:]
		default:
			n := strings.IndexAny(s[1:], "[]{") + 1
			if n == 0 {
				n = len(s)
			}
			t.add(summaryPart{text: s[:n]}, group, open)
			s = s[n:]
		}
	}
	return t
}

func (t *template) add(p summaryPart, group int, open bool) {
	if open {
		p.group = group
	}
	t.parts = append(t.parts, p)
}

func (t *template) addField(text string) {
	f := summaryField{}
	if text != "" && strings.IndexByte(verbs, text[0]) >= 0 {
		f.verb, text = text[0], text[1:]
	}
	text, f.noun, _ = strings.Cut(text, " ")
	if text != "" {
		f.path = strings.Split(text, ".")
	}
	t.fields = append(t.fields, f)
	t.hasVariants = t.hasVariants || f.verb == '*'
}

package frames

import "strings"

// template is a parsed [Summary].
type template struct {
	groups      []summaryGroup
	fields      []summaryField
	hasVariants bool
}

// summaryGroup is what is in brackets, or between them.
type summaryGroup struct {
	optional bool // in brackets
	parts    []summaryPart
}

// summaryPart is text, or the first of the fields from first to end that is not empty.
type summaryPart struct {
	text       string
	first, end int
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
	t := &template{groups: make([]summaryGroup, 1)}
	for s != "" {
		last := &t.groups[len(t.groups)-1]
		switch end := strings.IndexByte(s, '}'); {
		case s[0] == '[' || s[0] == ']':
			t.groups = append(t.groups, summaryGroup{optional: s[0] == '['})
			s = s[1:]
		case s[0] == '{' && end > 0:
			first := len(t.fields)
			for field := range strings.SplitSeq(s[1:end], "|") {
				t.addField(field)
			}
			last.parts = append(last.parts, summaryPart{first: first, end: len(t.fields)})
			s = s[end+1:]
		default:
			n := strings.IndexAny(s[1:], "[]{") + 1
			if n == 0 {
				n = len(s)
			}
			last.parts = append(last.parts, summaryPart{text: s[:n]})
			s = s[n:]
		}
	}
	return t
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

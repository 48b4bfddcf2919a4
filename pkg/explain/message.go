package explain

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// typedMessage is a message of a type.
type typedMessage struct {
	t *frames.Type
	m *frames.Message
}

// messagesWhere lists the messages that pass a test, those of the best founded
// declarations first, and requests in front of answers.
func messagesWhere(match func(t *frames.Type, m *frames.Message) bool) (list []typedMessage) {
	for _, t := range all.Types() {
		for _, m := range t.Codec.Messages() {
			if m.Name != "" && match(t, m) {
				list = append(list, typedMessage{t, m})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b typedMessage) int { return a.rank() - b.rank() })
	return list
}

// rank is lower for what is more likely meant.
func (s typedMessage) rank() int {
	n := 0
	if s.t.TrustOf(s.m) == frames.Old {
		n += 4
	}
	if !s.t.Guessed {
		n += 2
	}
	if s.t.IsResponse() {
		n++
	}
	return n
}

func typedMessageTable(title string, list []typedMessage) Table {
	t := Table{Title: title, Head: []string{"type", "tag", "name", "trust", "meaning"}}
	for _, s := range list {
		tag := ""
		if hasTags(s.t) {
			tag = strconv.Itoa(int(s.m.Tag))
		}
		t.Rows = append(t.Rows, []string{s.t.Name, tag, s.m.Name, string(s.t.TrustOf(s.m)), s.m.Meaning})
	}
	return t
}

// withoutColumn is the table without a column.
func (t Table) withoutColumn(column int) Table {
	t.Head = slices.Delete(t.Head, column, column+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], column, column+1)
	}
	return t
}

// findMessage finds the messages of a name, or the one of TYPE/NAME. Those
// whose bodies are declared alike are told once.
func findMessage(word string) (found []Entry) {
	if typeName, name, ok := strings.Cut(word, "/"); ok {
		for _, s := range messagesWhere(func(t *frames.Type, m *frames.Message) bool { return t.Name == typeName && m.Name == name }) {
			found = append(found, messageEntry(s.t, s.m))
		}
		return found
	}
	list := messagesWhere(func(_ *frames.Type, m *frames.Message) bool { return m.Name == word })
	for i, s := range list {
		sameLayout := func(o typedMessage) bool {
			return o.m.Body != nil && o.m.Body == s.m.Body && o.t.IsResponse() == s.t.IsResponse()
		}
		if slices.ContainsFunc(list[:i], sameLayout) {
			continue
		}
		e := messageEntry(s.t, s.m)
		var others []typedMessage
		for _, o := range list[i+1:] {
			if sameLayout(o) {
				others = append(others, o)
			}
		}
		if len(others) > 0 {
			e.Tables = append(e.Tables, typedMessageTable("the same layout in", others).withoutColumn(2))
		}
		found = append(found, e)
	}
	return found
}

func messageWords() (list []string) {
	for _, s := range messagesWhere(func(*frames.Type, *frames.Message) bool { return true }) {
		list = append(list, s.m.Name, s.t.Name+"/"+s.m.Name)
	}
	return list
}

// findNumber finds the tags and the command code that a number is.
func findNumber(word string) (found []Entry) {
	digits, tag := strings.CutPrefix(strings.ToLower(word), "tag ")
	v, ok := parseNumber(digits)
	if !ok {
		return nil
	}
	list := messagesWhere(func(t *frames.Type, m *frames.Message) bool { return hasTags(t) && uint64(m.Tag) == v })
	if len(list) > 0 {
		e := Entry{
			Word: word, Class: "tag", Title: "the tag of a message in " + diag.Quantity(len(list), "table"),
			Tables: []Table{typedMessageTable("who has it", list).withoutColumn(1)},
		}
		e.See = []string{"mask " + digits}
		found = append(found, e, messageEntry(list[0].t, list[0].m))
	}
	if tag {
		return found
	}
	return append(found, codeEntries(v, len(list) > 0)...)
}

// parseNumber reads decimal digits, or hex ones behind 0x.
func parseNumber(word string) (uint64, bool) {
	digits, base := strings.ReplaceAll(word, "_", ""), 10
	if rest, ok := strings.CutPrefix(strings.ToLower(digits), "0x"); ok {
		digits, base = rest, 16
	}
	if digits == "" || digits[0] == '+' || digits[0] == '-' {
		return 0, false
	}
	v, err := strconv.ParseUint(digits, base, 64)
	return v, err == nil
}

// codeEntries explain a number as the code of a managed command.
func codeEntries(code uint64, isTag bool) []Entry {
	for _, c := range laser.Commands() {
		if uint64(c.Code) == code {
			return []Entry{commandEntry(&c)}
		}
	}
	word := strconv.FormatUint(code, 10)
	if block, ok := laser.CommandBlock(code); ok {
		return []Entry{{Word: word, Class: "command code", Title: "no command that is known; its block is " + block}}
	}
	if laser.IsIggyCode(code) && !isTag {
		return []Entry{{Word: word, Class: "command code", Title: "a code of Apache Iggy, not a managed command"}}
	}
	return nil
}

package explain

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// trustMeanings say what the marks of trust mean.
var trustMeanings = [...]struct {
	mark    frames.Trust
	meaning string
}{
	{frames.Pinned, "stated by the pinned page"},
	{frames.Source, "read in a source that agrees with the pinned page"},
	{frames.Old, "of an older revision: what is pinned may differ"},
}

func trustMeaning(t frames.Trust) string {
	for _, m := range trustMeanings {
		if m.mark == t {
			return string(t) + ": " + m.meaning
		}
	}
	return string(t)
}

func findTrust(word string) []Entry {
	for _, m := range trustMeanings {
		if string(m.mark) == word {
			return []Entry{{Word: word, Class: "mark of trust", Title: "how well a declaration is founded: " + m.meaning}}
		}
	}
	return nil
}

func trustWords() (list []string) {
	for _, m := range trustMeanings {
		list = append(list, string(m.mark))
	}
	return list
}

// findType finds a frame type: by its name, or the Rust name of its root.
func findType(word string) []Entry {
	for _, t := range all.Types() {
		if t.Name == word || rustName(t) == word {
			return []Entry{typeEntry(t)}
		}
	}
	return nil
}

// rustName is the name of a CBOR type in the reference; "" for others.
func rustName(t *frames.Type) string {
	if c, ok := t.Codec.(*cbor.Codec); ok {
		return c.Root.Name
	}
	return ""
}

func typeWords() (list []string) {
	for _, t := range all.Types() {
		list = append(list, t.Name)
		if name := rustName(t); name != "" {
			list = append(list, name)
		}
	}
	return list
}

func typeEntry(t *frames.Type) Entry {
	messages := t.Codec.Messages()
	if len(messages) == 1 && messages[0].Name == "" {
		e := messageEntry(t, messages[0])
		e.Word, e.Class = t.Name, "frame type"
		return e
	}
	e := Entry{Word: t.Name, Class: "frame type", Title: t.Meaning}
	e.addTypeFacts(t, t.Trust)
	e.addFact("guessed", map[bool]string{true: "yes: decode finds it without -t", false: "no: decode needs -t " + t.Name}[t.Guessed])
	if t.IsResponse() {
		e.Text = "The bytes do not say which request they answer: decode needs --answers NAME."
		e.Tables = append(e.Tables, messageTable("answers", t, messages))
	} else {
		e.Tables = append(e.Tables, messageTable("messages", t, messages))
	}
	e.See = append(e.See, t.Name+"/"+messages[len(messages)-1].Name)
	return e
}

func (e *Entry) addTypeFacts(t *frames.Type, trust frames.Trust) {
	e.addFact("stated in", "spec/"+t.Spec)
	e.addFact("trust", trustMeaning(trust))
	if name := rustName(t); name != "" {
		e.addFact("in Rust", name)
	}
}

// messageTable lists messages, their tags first where they have any.
func messageTable(title string, t *frames.Type, list []*frames.Message) Table {
	table := Table{Title: title, Head: []string{"tag", "name", "trust", "meaning"}}
	if t.IsResponse() {
		table.Head = table.Head[1:]
	}
	for _, m := range list {
		row := []string{strconv.Itoa(int(m.Tag)), m.Name, string(t.TrustOf(m)), m.Meaning}
		table.Rows = append(table.Rows, row[len(row)-len(table.Head):])
	}
	return table
}

// hasTags tells whether the messages of a type have tags.
func hasTags(t *frames.Type) bool {
	messages := t.Codec.Messages()
	return !t.IsResponse() && messages[0].Name != ""
}

// messageEntry explains one message: its layout and its example.
func messageEntry(t *frames.Type, m *frames.Message) Entry {
	e := Entry{Word: m.Name, Class: "message of " + t.Name, Title: t.MeaningOf(m)}
	if t.IsResponse() {
		e.Class = "answer of " + t.Name
	}
	if hasTags(t) {
		e.addFact("tag", fmt.Sprintf("%d (0x%02x)", m.Tag, m.Tag))
	}
	if m.Name != "" {
		e.addFact("type", t.Name)
	}
	e.addTypeFacts(t, t.TrustOf(m))
	if rows := t.Codec.FieldDocs(m); len(rows) > 0 {
		e.Tables = append(e.Tables, layoutTable(layoutTitle(rows), rows))
	} else {
		e.Text = "The message is its tag alone."
	}
	e.Examples = append(e.Examples, frameExample(t, m))
	return e
}

// layoutTitle explains the lengths in the columns of a table, if any.
func layoutTitle(rows []frames.FieldDoc) string {
	for i := range rows {
		if name, ok := strings.CutPrefix(rows[i].SizeExtra, "+"); ok {
			return "layout (" + name + " stands for the length of that text in bytes)"
		}
	}
	return "layout"
}

// layoutTable is the table of a layout: with offsets and sizes where any are
// known.
func layoutTable(title string, rows []frames.FieldDoc) Table {
	t := Table{Title: title, Head: []string{"offset", "size", "name", "type", "meaning"}}
	for _, r := range rows {
		name := strings.Repeat("  ", r.Level) + r.Name
		meaning := r.Meaning
		if r.Presence != "" && r.Presence != "needed" {
			meaning = strings.TrimSuffix("("+r.Presence+") "+meaning, " ")
		}
		t.Rows = append(t.Rows, []string{r.OffsetText(), r.SizeText(), name, r.Type, meaning})
	}
	if !hasOffsets(rows) {
		t.Head = t.Head[2:]
		for i := range t.Rows {
			t.Rows[i] = t.Rows[i][2:]
		}
	}
	return t
}

// hasOffsets tells whether it is worth saying where the rows stand: not when
// nearly all of them are inside of one value.
func hasOffsets(rows []frames.FieldDoc) bool {
	known := 0
	for i := range rows {
		if rows[i].Offset != frames.Variable || rows[i].Size != frames.Variable {
			known++
		}
	}
	const share = 3 // of the rows, one in so many
	return len(rows) == 1 || known > 1 && known*share >= len(rows)
}

// exampleDocument is a document without warnings: those of an example are facts
// of its type.
type exampleDocument struct{ frames.Document }

// Warn leaves a warning out.
func (*exampleDocument) Warn(*diag.Diagnostic) {}

// frameExample is the declared example of a message, decoded.
func frameExample(t *frames.Type, m *frames.Message) Example {
	x := Example{Title: "example", Hex: m.Example}
	frame, err := hex.DecodeString(m.Example)
	if err != nil {
		return x
	}
	var doc exampleDocument
	r := frames.Reader{Options: frames.Options{Request: m.Name}}
	if fault := r.Read(t, frame, &doc); fault == nil {
		x.JSON = doc.Append(nil, nil, &frames.DocInfo{Type: t.Name, Index: -1})
	}
	return x
}

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
			Word: word, Class: "tag", Title: "the tag of a message in " + text.Quantity(len(list), "table"),
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

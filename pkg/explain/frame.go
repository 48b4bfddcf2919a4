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
	"github.com/divtool/divtool/pkg/frames/laser"
)

var trustMeanings = [...]struct {
	mark    frames.Trust
	meaning string
}{
	{frames.Pinned, "stated by the reference release"},
	{frames.Source, "read in a source that agrees with the reference release"},
	{frames.Old, "read in an older revision; the reference release may differ"},
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
			return []Entry{{Word: word, Class: "mark of trust", Title: "how reliable a declaration is: " + m.meaning}}
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

// findType finds a frame type by its name or the Rust name of its root type.
func findType(word string) []Entry {
	for _, t := range all.Types() {
		if t.Name == word || t.Codec.Declaration().RustName == word {
			return []Entry{typeEntry(t)}
		}
	}
	return nil
}

func typeWords() (list []string) {
	for _, t := range all.Types() {
		list = append(list, t.Name)
		if name := t.Codec.Declaration().RustName; name != "" {
			list = append(list, name)
		}
	}
	return list
}

func typeEntry(t *frames.Type) Entry {
	messages := t.Messages()
	if len(messages) == 1 && messages[0].Name == "" {
		e := messageEntry(t, messages[0])
		e.Word, e.Class = t.Name, "frame type"
		return e
	}
	e := Entry{Word: t.Name, Class: "frame type", Title: t.Meaning}
	addTypeFacts(&e, t, t.Trust)
	e.AddFact("versions", strings.Join(t.VersionNames(), ", "))
	e.AddFact("guessed", map[bool]string{true: "yes; `-t` is optional", false: "no; use `-t " + t.Name + "`"}[t.Guessed])
	if t.IsResponse() {
		e.Text = "The bytes do not identify their request; `decode` needs `--answers NAME`."
		e.Tables = append(e.Tables, messageTable("answers", t, messages))
	} else {
		e.Tables = append(e.Tables, messageTable("messages", t, messages))
	}
	e.See = append(e.See, t.Name+"/"+messages[len(messages)-1].Name)
	return e
}

func addTypeFacts(e *Entry, t *frames.Type, trust frames.Trust) {
	addSource(e, t.Spec)
	e.AddFact("trust", trustMeaning(trust))
	if name := t.Codec.Declaration().RustName; name != "" {
		e.AddFact("in Rust", name)
	}
}

// messageTable lists messages, with their tags unless they are responses.
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

func hasTags(t *frames.Type) bool {
	messages := t.Messages()
	return !t.IsResponse() && messages[0].Name != ""
}

// messageEntry explains one message with its layout and an example.
func messageEntry(t *frames.Type, m *frames.Message) Entry {
	e := Entry{Word: m.Name, Class: "message of " + t.Name, Title: t.MeaningOf(m)}
	if t.IsResponse() {
		e.Class = "answer of " + t.Name
	}
	if hasTags(t) {
		e.AddFact("tag", fmt.Sprintf("%d (0x%02x)", m.Tag, m.Tag))
	}
	if m.Name != "" {
		e.AddFact("type", t.Name)
	}
	addTypeFacts(&e, t, t.TrustOf(m))
	e.AddFact("versions", strings.Join(messageVersions(t, m), ", "))
	if rows := t.FieldDocs(m); len(rows) > 0 {
		e.Tables = append(e.Tables, layoutTable(layoutTitle(rows), rows))
	} else {
		e.Text = "The message consists of its tag only."
	}
	for _, v := range t.Versions {
		for _, other := range v.Messages() {
			if other.Name == m.Name && !t.HasLayoutOf(other) {
				e.Tables = append(e.Tables, layoutTable("layout in "+v.VersionName(), v.FieldDocs(other)))
			}
		}
	}
	e.Examples = append(e.Examples, frameExample(t, m))
	return e
}

// messageVersions returns the other versions that have a message, with its tag in them.
func messageVersions(t *frames.Type, m *frames.Message) (list []string) {
	if m.Name == "" {
		return t.VersionNames()
	}
	for _, v := range t.Versions {
		other := v.Message(m.Name)
		switch {
		case other == nil:
		case hasTags(v):
			list = append(list, fmt.Sprintf("%s (tag %d)", v.VersionName(), other.Tag))
		default:
			list = append(list, v.VersionName())
		}
	}
	return list
}

// layoutTitle returns the title of a layout table. It explains the names of text
// lengths in the offsets and sizes, if there are any.
func layoutTitle(rows []frames.FieldDoc) string {
	for i := range rows {
		if name, ok := strings.CutPrefix(rows[i].SizeExtra, "+"); ok {
			return "layout (" + name + " is the length of that text in bytes)"
		}
	}
	return "layout"
}

// layoutTable returns the table of a layout, with offsets and sizes if enough of
// them are known.
func layoutTable(title string, rows []frames.FieldDoc) Table {
	t := Table{Title: title, Head: []string{"offset", "size", "name", "type", "meaning"}}
	for _, r := range rows {
		name := strings.Repeat("  ", r.Level) + r.Name
		meaning := r.Meaning
		if r.Presence != "" && r.Presence != "required" {
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

// hasOffsets reports whether enough rows have a known offset or size: they do not
// if nearly all rows are inside one value of variable size.
func hasOffsets(rows []frames.FieldDoc) bool {
	known := 0
	for i := range rows {
		if rows[i].Offset != frames.Variable || rows[i].Size != frames.Variable {
			known++
		}
	}
	const share = 3 // at least a third of the rows
	return len(rows) == 1 || known > 1 && known*share >= len(rows)
}

// exampleDocument is a document without warnings, which would be about the type
// and not about the example.
type exampleDocument struct{ frames.Document }

// Warn drops the warning.
func (*exampleDocument) Warn(*diag.Diagnostic) {}

// frameExample returns the declared example of a message with its document.
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

type typedMessage struct {
	t *frames.Type
	m *frames.Message
}

// messagesWhere returns the matching messages, sorted by rank.
func messagesWhere(match func(t *frames.Type, m *frames.Message) bool) (list []typedMessage) {
	for _, t := range all.Types() {
		for _, m := range t.Messages() {
			if m.Name != "" && match(t, m) {
				list = append(list, typedMessage{t, m})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b typedMessage) int { return a.rank() - b.rank() })
	return list
}

// rank is lower for a message that is more likely meant: of a current
// declaration, of a type that is guessed, and not a response.
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

// withoutColumn removes a column from a table.
func withoutColumn(t Table, column int) Table {
	t.Head = slices.Delete(t.Head, column, column+1)
	for i := range t.Rows {
		t.Rows[i] = slices.Delete(t.Rows[i], column, column+1)
	}
	return t
}

// findMessage finds messages by NAME, or one message by TYPE/NAME. Messages that
// share a body declaration get one entry.
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
			e.Tables = append(e.Tables, withoutColumn(typedMessageTable("messages with the same layout", others), 2))
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

// findNumber finds the messages with a tag, and the command with a code.
func findNumber(word string) (found []Entry) {
	digits, tag := strings.CutPrefix(strings.ToLower(word), "tag ")
	v, ok := parseNumber(digits)
	if !ok {
		return nil
	}
	list := messagesWhere(func(t *frames.Type, m *frames.Message) bool { return hasTags(t) && uint64(m.Tag) == v })
	if len(list) > 0 {
		e := Entry{
			Word: word, Class: "tag", Title: "the tag of a message in " + text.Count(len(list), "frame type"),
			Tables: []Table{withoutColumn(typedMessageTable("messages with this tag", list), 1)},
		}
		e.See = []string{"mask " + digits}
		found = append(found, e, messageEntry(list[0].t, list[0].m))
	}
	if tag {
		return found
	}
	return append(found, codeEntries(v, len(list) > 0)...)
}

// parseNumber reads a decimal number, or a hex number after 0x. Underscores are
// ignored.
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

// codeEntries explains a number as the code of a managed command.
func codeEntries(code uint64, isTag bool) []Entry {
	for _, c := range laser.Commands() {
		if uint64(c.Code) == code {
			return []Entry{commandEntry(&c)}
		}
	}
	word := strconv.FormatUint(code, 10)
	if block, ok := laser.CommandBlock(code); ok {
		return []Entry{{Word: word, Class: "command code", Title: "an unknown command, in the block " + block}}
	}
	if laser.IsIggyCode(code) && !isTag {
		return []Entry{{Word: word, Class: "command code", Title: "a code of Apache Iggy, not a managed command"}}
	}
	return nil
}

package explain

import (
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/cbor"
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

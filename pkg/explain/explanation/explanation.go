// Package explanation has what an explanation consists of, and how kinds of documents make
// theirs.
//
// Importers use it through package explain. It is separate because the kinds, which
// [rule.KindInfo] declares, are below that package.
//
// [rule.KindInfo]: https://pkg.go.dev/github.com/divtool/divtool/pkg/lint/rule#KindInfo
package explanation

import (
	"encoding/json"
	"fmt"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
)

// Entry is one meaning of a word, or one document.
type Entry struct {
	Word     string    `json:"word"`
	Class    string    `json:"class"` // such as "lint rule, error" or "message of diverge.frame"
	Title    string    `json:"title"` // the meaning in one sentence
	Text     string    `json:"text,omitempty"`
	Facts    []Fact    `json:"facts,omitempty"`
	Tables   []Table   `json:"tables,omitempty"`
	Examples []Example `json:"examples,omitempty"`
	See      []string  `json:"see,omitempty"` // related words
}

// Fact is one named property.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Table is a table with a title. The cells of the last column may be long.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// Example is either a text, or a frame in hex and its document.
type Example struct {
	Title string          `json:"title"`
	Text  string          `json:"text,omitempty"`
	Hex   string          `json:"hex,omitempty"`
	JSON  json.RawMessage `json:"json,omitempty"`
}

// AddFact adds a fact unless text is empty.
func (e *Entry) AddFact(name, text string) {
	if text != "" {
		e.Facts = append(e.Facts, Fact{name, text})
	}
}

// AddTable adds a table unless it is empty.
func (e *Entry) AddTable(t Table) {
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

// Document is a well-formed document that is explained.
type Document struct {
	*canon.Doc
	Name string // of the input
}

// Each explains a document, or every document in an array. first is the entry of the
// input.
func (d *Document) Each(first Entry, explain func(e *Entry, node int)) []Entry {
	if d.Kind(0) != canon.KindArray {
		explain(&first, 0)
		return []Entry{first}
	}
	first.AddFact("contains", text.Count(d.Len(0), "element"))
	list := []Entry{first}
	for i, n := range d.Elements(0) {
		e := Entry{Word: d.Word("", i), Class: first.Class}
		explain(&e, n)
		list = append(list, e)
	}
	return list
}

// Word returns the word of the entry of an element of the array that a member holds;
// "" for the array that is the document.
func (d *Document) Word(member string, index int) string {
	if member != "" {
		member = "/" + member
	}
	return fmt.Sprintf("%s#%s/%d", d.Name, member, index)
}

// Member returns the value of a member, -1 if there is none.
func (d *Document) Member(object int, name string) int {
	if object < 0 {
		return -1
	}
	if n, ok := d.Doc.Member(object, name); ok {
		return n
	}
	return -1
}

// Elements returns the nodes of the elements of an array, nil if node is not an array.
func (d *Document) Elements(node int) (list []int) {
	if node < 0 {
		return nil
	}
	for _, n := range d.Doc.Elements(node) {
		list = append(list, n)
	}
	return list
}

// Objects returns those elements of an array that are objects.
func (d *Document) Objects(node int) (list []int) {
	for _, n := range d.Elements(node) {
		if d.Kind(n) == canon.KindObject {
			list = append(list, n)
		}
	}
	return list
}

// StringMember returns the text of a member, "" if it is not a string.
func (d *Document) StringMember(object int, name string) string {
	if n := d.Member(object, name); n >= 0 {
		return d.Text(n)
	}
	return ""
}

// Strings returns the strings in an array, quoted.
func (d *Document) Strings(node int) (list []string) {
	for _, n := range d.Elements(node) {
		if d.Kind(n) == canon.KindString {
			list = append(list, fmt.Sprintf("%q", d.Text(n)))
		}
	}
	return list
}

// Value returns a value as JSON, a string without its quotes. A long value is cut.
func (d *Document) Value(node int) string {
	text := d.Text(node)
	if d.Kind(node) != canon.KindString {
		text = string((*jsondoc.Doc)(d.Doc).Append(nil, node, jsondoc.Style{}))
	}
	const maxRunes = 160
	if runes := []rune(text); len(runes) > maxRunes {
		text = string(runes[:maxRunes]) + "…"
	}
	return text
}

// AddMembers adds a table of the members of an object that its shape has.
func (d *Document) AddMembers(e *Entry, object int, s *canon.Shape) {
	t := Table{Title: "content", Head: []string{"name", "value"}}
	for i := range s.Members {
		name := s.Members[i].Name
		if n := d.Member(object, name); n >= 0 {
			t.Rows = append(t.Rows, []string{name, d.Value(n)})
		}
	}
	e.AddTable(t)
}

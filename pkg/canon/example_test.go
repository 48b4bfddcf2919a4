package canon_test

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// The id of a dependency tool template.
func ExampleTemplateID() {
	id, err := canon.TemplateID([]byte(`{
  "image": {"digest": "A"}, "memory": 268435456, "disk": 1073741824,
  "arguments": {}, "mode": "transient"
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id)
	// Output:
	// 00cb6d982a693c5375246674a480279ae8394402210b5fdc83aa2654f94a4f2b
}

// A refusal has a code, a place and the reason.
func ExampleTemplateID_refused() {
	text := []byte(`{
  "image": {"digest": "A"}, "memory": "256 MiB", "disk": 0,
  "arguments": {}, "mode": "transient"
}`)
	_, err := canon.TemplateID(text)
	if d, ok := diag.From(err); ok {
		line, column := d.Position(text)
		fmt.Printf("%d:%d: %s [%s]\n", line, column, d.Path, d.Code)
	}
	// Output:
	// 2:39: /memory [shape/type]
}

// JSON in the form that is hashed, which differs from RFC 8785.
func ExampleAppend() {
	text, err := canon.Append(nil, []byte(`{"b": 1.50, "a": [1e21, -0]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", text)
	// Output:
	// {"a":[1e+21,-0.0],"b":1.5}
}

// A type of your own: what the reference would accept, drop and refuse.
func ExampleReader() {
	job := canon.Shape{
		Kind: canon.Record,
		Name: "a job",
		Members: []canon.Member{
			{Name: "name", Shape: &canon.String},
			{Name: "retries", Shape: &canon.U32, Presence: canon.Defaulted},
		},
	}
	var doc canon.Doc
	if err := doc.Read([]byte(`{"name": "build", "retry": 3, "retries": -1}`)); err != nil {
		fmt.Println(err)
		return
	}
	r := canon.Reader{
		Doc: &doc,
		OnValue: func(node int, s *canon.Shape, m *canon.Member, path canon.Path) {
			fmt.Println(path.Pointer(&doc), "is", doc.Text(node))
		},
		OnRemark: func(m canon.Remark) {
			if m.Kind == canon.UnknownMember {
				fmt.Println(m.Path.Pointer(&doc), "is dropped")
			}
		},
		OnError: func(d *canon.Problem) (more bool) {
			fmt.Println(d.Path, "is refused:", d.Code)
			return true
		},
	}
	if err := r.Read(0, &job, 1); err != nil {
		fmt.Println(err)
	}
	// Output:
	// /name is build
	// /retry is dropped
	// /retries is refused: shape/range
}

func ExampleDoc() {
	var doc canon.Doc
	if err := doc.Read([]byte(`{"tools": [{"name": "a"}, {"name": "b"}]}`)); err != nil {
		fmt.Println(err)
		return
	}
	tools, _ := doc.Member(0, "tools")
	for i, tool := range doc.Elements(tools) {
		for name, value := range doc.Members(tool) {
			start, end := doc.Span(value)
			fmt.Println(i, name, doc.Text(value), doc.Pointer(value), start, end)
		}
	}
	// Output:
	// 0 name a /tools/0/name 20 23
	// 1 name b /tools/1/name 35 38
}

// Every difference between two templates, and whether it changes the id.
func ExampleDiff() {
	read := func(text string) canon.Value {
		doc := new(canon.Doc)
		if err := doc.Read([]byte(text)); err != nil {
			fmt.Println(err)
		}
		r := canon.Reader{Doc: doc}
		if err := r.Read(0, &canon.TemplateShape, 1); err != nil {
			fmt.Println(err)
		}
		return canon.Value{Doc: doc}
	}
	text := `{"image":{"digest":"A"},"memory":1,"disk":1,"arguments":1.0,"mode":"transient"}`
	before, after := read(text), read(strings.Replace(text, "1.0", "1.00", 1))
	for _, c := range canon.Diff(before, after, &canon.TemplateShape) {
		fmt.Println(c.Path, c.Class, c.Class.AffectsHash())
	}
	// Output:
	// /arguments number-spelling false
}

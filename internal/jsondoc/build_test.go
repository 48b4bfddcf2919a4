package jsondoc

import (
	"testing"
)

// equalDocs reports the first difference between two documents.
func equalDocs(t *testing.T, got, want *Doc) {
	t.Helper()
	if string(got.Text()) != string(want.Text()) || got.Compact() != want.Compact() {
		t.Fatalf("built %s, compact: %t; want %s, compact: %t", got.Text(), got.Compact(), want.Text(), want.Compact())
	}
	if got.Len() != want.Len() {
		t.Fatalf("%s: %d nodes, want %d", got.Text(), got.Len(), want.Len())
	}
	for i := range got.Len() {
		if got.Node(i) != want.Node(i) {
			t.Fatalf("%s: node %d is %+v, want %+v", got.Text(), i, got.Node(i), want.Node(i))
		}
	}
}

// read returns the document of a text.
func read(t *testing.T, text string, maxOpen int) *Doc {
	t.Helper()
	d := Doc{MaxOpen: maxOpen}
	if f := d.Read([]byte(text)); f != nil {
		t.Fatalf("%s: %v", text, f)
	}
	return &d
}

// The document that is built is the one that reading its text gives.
func TestBuilder(t *testing.T) {
	const embedded = `[1,{"k":[[[2.5]]]},"\u00e9"]`
	var b Builder
	for _, maxOpen := range []int{0, 1, 2, 3, 4, 5} { // in the memory of the one before
		b.Reset(maxOpen)
		b.Open(Object)
		b.Name([]byte("a\"b"))
		b.End(append(b.Begin(), `1e400`...))
		b.Name([]byte("é"))
		b.Open(Array)
		for _, value := range []string{"true", "false", "null", `"\n"`, "-7"} {
			b.End(append(b.Begin(), value...))
		}
		if b.InObject() {
			t.Error("an array is open")
		}
		b.Open(Array)
		b.Open(Object)
		b.Close()
		b.Close()
		b.Copy(read(t, embedded, 0), 0, Style{})
		b.Copy(read(t, embedded, 2), 0, Style{})
		b.Close()
		b.Close()
		const members = `"a\"b":1e400,"é":[true,false,null,"\n",-7,[{}],[1,{"k":[[[2.5]]]},"é"],[1,{"k":[[[2.5]]]},"é"]]}`
		got, fault := b.Doc()
		if fault != nil {
			t.Fatal(fault)
		}
		equalDocs(t, got, read(t, "{"+members, maxOpen))
		b.InsertFirst("né", "x\ty")
		equalDocs(t, got, read(t, `{"né":"x\ty",`+members, maxOpen))
	}
	b.Reset(0)
	b.Open(Object)
	b.Close()
	b.InsertFirst("type", "t")
	got, _ := b.Doc()
	equalDocs(t, got, read(t, `{"type":"t"}`, 0))
}

// A copy in any style is what reading the printed text gives.
func FuzzBuilder(f *testing.F) {
	for _, s := range []string{
		`{"a":[1,-2.5e+3,{"b":null}],"\u0061":"\ud83d\ude00","":{}}`, "[[[[]]]]", `"\ud800"`, "\"\xff\x7f\"", "1e309",
		`[[[[1,{"a":[2,"\u0041"]}]]]]`, `[[[["` + "\xff" + `"]]]]`, "[[[[ ] , 1]]]", `{"k":"a","k":[1,2,3]}`,
	} {
		f.Add([]byte(s), uint8(3), uint16(0), uint8(0), uint16(0))
		f.Add([]byte(s), uint8(2), uint16(7), uint8(2), uint16(1))
	}
	f.Fuzz(func(t *testing.T, text []byte, maxOpen uint8, before uint16, maxDepth uint8, masked uint16) {
		source := Doc{MaxOpen: int(maxOpen)}
		if source.Read(text) != nil {
			return
		}
		style := Style{Safe: true, Before: int(before), MaxDepth: int(maxDepth)}
		if i := int(masked); i > 0 && i < source.Len() && source.Kind(0) == Array {
			style.Mask, style.Masked = []byte(`"masked"`), i
		}
		printed := source.Append([]byte{'['}, 0, style)
		if printed = append(printed, ']'); string(printed) == "[]" {
			return // nothing is before the offset
		}
		want := Doc{MaxOpen: int(maxOpen)}
		if fault := want.Read(printed); fault != nil {
			t.Fatalf("%q prints as %q: %v", text, printed, fault)
		}
		var b Builder
		b.Reset(int(maxOpen))
		b.Open(Array)
		b.Copy(&source, 0, style)
		b.Close()
		got, fault := b.Doc()
		if fault != nil {
			t.Fatal(fault)
		}
		equalDocs(t, got, &want)
	})
}

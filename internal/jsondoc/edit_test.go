package jsondoc

import (
	"slices"
	"testing"
	"unicode/utf8"
)

func TestParseEdit(t *testing.T) {
	for _, tt := range []struct {
		text, pointer, value string
		path                 []string
		ok                   bool
	}{
		{"/a=1", "/a", "1", []string{"a"}, true},
		{"/a/0/b~1c~0=x=y", "/a/0/b~1c~0", `"x=y"`, []string{"a", "0", "b/c~"}, true},
		{`/a={"b":[]}`, "/a", `{"b":[]}`, []string{"a"}, true},
		{"/a=", "/a", `""`, []string{"a"}, true},
		{"/a=1 2", "/a", `"1 2"`, []string{"a"}, true},
		{"/=x", "/", `"x"`, []string{""}, true},
		{"/a\x01=\"", "/a\x01", `"\""`, []string{"a\x01"}, true},
		{"a=1", "", "", nil, false},
		{"=1", "", "", nil, false},
		{"/a", "", "", nil, false},
	} {
		e, ok := ParseEdit(tt.text)
		if ok != tt.ok || e.Pointer != tt.pointer || string(e.Value) != tt.value || !slices.Equal(e.Path, tt.path) {
			t.Errorf("%q: %v, %q %q %q", tt.text, ok, e.Pointer, e.Path, e.Value)
		}
	}
}

func TestEditApply(t *testing.T) {
	for _, tt := range []struct {
		name, text, edit string
		mayAdd           bool
		want             string // "" when it cannot be set
	}{
		{"a member", `{"a": 1, "b":2}`, "/a=[3]", false, `{"a": [3], "b":2}`},
		{"the first of several of one name", `{"a":1,"a":2}`, "/a=3", false, `{"a":3,"a":2}`},
		{"an element", `{"a":[1,{"b":2}]}`, "/a/1/b=x", false, `{"a":[1,{"b":"x"}]}`},
		{"a new member", `{"a":1}`, "/b=2", true, `{"a":1,"b":2}`},
		{"a new member of an empty object", `{"a":{ }}`, "/a/b=2", true, `{"a":{ "b":2}}`},
		{"with the objects around it", `{}`, `/a~1b/"c/d=2`, true, `{"a/b":{"\"c":{"d":2}}}`},
		{"a number may be a new name", `{}`, "/0=1", true, `{"0":1}`},
		{"but not inside of what is new", `{}`, "/a/0=1", true, ""},
		{"nor the end of an array", `{}`, "/a/-=1", true, ""},
		{"a member that may not be added", `{"a":1}`, "/b=2", false, ""},
		{"an element after the last", `{"a":[1]}`, "/a/1=2", true, ""},
		{"a member of a number", `{"a":1}`, "/a/b=2", true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, ok := ParseEdit(tt.edit)
			if !ok {
				t.Fatal("not an edit")
			}
			var doc Doc
			if f := doc.Read([]byte(tt.text)); f != nil {
				t.Fatal(f)
			}
			got, ok := e.Apply(&doc, func(path []string) bool {
				if !slices.Equal(path, e.Path) {
					t.Errorf("asked for %q", path)
				}
				return tt.mayAdd
			})
			if string(got) != tt.want || ok != (tt.want != "") {
				t.Errorf("%v, %s, want %s", ok, got, tt.want)
			}
			if string(doc.Text()) != tt.text {
				t.Error("the text itself has changed")
			}
		})
	}
}

func TestOriginalSpan(t *testing.T) {
	const original, edited = `[{"ab":1,"c":[2]}]`, `{"ab":100,"c":[2,3],"d":{"e":5}}`
	var docs [2]Doc
	for i, text := range []string{original, edited} {
		if f := docs[i].Read([]byte(text)); f != nil {
			t.Fatal(f)
		}
	}
	for _, tt := range []struct {
		pointer string
		offset  int
		want    string
	}{
		{"", 0, `{"ab":1,"c":[2]}`},
		{"/ab", 6, "1"},
		{"/ab", 1, `"ab"`},
		{"/c/0", 15, "2"},
		{"/c/1", 17, "[2]"},
		{"/d/e", 29, `{"ab":1,"c":[2]}`},
		{"/x", 0, `{"ab":1,"c":[2]}`},
	} {
		if start, end := OriginalSpan(&docs[0], 1, &docs[1], tt.pointer, tt.offset); original[start:end] != tt.want {
			t.Errorf("%s at %d is %s, want %s", tt.pointer, tt.offset, original[start:end], tt.want)
		}
	}
}

func TestDottedPointer(t *testing.T) {
	for pointer, want := range map[string]string{
		"": "", "/a": "a", "/a/b/0/c": "a.b[0].c", "/0/x~1y": "[0].x/y", "/a/": "a.", "/a~0/-": "a~.-",
	} {
		if got := DottedPointer(pointer); got != want {
			t.Errorf("%q is %q, want %q", pointer, got, want)
		}
	}
}

// An edited document is valid JSON with the new value at the pointer.
func FuzzEdit(f *testing.F) {
	f.Add(`{"a":[1,{"b":2}]}`, "/a/1/b=x")
	f.Add(`{ }`, `/a~1b/"c=[]`)
	f.Add(`[[]]`, "/0/0=1")
	f.Fuzz(func(t *testing.T, text, edit string) {
		e, ok := ParseEdit(edit)
		var doc Doc
		if !ok || doc.Read([]byte(text)) != nil {
			return
		}
		edited, ok := e.Apply(&doc, func([]string) bool { return true })
		if !ok {
			return
		}
		var result Doc
		if fault := result.Read(edited); fault != nil {
			t.Fatalf("%s with %s is %s: %s", text, edit, edited, fault)
		}
		if !utf8.ValidString(edit) {
			return // the name of a new member has U+FFFD for these bytes
		}
		if node, rest := result.Find(0, e.Path); len(rest) > 0 || string(result.Raw(node)) != string(e.Value) {
			t.Fatalf("%s with %s is %s", text, edit, edited)
		}
	})
}

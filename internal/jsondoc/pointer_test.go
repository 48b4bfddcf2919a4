package jsondoc

import (
	"strings"
	"testing"
)

func TestWalk(t *testing.T) {
	var d Doc
	if f := d.Read([]byte(`{"a/b":[1,{"~":2},[]],"c":{},"":"x"}`)); f != nil {
		t.Fatal(f)
	}
	var got []string
	d.Walk(0, nil, func(n int, steps []Step) bool {
		got = append(got, string(d.AppendPointer(nil, steps))+"="+string(d.Raw(n)))
		return string(d.Raw(n)) != `{"~":2}`
	})
	want := []string{
		`={"a/b":[1,{"~":2},[]],"c":{},"":"x"}`,
		`/a~1b=[1,{"~":2},[]]`, `/a~1b/0=1`, `/a~1b/1={"~":2}`, `/a~1b/2=[]`, `/c={}`, `/="x"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if p := string(d.AppendPointer([]byte("/payload"), []Step{ElementStep(3)})); p != "/payload/3" {
		t.Errorf("pointer %q", p)
	}
}

// A name that is all escapes costs no square of its length.
func TestPointerOfManyEscapes(t *testing.T) {
	const n = 1 << 20
	var d Doc
	if f := d.Read([]byte(`{"` + strings.Repeat("~/a", n) + `":1}`)); f != nil {
		t.Fatal(f)
	}
	if got := string(d.AppendPointer([]byte("~"), []Step{MemberStep(1)})); got != "~/"+strings.Repeat("~0~1a", n) {
		t.Errorf("the pointer has %d bytes", len(got))
	}
}

func TestPointerTokens(t *testing.T) {
	for name, part := range map[string]string{"": "", "a": "a", "a/b~c": "a~1b~0c", "~1": "~01", "//": "~1~1", "é~": "é~0"} {
		if got := string(AppendPointerToken([]byte("/x/"), name)); got != "/x/"+part {
			t.Errorf("%q is written %q, want %q", name, got, "/x/"+part)
		}
		if got := string(UnescapePointerToken([]byte(part))); got != name {
			t.Errorf("%q is read %q, want %q", part, got, name)
		}
	}
	for part, name := range map[string]string{"~": "~", "~2": "~2", "a~": "a~"} {
		if got := string(UnescapePointerToken([]byte(part))); got != name {
			t.Errorf("%q is read %q, want %q", part, got, name)
		}
	}
}

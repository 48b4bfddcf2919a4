package jsondoc

import "testing"

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

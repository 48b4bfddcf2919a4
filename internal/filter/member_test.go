package filter

import (
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

func TestMember(t *testing.T) {
	const (
		write = "\x0c\x00\x02m1\x00\x03a\"\n\x00\x00\x00\x00\x00\x00\x00\x05\x00\xff"
		auth  = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00tok"
	)
	for _, tt := range []struct {
		typeName, frame, pointer string
		show                     bool
		want                     string
		found, secret            bool
	}{
		{"diverge.agents.request", write, "/payload/path", false, "a\"\n", true, false},
		{"diverge.agents.request", write, "/payload/bytes", false, "\x00\xff", true, false},
		{"diverge.agents.request", write, "/payload/offset", false, "5", true, false},
		{"diverge.agents.request", write, "/payload", false, `{"id":"m1","path":"a\"\n","offset":5,"bytes":"00ff"}`, true, false},
		{"diverge.agents.request", write, "/payload/to", false, "", false, false},
		{"diverge.agents.request", "\x0d\x00\x02m1", "/payload/path", false, "", true, false},
		{"diverge.frame", auth, "/payload/credential", false, "", true, true},
		{"diverge.frame", auth, "/payload/credential", true, "tok", true, false},
	} {
		path, err := ParsePointer(tt.pointer)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMember(path)
		r := frames.Reader{Options: frames.Options{ShowSecrets: tt.show}}
		for range 2 { // it keeps nothing of the frame before
			m.Reset()
			err = r.Read(all.Types().ByName(tt.typeName), []byte(tt.frame), m)
			m.Finish(err != nil)
			if b, found, secret := m.Bytes(); string(b) != tt.want || found != tt.found || secret != tt.secret {
				t.Errorf("%s of %q is %q, %t, %t", tt.pointer, tt.frame, b, found, secret)
			}
		}
	}
}

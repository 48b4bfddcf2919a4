package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestCounting(t *testing.T) {
	tests := []struct {
		n              int
		bytes, entries string
		there, left    string
	}{
		{0, "0 bytes", "0 entries", "are none", "none are"},
		{1, "1 byte", "1 entry", "is 1", "1 is"},
		{2, "2 bytes", "2 entries", "are 2", "2 are"},
		{1000, "1000 bytes", "1000 entries", "are 1000", "1000 are"},
	}
	for _, tt := range tests {
		for _, got := range []struct{ is, want string }{
			{text.Count(tt.n, "byte"), tt.bytes},
			{text.Count(tt.n, "entry"), tt.entries},
			{text.VerbCount(tt.n), tt.there},
			{text.CountVerb(tt.n), tt.left},
		} {
			if got.is != got.want {
				t.Errorf("%d: %q, want %q", tt.n, got.is, got.want)
			}
		}
	}
}

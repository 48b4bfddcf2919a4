package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n              int
		bytes, entries string
	}{
		{0, "0 bytes", "0 entries"},
		{1, "1 byte", "1 entry"},
		{2, "2 bytes", "2 entries"},
		{1000, "1000 bytes", "1000 entries"},
	} {
		if got := text.Count(tt.n, "byte"); got != tt.bytes {
			t.Errorf("%d: %q, want %q", tt.n, got, tt.bytes)
		}
		if got := text.Count(tt.n, "entry"); got != tt.entries {
			t.Errorf("%d: %q, want %q", tt.n, got, tt.entries)
		}
	}
}

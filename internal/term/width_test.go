package term

import (
	"strings"
	"testing"
)

func TestWidth(t *testing.T) {
	tests := []struct {
		text string
		want int
	}{
		{"", 0},
		{"abc", 3},
		{"→ …", 3},
		{"日本", 4},
		{"e\u0301", 1},
		{"👩‍🚀", 2},
		{"🇩🇪", 2},
		{"🇩🇪🇫🇷🇦x", 6},
	}
	for _, tt := range tests {
		if got := Width(tt.text); got != tt.want {
			t.Errorf("%q takes %d columns, want %d", tt.text, got, tt.want)
		}
		if got := Width(Pad(tt.text, 7)); got != 7 {
			t.Errorf("%q padded takes %d columns, want 7", tt.text, got)
		}
	}
}

func TestClip(t *testing.T) {
	tests := []struct {
		text  string
		width int
		mark  string
		want  string
	}{
		{"abc", 3, "…", "abc"},
		{"abcd", 3, "…", "ab…"},
		{"abcd", 3, "...", "..."},
		{"abcd", 2, "...", ""},
		{"abcd", 3, "", "abc"},
		{"abcd", 0, "…", ""},
		{"日本語", 5, "…", "日本…"},
		{"日本語", 4, "…", "日…"},
		{"abe\u0301d", 4, "…", "abe\u0301d"},
		{"abe\u0301de", 4, "…", "abe\u0301…"},
		{"a👩‍🚀b", 3, "…", "a…"},
		{"a🇩🇪🇫🇷b", 4, "…", "a🇩🇪…"},
		{"🇩🇪🇫🇷🇩🇪", 3, "…", "🇩🇪…"},
	}
	for _, tt := range tests {
		if got := Clip(tt.text, tt.width, tt.mark); got != tt.want {
			t.Errorf("%q in %d columns: %q, want %q", tt.text, tt.width, got, tt.want)
		}
	}
}

// A text that is too long to be read whole is still cut.
func TestClipLong(t *testing.T) {
	for text, want := range map[string]string{"a": "xaaaaaaaa…", "日": "x日日日日…", "\u0301": "x"} {
		long := "x" + strings.Repeat(text, 10*maxBytesPerColumn)
		got := Clip(long, 10, "…")
		if text == "\u0301" { // the number of combining marks is not visible
			got = got[:1]
		}
		if got != want {
			t.Errorf("%q and more: %q, want %q", text, got, want)
		}
	}
}

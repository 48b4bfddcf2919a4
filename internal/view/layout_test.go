package view

import "testing"

func TestFit(t *testing.T) {
	tests := []struct {
		text     string
		width    int
		cut      bool
		ellipsis string
		want     string
	}{
		{"abc", 3, false, "…", "abc"},
		{"abcd", 3, false, "…", "ab…"},
		{"abcd", 3, false, "...", "..."},
		{"abcd", 2, false, "...", ""},
		{"abc", 4, true, "…", "abc…"},
		{"abc", 3, true, "…", "ab…"},
		{"日本語", 5, false, "…", "日本…"},
		{"日本語", 4, false, "…", "日…"},
		{"abe\u0301d", 4, false, "…", "abe\u0301d"},
		{"abe\u0301de", 4, false, "…", "abe\u0301…"},
	}
	for _, tt := range tests {
		if got := fit(tt.text, tt.width, tt.cut, tt.ellipsis); got != tt.want {
			t.Errorf("%q in %d columns, cut %v: %q, want %q", tt.text, tt.width, tt.cut, got, tt.want)
		}
	}
}

func TestNumberFromMeaning(t *testing.T) {
	tests := []struct{ value, meaning, wantValue, wantMeaning string }{
		{"420", "rw-r--r-- (0o644)", "0o644", "rw-r--r--"},
		{"421", "rw-r--r-- (0o644)", "421", "rw-r--r-- (0o644)"},
		{"7", "asked by user (7)", "7", "asked by user (7)"},
		{"0", "x (0)", "0", "x (0)"},
		{"1", "nothing", "1", "nothing"},
	}
	for _, tt := range tests {
		if value, meaning := numberFromMeaning(tt.value, tt.meaning); value != tt.wantValue || meaning != tt.wantMeaning {
			t.Errorf("%q %q: %q %q", tt.value, tt.meaning, value, meaning)
		}
	}
}

// Room that the meanings do not need goes to the values, however long these are.
func TestBestValueWidth(t *testing.T) {
	tests := []struct {
		name             string
		values, meanings []int
		room, want       int
	}{
		{"all fit but one value", []int{2, 4, 480}, []int{30, 8, 9}, 100, 70},
		{"a meaning counts twice", []int{40, 40}, []int{40, 40}, 60, 20},
		{"two values, one of which fits", []int{40, 500}, []int{10, 10}, 60, 50},
	}
	for _, tt := range tests {
		c := treeColumns{values: tt.values, meanings: tt.meanings}
		for _, v := range tt.values {
			c.widest.value = max(c.widest.value, v)
		}
		if got := c.bestValueWidth(tt.room); got != tt.want {
			t.Errorf("%s: %d columns of %d, want %d", tt.name, got, tt.room, tt.want)
		}
	}
}

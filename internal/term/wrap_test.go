package term

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{" \n ", 5, []string{""}},
		{"a bb ccc dddd eeeee ffffff", 20, []string{"a bb ccc dddd eeeee", "ffffff"}},
		{"one  two\nthree", 20, []string{"one two three"}},
		{"one abcdefghij two", 5, []string{"one", "abcdefghij", "two"}},
		{"one two", -3, []string{"one", "two"}},
		{"日本 日本", 5, []string{"日本", "日本"}},
	} {
		if diff := cmp.Diff(tt.want, Wrap(tt.text, tt.width)); diff != "" {
			t.Errorf("%q in %d columns (-want +got):\n%s", tt.text, tt.width, diff)
		}
	}
}

func TestWrapHard(t *testing.T) {
	for _, tt := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 5, []string{""}},
		{"one two three", 7, []string{"one two", "three"}},
		{"one two three", 3, []string{"one", "two", "thr", "ee"}},
		{"a  b", 5, []string{"a  b"}},
		{"ab    cdefg", 5, []string{"ab", "cdefg"}},
		{"日本語 日本", 6, []string{"日本語", "日本"}},
		{"日本語日本", 5, []string{"日本", "語日", "本"}},
		{"日本", 1, []string{"日本"}},
	} {
		if diff := cmp.Diff(tt.want, WrapHard(tt.text, tt.width)); diff != "" {
			t.Errorf("%q in %d columns (-want +got):\n%s", tt.text, tt.width, diff)
		}
	}
}

func TestTruncate(t *testing.T) {
	if got := Truncate("abcdef", 4); got != "abc…" {
		t.Error(got)
	}
}

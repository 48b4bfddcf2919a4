package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestNearest(t *testing.T) {
	words := []string{"disable", "enable", "severity", "fail-on"}
	for word, want := range map[string]string{
		"disabel": "disable", "enabled": "enable", "fail_on": "fail-on", "sev": "severity", "x": "",
		"e": "enable", "s": "severity", "nope": "",
	} {
		if got := text.Nearest(word, words); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

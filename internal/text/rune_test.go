package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestNameRune(t *testing.T) {
	for r, want := range map[rune][2]string{
		0xa0:    {"U+00A0 (no-break space)", "remove it"},
		0x2003:  {"U+2003 (space)", "remove it"},
		0x200b:  {"U+200B (zero width space)", "remove it"},
		0x202e:  {"U+202E (text direction mark)", "remove it"},
		0xfeff:  {"U+FEFF (byte order mark)", "remove it"},
		0x201c:  {"U+201C (typographic quotation mark)", `write "`},
		0xab:    {"U+00AB (typographic quotation mark)", `write "`},
		0xff02:  {"U+FF02 (fullwidth quotation mark)", `write "`},
		0x2019:  {"U+2019 (typographic apostrophe)", ""},
		0x2212:  {"U+2212 (typographic dash)", ""},
		0xff1a:  {"U+FF1A (fullwidth :)", ""},
		'é':     {`"é" (U+00E9)`, ""},
		0x301:   {"U+0301", ""},
		0x1f600: {`"😀" (U+1F600)`, ""},
		0xe0041: {"U+E0041", "remove it"},
	} {
		if name, advice := text.NameRune(r), text.RuneAdvice(r); name != want[0] || advice != want[1] {
			t.Errorf("%U: %q, %q; want %q", r, name, advice, want)
		}
	}
}

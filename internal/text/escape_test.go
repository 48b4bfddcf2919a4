package text

import "testing"

func TestIsHostile(t *testing.T) {
	ranges := [][2]rune{
		{0, 0x1f}, {0x7f, 0x9f}, {0x61c, 0x61c}, {0x200b, 0x200f}, {0x2028, 0x202e},
		{0x2060, 0x2069}, {0xfeff, 0xfeff}, {0xe0000, 0xe007f},
	}
	inRanges := func(r rune) bool {
		for _, x := range ranges {
			if r >= x[0] && r <= x[1] {
				return true
			}
		}
		return false
	}
	for r := rune(0); r <= 0x10ffff; r++ {
		if IsHostile(r) != inRanges(r) {
			t.Fatalf("Hostile(%U) = %v", r, IsHostile(r))
		}
	}
}

func TestEscape(t *testing.T) {
	for in, want := range map[string]string{
		"plain é":        "plain é",
		"a\x1b[31mb":     `a\u001b[31mb`,
		"a\nb\tc":        `a\u000ab\u0009c`,
		"\u202e\u200b":   `\u202e\u200b`,
		"\U000e0041":     `\udb40\udc41`,
		"\xff\xc3":       `\xff\xc3`,
		"\u0085\x7f":     `\u0085\u007f`,
		"\ufffd stays":   "\ufffd stays",
		"":               "",
		"tab of our own": "tab of our own",
	} {
		if got := Escape(in); got != want {
			t.Errorf("String(%q) = %q, want %q", in, got, want)
		}
		if got := Unescape(want); got != in {
			t.Errorf("Unescape(%q) = %q, want %q", want, got, in)
		}
	}
}

func TestUnescapeOthers(t *testing.T) {
	for _, text := range []string{`back\slash`, `\u0041`, `\u00`, `\x`, `\xzz`, `\u`, `\udb40`, `\udb40\u0041`, `\ud83d\ude00`, `\u000A`, `\x41`, `\xc3\xa9`, `\u+00a`} {
		if got := Unescape(text); got != text {
			t.Errorf("Unescape(%q) = %q", text, got)
		}
	}
}

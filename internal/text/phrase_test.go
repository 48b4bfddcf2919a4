package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestPhrases(t *testing.T) {
	modes := []string{"transient", "service"}
	many := []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"}
	for _, c := range []struct{ got, want string }{
		{text.Expected("an integer from 0 to 255", "a string"), `expected an integer from 0 to 255, got a string`},
		{text.ExpectedBytes(8, 3), "expected 8 bytes, got 3"},
		{text.ExpectedBytes(1, 0), "expected 1 byte, got 0"},
		{text.Limit(64, "max-frame"), "the limit is 64 bytes; `--max-frame` raises it"},
		{text.UnknownWord("Transient", "a mode", modes), `"Transient" is not a mode; use "transient" or "service"`},
		{text.UnknownWord("transiant", "a mode", modes), `"transiant" is not a mode; did you mean "transient"?`},
		{text.UnknownWord("nothing like it", "a mode", modes), `"nothing like it" is not a mode; use "transient" or "service"`},
		{text.UnknownWord("nothing like it", "a letter", many), `"nothing like it" is not a letter`},
		{text.UnknownMember("secret", []string{"secrets", "mode"}), `unknown member "secret"; did you mean "secrets"?`},
		{text.UnknownMember("xyz", []string{"secrets", "mode"}), `unknown member "xyz"`},
		{text.MissingMember("digest", "a string"), `missing member "digest"; expected a string`},
		{text.DuplicateMember("digest"), `duplicate member "digest"`},
		{text.Or([]string{"a"}), `"a"`},
		{text.Or([]string{"a", "b", "c"}), `"a", "b" or "c"`},
		{text.And([]string{"a", "b"}), `"a" and "b"`},
		{text.Trailing(1), "1 trailing byte"},
		{text.Trailing(3), "3 trailing bytes"},
		{text.Count(2, "entry"), "2 entries"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
}

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
		{text.DroppedMember("secret", []string{"secrets", "mode"}), `unknown member "secret"; did you mean "secrets"?`},
		{text.DroppedMember("xyz", []string{"secrets", "mode"}), `unknown member "xyz"; the peer drops it`},
		{text.MissingMember("image", ""), `missing member "image"`},
		{text.DuplicateMember("image"), `duplicate member "image"`},
		{text.UnknownNumber("frame type", 11, 6), "unknown frame type 11 (known: 0 to 6)"},
		{text.OneOf(modes), `"transient" or "service"`},
		{text.OneOf(many), `a string such as "a"`},
		{text.SuchAs("an object", text.ExampleObject("a", "1")), `an object such as {"a": 1}`},
		{text.SuchAs("an object", text.ExampleObject()), "an object"},
		{text.ExampleObject("a", "1", "b", "2", "c", "3"), `{"a": 1, "b": 2, "c": 3}`},
		{text.ExampleObject("a", "1", "b", "2", "c", "3", "d", "4"), `{"a": 1, "b": 2, "c": 3, …}`},
		{text.At("/a/b", text.Expected("null", "a string")), "/a/b: expected null, got a string"},
		{text.At("/a/b", text.MissingMember("b", "")), `/a: missing member "b"`},
		{text.At("/b", text.DuplicateMember("b")), `duplicate member "b"`},
		{text.At("b", text.UnknownMember("b", nil)), `unknown member "b"`},
		{text.At("", "the frame is empty"), "the frame is empty"},
		{text.InvalidUTF8(0xf5), "invalid UTF-8 at byte 0xf5"},
		{text.MissingMember("digest", "a string"), `missing member "digest"; expected a string`},
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

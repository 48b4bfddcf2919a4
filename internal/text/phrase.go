package text

import (
	"strconv"
	"strings"
)

// The phrases that messages share, so that one idea has one wording.

// Expected returns "expected WANT, got HAVE". Both are nouns with their article:
// "an integer from 0 to 255", "a string".
func Expected(want, have string) string { return "expected " + want + ", got " + have }

// ExpectedBytes returns "expected 8 bytes, got 3".
func ExpectedBytes(want, have int) string {
	return Expected(Count(want, "byte"), strconv.Itoa(have))
}

// Limit returns "the limit is 64 bytes; `--max-frame` raises it". flag is the name
// of the flag, without hyphens.
func Limit(bytes int, flag string) string {
	return "the limit is " + Count(bytes, "byte") + "; `--" + flag + "` raises it"
}

// LengthOverLimit returns the message for a declared length of n bytes that exceeds the
// limit of --max-frame. what is the noun before "length".
func LengthOverLimit(what string, n, limit int) string {
	return "the declared " + what + " length is " + Count(n, "byte") + ", " + Limit(limit, "max-frame")
}

// UnknownWord returns the message for a word that is none of the known ones:
// `"Transient" is not a mode; use "transient" or "service"`. what is a noun with
// its article. With many known words only the nearest is named.
func UnknownWord(word, what string, known []string) string {
	return Quote(word) + " is not " + what + Suggestion(word, known, maxListed)
}

// maxListed is how many known words a message lists.
const maxListed = 8

// Suggestion returns what to write in place of an unknown word, beginning with
// "; ": the nearest known word, else all of them when there are at most max; ""
// when there is nothing to suggest.
func Suggestion(word string, known []string, max int) string {
	if near := Nearest(word, known); near != "" && !hasFold(known, word, near) {
		return "; did you mean " + Quote(near) + "?"
	}
	if len(known) == 0 || len(known) > max {
		return ""
	}
	return "; use " + Or(known)
}

// hasFold reports whether near differs from word in case alone and the list is
// short enough to name every word.
func hasFold(known []string, word, near string) bool {
	return len(known) <= 3 && strings.EqualFold(word, near)
}

// UnknownMember returns the message for a member that its object does not have:
// `unknown member "secret"; did you mean "secrets"?`.
func UnknownMember(name string, known []string) string {
	message := "unknown member " + Quote(name)
	if near := Nearest(name, known); near != "" {
		message += "; did you mean " + Quote(near) + "?"
	}
	return message
}

// DroppedMember returns UnknownMember with what the peer does, unless a known name
// is near: `unknown member "x"; the peer drops it`.
func DroppedMember(name string, known []string) string {
	message := UnknownMember(name, known)
	if strings.HasSuffix(message, "?") {
		return message
	}
	return message + "; the peer drops it"
}

// MissingMember returns the message for a required member that is absent. want is
// a noun with its article, or "": `missing member "digest"; expected a string`.
func MissingMember(name, want string) string {
	message := "missing member " + Quote(name)
	if want != "" {
		message += "; expected " + want
	}
	return message
}

// DuplicateMember returns `duplicate member "image"`.
func DuplicateMember(name string) string { return "duplicate member " + Quote(name) }

// UnknownNumber returns the message for a number that selects none of the known
// cases, which count from 0: "unknown frame type 11 (known: 0 to 6)".
func UnknownNumber(what string, n uint64, maxKnown int) string {
	return "unknown " + what + " " + strconv.FormatUint(n, 10) + " (known: 0 to " + strconv.Itoa(maxKnown) + ")"
}

// OneOf returns what a value must be when it is one of the words: the words, joined
// by [Or], or `a string such as "a"` when they are too many to list.
func OneOf(words []string) string {
	if len(words) > maxListed {
		return SuchAs("a string", Quote(words[0]))
	}
	return Or(words)
}

// SuchAs adds an example to a noun with its article: `an object such as {"a": 1}`.
// example is "" for none.
func SuchAs(noun, example string) string {
	if example == "" {
		return noun
	}
	return noun + " such as " + example
}

// ExampleObject returns an object as an example for [SuchAs], given names and JSON
// values by turns: `{"a": 1, "b": "x", …}`. It shows three members at most, and
// returns "" for none.
func ExampleObject(members ...string) string {
	if len(members) == 0 {
		return ""
	}
	var b strings.Builder
	for i := 0; i+1 < len(members); i += 2 {
		switch {
		case i == 0:
			b.WriteByte('{')
		case i == 6:
			b.WriteString(", …}")
			return b.String()
		default:
			b.WriteString(", ")
		}
		b.WriteString(`"` + members[i] + `": ` + members[i+1])
	}
	b.WriteByte('}')
	return b.String()
}

// At returns the message after the path that it is about: "/a/b: expected …". A message
// that names the member itself, such as that of [MissingMember], gets the path of the
// object.
func At(path, message string) string {
	if namesMember(message) {
		path = path[:max(strings.LastIndexByte(path, '/'), 0)]
	}
	if path == "" {
		return message
	}
	return path + ": " + message
}

func namesMember(message string) bool {
	for _, word := range [...]string{"missing", "duplicate", "unknown"} {
		if strings.HasPrefix(message, word+" member ") {
			return true
		}
	}
	return false
}

// InvalidUTF8 returns the message for a byte that is not UTF-8: "invalid UTF-8 at
// byte 0xff".
func InvalidUTF8(b byte) string {
	return "invalid UTF-8 at byte 0x" + string([]byte{hexDigits[b>>4], hexDigits[b&15]})
}

// Or joins words in quotes: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
func Or(words []string) string { return join(words, " or ") }

// And joins words in quotes: `"a"`, `"a" and "b"`, `"a", "b" and "c"`.
func And(words []string) string { return join(words, " and ") }

func join(words []string, last string) string {
	var b strings.Builder
	for i, w := range words {
		switch {
		case i > 0 && i == len(words)-1:
			b.WriteString(last)
		case i > 0:
			b.WriteString(", ")
		}
		b.WriteString(Quote(w))
	}
	return b.String()
}

// Trailing returns "1 trailing byte" or "3 trailing bytes".
func Trailing(n int) string { return Count(n, "trailing byte") }

// TrailingBytes is [Trailing] with the name of the bytes, if they are a line end.
func TrailingBytes(extra []byte) string {
	what := Trailing(len(extra))
	switch string(extra) {
	case "\n":
		return what + ", a line feed"
	case "\r\n":
		return what + ", CR LF"
	}
	return what
}

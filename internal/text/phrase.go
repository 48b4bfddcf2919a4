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

// MissingMember returns the message for a required member that is absent. want is
// a noun with its article: `missing member "digest"; expected a string`.
func MissingMember(name, want string) string {
	return "missing member " + Quote(name) + "; expected " + want
}

// DuplicateMember returns the message for a member that its object has twice.
func DuplicateMember(name string) string { return "duplicate member " + Quote(name) }

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

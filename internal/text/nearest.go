package text

import (
	"strings"
	"unicode/utf8"
)

// Nearest returns the word that a misspelled one most likely means, or "". The
// best is one that [Similar] accepts; then one with few edits in comparison with its
// length, at most a third; then one that begins with word.
func Nearest(word string, words []string) string {
	best, minRank, withPrefix := "", farthest, ""
	for _, w := range words {
		if n := rank(word, w); n < minRank {
			best, minRank = w, n
		}
		if withPrefix == "" && len(word) > 0 && strings.HasPrefix(w, word) {
			withPrefix = w
		}
	}
	if best == "" {
		return withPrefix
	}
	return best
}

// Similar reports whether two different words are plainly one, misspelled: they differ
// only in case, underscores and hyphens, as singular and plural, or by one edit.
func Similar(word, known string) bool { return rank(word, known) <= oneEdit && word != known }

// Meant returns the only one of the words that is [Similar] to word, or "". With
// several, it is the one that is more similar than all others, as in [Nearest].
func Meant(word string, words []string) string {
	best, minRank, ambiguous := "", oneEdit+1, false
	for _, w := range words {
		switch n := rank(word, w); {
		case w == word:
		case n < minRank:
			best, minRank, ambiguous = w, n, false
		case n == minRank && n <= oneEdit:
			ambiguous = true
		}
	}
	if ambiguous {
		return ""
	}
	return best
}

// The ranks of a known word for a misspelled one, the nearest first. Two edits and more
// count from oneEdit on.
const (
	sameSpelling = iota // but for case, underscores and hyphens
	samePlural          // the singular and the plural of one word
	oneEdit
	farthest = 1 << 20
)

// rank returns how near a known word is to a misspelled one; farthest when it cannot be
// meant.
func rank(word, known string) int {
	if SameSpelling(word, known) {
		return sameSpelling
	}
	limit := max((len(known)+1)/3, 1)
	if len(word) > utf8.UTFMax*(len(known)+limit) {
		return farthest
	}
	a, b := strings.ToLower(word), strings.ToLower(known)
	if isPlural(a, b) || isPlural(b, a) {
		return samePlural
	}
	x, y := []rune(a), []rune(b)
	if len(x) < 2 || len(y) < 2 || max(len(x)-len(y), len(y)-len(x)) > limit {
		return farthest
	}
	if n := editDistance(x, y); n <= limit {
		return oneEdit - 1 + max(n, 1)
	}
	return farthest
}

// isPlural reports whether a word is the plural of another.
func isPlural(plural, word string) bool {
	return word != "" && (plural == word+"s" || plural == word+"es" || plural == Plural(2, word))
}

// SameSpelling reports whether two words differ only in case, underscores and
// hyphens: memoryLimit and memory_limit.
func SameSpelling(a, b string) bool {
	for {
		a, b = strings.TrimLeft(a, "_-"), strings.TrimLeft(b, "_-")
		if a == "" || b == "" {
			return a == b
		}
		if lower(a[0]) != lower(b[0]) {
			return false
		}
		a, b = a[1:], b[1:]
	}
}

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c |= 0x20
	}
	return c
}

// editDistance returns the number of characters to insert, delete or replace, or of
// neighbours to swap.
func editDistance(a, b []rune) int {
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before, last, row = last, row, before
		row[0] = i + 1
		for j := range len(b) {
			cost := last[j]
			if a[i] != b[j] {
				cost++
			}
			cost = min(cost, row[j]+1, last[j+1]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				cost = min(cost, before[j-1]+1)
			}
			row[j+1] = cost
		}
	}
	return row[len(b)]
}

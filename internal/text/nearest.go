package text

import (
	"cmp"
	"strings"
)

// Nearest returns the element of words with the smallest edit distance from word,
// if that is at most half the length of word. Otherwise it returns the first
// element that begins with word, or "". Words that differ only in case,
// underscores and hyphens are the nearest.
func Nearest(word string, words []string) string {
	best, minDistance, withPrefix := "", len(word)/2+1, ""
	for _, w := range words {
		if SameSpelling(word, w) {
			return w
		}
		if max(len(word)-len(w), len(w)-len(word)) < minDistance { // else the distance is too large
			if n := editDistance(word, w); n < minDistance {
				best, minDistance = w, n
			}
		}
		if withPrefix == "" && strings.HasPrefix(w, word) {
			withPrefix = w
		}
	}
	return cmp.Or(best, withPrefix)
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

// editDistance returns the number of bytes to insert, delete or replace, or of
// neighbours to swap.
func editDistance(a, b string) int {
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

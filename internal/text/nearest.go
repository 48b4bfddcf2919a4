package text

import (
	"cmp"
	"strings"
)

// Nearest returns the element of words with the smallest edit distance from word,
// if that is at most half the length of word. Otherwise it returns the first
// element that begins with word, or "".
func Nearest(word string, words []string) string {
	best, minDistance, withPrefix := "", len(word)/2+1, ""
	for _, w := range words {
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

// editDistance returns the number of bytes to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

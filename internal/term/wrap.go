package term

import (
	"iter"
	"strings"
)

// Wrap breaks text at white space into lines of at most width columns. A word
// that is wider stays whole. There is always at least one line.
func Wrap(text string, width int) []string {
	return wrapWords(strings.FieldsSeq(text), width, false)
}

// WrapHard breaks text at spaces into lines of at most width columns, and a word
// that is wider wherever it must. Runs of spaces stay inside a line; no line
// ends with a space.
func WrapHard(text string, width int) []string {
	return wrapWords(strings.SplitSeq(text, " "), width, true)
}

func wrapWords(words iter.Seq[string], width int, breakWords bool) (lines []string) {
	line, used := "", 0
	flush := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used = "", 0
	}
	for word := range words {
		wordWidth := Width(word)
		if line != "" && used+1+wordWidth > width {
			flush()
		}
		for breakWords && wordWidth > width {
			head := Clip(word, width, "")
			if head == "" { // not even one character fits
				break
			}
			lines = append(lines, head)
			word = word[len(head):]
			wordWidth = Width(word)
		}
		if line != "" {
			line, used = line+" ", used+1
		}
		line, used = line+word, used+wordWidth
	}
	flush()
	return lines
}

package input

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// formError is an error of code "form": the text at offset does not fit its form.
func formError(offset, length int, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:    "form",
		Offset:  offset,
		Length:  length,
		Message: fmt.Sprintf(format, args...),
	}
}

// unexpected is the fault of a character that has no place where it stands.
func unexpected(text []byte, at int, need string) *diag.Diagnostic {
	shown, size := describeChar(text, at)
	d := formError(at, size, "%s is needed here, not %s", need, shown)
	d.Need, d.Have = diag.Words(need), diag.Words(quotableChar(shown))
	return d
}

// emptyError says that there is nothing to decode.
func emptyError(offset int, message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "empty", Offset: offset, Message: message, Hint: hint}
}

// limitError is the error of a frame larger than limit; offset is where the
// first byte too many is written.
func limitError(offset, limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:    "limit",
		Offset:  offset,
		Need:    diag.Count(limit),
		Message: fmt.Sprintf("the frame is larger than %d bytes; --max-frame raises the limit", limit),
	}
}

// describeChar shows the character at offset at in printable ASCII, whatever it is,
// and tells how many bytes it has.
func describeChar(text []byte, at int) (shown string, size int) {
	if at >= len(text) {
		return "the end of the text", 0
	}
	switch c := text[at]; {
	case c == ' ':
		return "a space", 1
	case c == '\t':
		return "a tab", 1
	case c == '\n', c == '\r':
		return "a line break", 1
	case isPrintable(c):
		return "'" + string(rune(c)) + "'", 1
	}
	r, size := utf8.DecodeRune(text[at:])
	if r == utf8.RuneError && size == 1 {
		return fmt.Sprintf("the byte 0x%02x", text[at]), 1
	}
	return fmt.Sprintf("U+%04X", r), size
}

// quotableChar makes what glyph shows fit for a fact, which is printed in quotes.
func quotableChar(shown string) string {
	switch shown {
	case `'"'`:
		return "U+0022"
	case `'\'`:
		return "U+005C"
	}
	return shown
}

// excerpt shows a stretch of text that holds printable ASCII, or else escapes,
// and no more of it than a message can bear.
func excerpt(text []byte) string {
	const maxBytes = 40
	var b strings.Builder
	for i, c := range text {
		if i == maxBytes {
			b.WriteString("...")
			break
		}
		if isPrintable(c) {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}

func isPrintable(c byte) bool { return c >= 0x20 && c <= 0x7e }

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// isControl tells the bytes that no text holds.
func isControl(c byte) bool { return c < 0x20 && !isSpace(c) || c == 0x7f }

// isText tells whether a person could have typed or pasted it: UTF-8 without
// control characters.
func isText(text []byte) bool {
	for _, c := range text {
		if isControl(c) {
			return false
		}
	}
	return utf8.Valid(text)
}

// skipSpace returns the offset of the first byte at or behind at that is not
// white space.
func skipSpace(text []byte, at int) int {
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	return at
}

// trimSpace returns the range of text without the white space around it.
func trimSpace(text []byte) (start, end int) {
	start, end = skipSpace(text, 0), len(text)
	for end > start && isSpace(text[end-1]) {
		end--
	}
	return start, end
}

package stream

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// Lines is one frame a line. Blank lines and comments are passed over.
type Lines struct {
	// MaxLine is the length of the longest line, in bytes.
	MaxLine int

	line     int
	scanned  int  // bytes of the text that hold no line break
	skipping bool // in a line that is too long
}

var byteOrderMark = []byte("\ufeff")

// Next finds the next line.
func (l *Lines) Next(text []byte, eof bool) Step {
	end := bytes.IndexByte(text[l.scanned:], '\n')
	next := l.scanned + end + 1
	switch {
	case end >= 0:
		end += l.scanned
	case len(text) > l.MaxLine && !l.skipping:
		l.skipping, l.scanned = true, 0
		l.line++
		return Step{Kind: Frame, Line: l.line, Next: len(text), Fault: l.tooLongError(len(text))}
	case l.skipping:
		l.scanned = 0
		return skipAll(text)
	case !eof:
		l.scanned = len(text)
		return Step{Kind: More}
	case len(text) == 0:
		return Step{Kind: More}
	default:
		end, next = len(text), len(text)
	}
	l.scanned = 0
	if l.skipping {
		l.skipping = false
		return Step{Kind: Skip, Next: next}
	}
	l.line++
	if end > l.MaxLine {
		return Step{Kind: Frame, Line: l.line, Next: next, Fault: l.tooLongError(end)}
	}
	line := text[:end]
	start := 0
	if l.line == 1 && bytes.HasPrefix(line, byteOrderMark) {
		start = len(byteOrderMark)
	}
	start, end = trim(line, start)
	if start == end || line[start] == '#' || bytes.HasPrefix(line[start:], []byte("//")) {
		return Step{Kind: Skip, Next: next}
	}
	return Step{Kind: Frame, Start: start, End: end, Line: l.line, ColumnsBefore: utf8.RuneCount(line[:start]), Next: next}
}

func skipAll(text []byte) Step {
	if len(text) == 0 {
		return Step{Kind: More}
	}
	return Step{Kind: Skip, Next: len(text)}
}

func (l *Lines) tooLongError(size int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(l.MaxLine), Have: diag.Count(size),
		Message: fmt.Sprintf("the line has more than %d bytes: a frame of --max-frame bytes cannot be so long", l.MaxLine),
	}
}

// trim leaves out white space at both ends of a line.
func trim(line []byte, start int) (int, int) {
	end := len(line)
	for start < end && isSpace(line[start]) {
		start++
	}
	for end > start && isSpace(line[end-1]) {
		end--
	}
	return start, end
}

func isSpace(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }

// Package stream splits texts of any length: lines that each spell a frame, and JSON
// values that follow each other. Memory is bounded by the largest line or value.
//
// Non-goals: the content of frames and values; binary streams, which package frames
// splits.
package stream

import (
	"bytes"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Lines is a stream with one frame per line. Blank lines and comments are
// skipped.
type Lines struct {
	// MaxLine is the maximum length of a line, in bytes.
	MaxLine int
	// KeepBlank makes blank lines and comments blank items.
	KeepBlank bool

	line     int
	scanned  int  // length of the prefix known to have no line break
	skipping bool // inside a line that is too long
}

var byteOrderMark = []byte("\ufeff")

// Next implements [frames.Framing].
func (l *Lines) Next(src []byte, eof bool) frames.Step {
	end := bytes.IndexByte(src[l.scanned:], '\n')
	next := l.scanned + end + 1
	switch {
	case end >= 0:
		end += l.scanned
	case len(src) > l.MaxLine && !l.skipping:
		l.skipping, l.scanned = true, 0
		l.line++
		return frames.Step{Kind: frames.StepFrame, Line: l.line, Next: len(src), Fault: l.tooLongError(len(src))}
	case l.skipping:
		l.scanned = 0
		return skipAll(src)
	case !eof:
		l.scanned = len(src)
		return frames.Step{Kind: frames.StepMore}
	case len(src) == 0:
		return frames.Step{Kind: frames.StepMore}
	default:
		end, next = len(src), len(src)
	}
	l.scanned = 0
	if l.skipping {
		l.skipping = false
		return frames.Step{Kind: frames.StepSkip, Next: next}
	}
	l.line++
	if end > l.MaxLine {
		return frames.Step{Kind: frames.StepFrame, Line: l.line, Next: next, Fault: l.tooLongError(end)}
	}
	line := src[:end]
	start := 0
	if l.line == 1 && bytes.HasPrefix(line, byteOrderMark) {
		start = len(byteOrderMark)
	}
	start, end = trim(line, start)
	if start == end || line[start] == '#' || bytes.HasPrefix(line[start:], []byte("//")) {
		return frames.Step{Kind: l.blankKind(), Line: l.line, Next: next}
	}
	return frames.Step{Kind: frames.StepFrame, Start: start, End: end, Line: l.line, ColumnsBefore: utf8.RuneCount(line[:start]), Next: next}
}

func (l *Lines) blankKind() frames.StepKind {
	if l.KeepBlank {
		return frames.StepBlank
	}
	return frames.StepSkip
}

func skipAll(src []byte) frames.Step {
	if len(src) == 0 {
		return frames.Step{Kind: frames.StepMore}
	}
	return frames.Step{Kind: frames.StepSkip, Next: len(src)}
}

func (l *Lines) tooLongError(size int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code: "limit", Need: diag.Count(l.MaxLine), Have: diag.Count(size),
		Message: "the line is too long: " + text.Limit(l.MaxLine, "max-frame"),
	}
}

// trim returns the range of line[start:] without surrounding white space.
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

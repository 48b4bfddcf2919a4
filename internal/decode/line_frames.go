package decode

import (
	"bytes"
	"fmt"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

const useLines = "use `--lines` to read one frame per line"

// severalFrames returns the error of an input of which every line is a frame
// without warnings, while the whole was decoded too, and nil otherwise. An explicit
// form turns the check off.
func (d *Decoder) severalFrames(it *item) *diag.Diagnostic {
	form := it.Read.Form
	if d.mode.Form != input.Auto || it.info.Fault != nil || form != input.Hex && form != input.Base64 || !hasLines(it.Text) {
		return nil
	}
	lines := d.newLineFrames(it.Text)
	for lines.next() {
		if !lines.isFrame {
			return nil
		}
	}
	if lines.count < 2 {
		return nil
	}
	return &diag.Diagnostic{
		Code: "form", Offset: -1, Hint: useLines,
		Message: fmt.Sprintf("each of the %d lines is a frame, and the whole text is also a frame", lines.count),
	}
}

// linesLookLikeFrames reports whether a text has several lines, and most of the
// first of them are frames without warnings.
func (d *Decoder) linesLookLikeFrames(text []byte) bool {
	const maxLines = 16
	if d.mode.Form != input.Auto || !hasLines(text) || !input.LooksLikeText(text[:min(len(text), maxText)]) {
		return false
	}
	lines := d.newLineFrames(text)
	found := 0
	for lines.count < maxLines && lines.next() {
		if lines.isFrame {
			found++
		}
	}
	return lines.count > 1 && 2*found > lines.count
}

// hasLines reports whether a text has several lines.
func hasLines(text []byte) bool { return bytes.IndexByte(bytes.TrimSpace(text), '\n') >= 0 }

// maxText is how many bytes of an input show whether it is text.
const maxText = 4096

// lineFrames reads the lines of a text as frames. Blank lines and comments are not
// counted, as with --lines.
type lineFrames struct {
	count   int  // lines so far
	isFrame bool // the last one is a frame without warnings

	mode    *Mode
	decoder *frameDecoder
	form    input.Form // of the lines; Auto until the first
	rest    []byte
}

func (d *Decoder) newLineFrames(text []byte) *lineFrames {
	l := &lineFrames{mode: d.mode, decoder: newFrameDecoder(d.mode), rest: text}
	l.decoder.frames.Independent = false
	return l
}

// next reads the next line, and returns false if there is none.
func (l *lineFrames) next() bool {
	for len(l.rest) > 0 {
		line, rest, _ := bytes.Cut(l.rest, []byte{'\n'})
		l.rest = rest
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' || bytes.HasPrefix(line, []byte("//")) {
			continue
		}
		l.count++
		l.read(line)
		return true
	}
	return false
}

func (l *lineFrames) read(line []byte) {
	l.isFrame = false
	maxFrame := l.mode.Options.MaxFrame
	if l.form == input.Auto {
		l.form = input.LineForm(line, maxFrame)
	}
	in, fault := input.Read(line, l.form, maxFrame)
	if fault != nil || len(in.Bytes) == 0 {
		return
	}
	var info frames.DocInfo
	fault = l.decoder.detect(in.Bytes, &info, l.decoder.events)
	l.isFrame = fault == nil && l.decoder.events.CountWarnings() == 0
}

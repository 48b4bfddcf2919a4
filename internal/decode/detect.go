package decode

import (
	"bytes"
	"strings"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// detectCapture returns the form of a capture that begins with start, nil for none.
func detectCapture(start []byte) *CaptureForm {
	for i := range captureForms {
		if captureForms[i].is(start) {
			return &captureForms[i]
		}
	}
	return nil
}

// isHAR reports whether an input begins like a HAR file, or like a zip archive,
// which may hold one.
func isHAR(start []byte) bool {
	if capture.IsZip(start) {
		return true
	}
	rest, ok := bytes.CutPrefix(trimText(start), []byte("{"))
	return ok && bytes.HasPrefix(bytes.TrimSpace(rest), []byte(`"log"`))
}

// isTshark reports whether a text begins like what tshark prints: a list of
// packets, or a line of the names of fields.
func isTshark(start []byte) bool {
	text := trimText(start)
	if len(text) > 0 && text[0] == '[' {
		return bytes.Contains(text, []byte(`"_index"`)) || bytes.Contains(text, []byte(`"_source"`))
	}
	line, _, _ := bytes.Cut(text, []byte("\n"))
	for _, field := range []string{"frame.", "tcp.", "websocket.", "data.data"} {
		if bytes.HasPrefix(bytes.TrimPrefix(line, []byte(`"`)), []byte(field)) {
			return true
		}
	}
	return false
}

// trimText returns a text without its byte order mark and white space at its start.
func trimText(text []byte) []byte {
	return bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
}

// isLog reports whether a text begins like the lines of a conversation.
func isLog(start []byte) bool {
	line := firstLogLine(start)
	if len(line) > 0 && line[0] == '{' {
		return bytes.Contains(line, []byte(`"direction"`)) && (bytes.Contains(line, []byte(`"hex"`)) || bytes.Contains(line, []byte(`"base64"`)))
	}
	if len(line) < 2 || line[0] != '>' && line[0] != '<' || !input.LooksLikeText(line) {
		return false
	}
	text := bytes.TrimSpace(line[1:])
	if len(line) == len(start) { // it may be cut in a byte
		text = text[:len(text)-len(text)%2]
	}
	in, fault := input.Read(text, input.LineForm(text, len(text)), len(text))
	return fault == nil && len(in.Bytes) > 0
}

// firstLogLine returns the first line that is not blank or a comment.
func firstLogLine(text []byte) []byte {
	for line := range bytes.Lines(bytes.TrimPrefix(text, []byte("\ufeff"))) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return line
		}
	}
	return nil
}

// conversationMode returns the mode for an input that begins with start and is a
// capture or a log, nil for another input or where the mode selects how it is read.
func (m *Mode) conversationMode(start []byte) *Mode {
	if m.isStream() || m.Form != input.Auto || m.Options.Request != "" || m.Given != nil && !isConversationFamily(m) {
		return nil
	}
	form := detectCapture(start)
	if form == nil && !isLog(start) {
		return nil
	}
	found := *m
	found.Conversation = &Conversation{Capture: form, Scope: -1, Channel: -1, MaxOpen: conversation.DefaultMaxOpen}
	return &found
}

func isConversationFamily(m *Mode) bool {
	return m.Given == diverge.Frame || m.Given == subc.Frame || m.Given.Family() == laser.ForwardedQuery.Family()
}

// readsHint names what conversations are read from.
const readsHint = "conversations are lines > HEX and < HEX, lines of JSON with direction and hex, HAR files, and what tshark prints; " +
	"`--in FORM` selects a form"

// notConversation returns the error of an input that cannot be a conversation, nil
// if start does not show that. What is read are lines, without a framing.
func (m *Mode) notConversation(start []byte) *diag.Diagnostic {
	fault := func(what, hint string) *diag.Diagnostic {
		return &diag.Diagnostic{Code: "form", Offset: -1, Message: "the input is " + what + ", not a conversation", Hint: hint}
	}
	if !input.LooksLikeText(start) {
		if h, err := subc.ParseHeader(start); err == nil && len(start) >= subc.HeaderSize && uint64(h.Len) <= uint64(m.Options.MaxFrame) {
			return fault("a stream of subc frames", "use `--framing subc`")
		}
		return fault("binary", "`--framing FRAMING` reads a stream of frames that have lengths; "+readsHint)
	}
	if strings.HasPrefix(string(trimText(start)), "===") {
		return fault("what `tshark -z follow` prints", "use `tshark -T json`, and `divtool follow --in tshark`")
	}
	lines, marked := 0, false
	var first byte
	for line := range bytes.Lines(bytes.TrimPrefix(start, []byte("\ufeff"))) {
		whole := bytes.HasSuffix(line, []byte("\n"))
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		if lines++; lines == 1 {
			first = line[0]
		}
		switch {
		case line[0] == '>' || line[0] == '<':
			marked = true
		case line[0] == '{' && (lines == 1 || first != '{' && first != '['):
			var doc jsondoc.Doc
			marked = marked || !whole || doc.Read(line) == nil
		}
	}
	switch {
	case marked || lines < 2:
		return nil
	case first == '{' || first == '[':
		return fault("JSON of another kind", readsHint)
	}
	if c := input.FindText(start); c != nil {
		return fault(c.Name, c.Hint)
	}
	return fault("text of another kind", readsHint)
}

package input

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
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

const (
	jsonHelp  = "divtool encode makes a frame of a JSON document, divtool lint checks one"
	formsHelp = "decode reads raw bytes, hex, dumps of xxd, hexdump -C and od, byte lists and base64"
)

// Explain explains what is wrong with a text that was taken for raw bytes and
// did not decode as a frame: why it is not of the text form that it is nearest
// to. It returns nil when text is not printable text, so that what the decoder
// said must stand.
func Explain(text []byte) *diag.Diagnostic {
	skip := bomLen(text)
	body := text[skip:]
	if skipSpace(body, 0) == len(body) || !isText(body) {
		return nil
	}
	d := explainText(body)
	if d.Hint == "" && !strings.HasSuffix(d.Message, jsonHelp) {
		d.Hint = formsHelp
	}
	d.Code = "form"
	return shiftOffset(d, skip)
}

func explainText(text []byte) *diag.Diagnostic {
	dump, list := readDump(text, len(text)), readBytes(text, len(text))
	switch {
	case dump.problem == nil || dump.near:
		return explainAs(Hexdump, dump)
	case list.problem == nil || list.definite:
		return explainAs(Bytes, list)
	}
	if d := explainJSON(text); d != nil {
		return d
	}
	if list.near {
		return explainAs(Bytes, list)
	}
	if hex := readHex(text, len(text)); hex.problem == nil || looksLikeHex(text) {
		return explainAs(Hex, hex)
	}
	return explainAs(Base64, readBase64(text, len(text)))
}

// JSONObjectError says that a line which was to spell a frame is a JSON object; nil
// when it is none.
func JSONObjectError(line []byte) *diag.Diagnostic {
	if start := skipSpace(line, 0); start == len(line) || line[start] != '{' {
		return nil
	}
	d := explainJSON(line)
	if d != nil {
		d.Code = "form"
	}
	return d
}

// explainAs names the form that a text was held against.
func explainAs(form Form, r reading) *diag.Diagnostic {
	if r.problem == nil {
		d := formError(0, 0, "the text is %s, and was taken as raw bytes", form.declared().title)
		d.Hint = "--in " + form.String() + " reads it"
		return d
	}
	r.problem.Message = fmt.Sprintf("not a frame, and as %s: %s", form.declared().title, r.problem.Message)
	return r.problem
}

// explainJSON says that a text is JSON, or nearly so.
func explainJSON(text []byte) *diag.Diagnostic {
	start := jsondoc.SkipSpace(text, 0)
	if start == len(text) || text[start] != '{' && text[start] != '[' && text[start] != '"' {
		return nil
	}
	var doc jsondoc.Doc
	end, problem := doc.ReadNext(text, 0)
	switch {
	case problem == nil && startsJSON(text, end):
		d := formError(start, 0, "the text is JSON, not a frame: %s", jsonHelp)
		if hint := captureHint(&doc); hint != "" {
			d.Message, d.Hint = "the text is JSON, not a frame", hint
		}
		return d
	case problem != nil && doc.Len() > 1 && (doc.Kind(1) == jsondoc.String || doc.Kind(1) == jsondoc.Object):
		d := formError(problem.Offset, 0, "the text looks like JSON, not like a frame, but is not valid: %s", problem.Error())
		d.Hint = jsonHelp
		return d
	}
	return nil
}

// captureHint says how JSON that holds the messages of a connection is read; ""
// when it is none.
func captureHint(doc *jsondoc.Doc) string {
	packet := doc.Element(0, 0)
	switch {
	case doc.Member(0, "direction") >= 0 && (doc.Member(0, "hex") >= 0 || doc.Member(0, "base64") >= 0):
		return "these look like the messages of a conversation: --conversation reads them"
	case doc.Member(0, "log") >= 0 && doc.Member(doc.Member(0, "log"), "entries") >= 0:
		return "this looks like a HAR file: --in har reads its WebSocket messages"
	case packet >= 0 && doc.Member(packet, "_source") >= 0:
		return "this looks like what tshark prints: --in tshark reads it"
	}
	return ""
}

// startsJSON tells whether nothing or another JSON value stands at offset at:
// documents often follow each other in one file.
func startsJSON(text []byte, at int) bool {
	at = jsondoc.SkipSpace(text, at)
	return at == len(text) || text[at] == '{' || text[at] == '['
}

// looksLikeHex tells whether a text is written like hex: it starts with a prefix,
// or most of it is hex digits. A text of base64 has them for a third of its
// letters, and often a '=' at its end.
func looksLikeHex(text []byte) bool {
	start, end := trimSpace(text)
	digits, others := 0, 0
	for _, c := range text {
		switch {
		case isHex(c):
			digits++
		case hexClass[c] == 0:
			others++
		}
	}
	return hasHexPrefix(text, start) || 2*digits > 3*others && text[end-1] != '='
}

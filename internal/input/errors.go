package input

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

func formError(offset, length int, format string, args ...any) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:    "form",
		Offset:  offset,
		Length:  length,
		Message: fmt.Sprintf(format, args...),
	}
}

// unexpected reports a character at offset at where need was expected.
func unexpected(src []byte, at int, need string) *diag.Diagnostic {
	shown, size := describeChar(src, at)
	d := formError(at, size, "%s", text.Expected(need, shown))
	d.Need, d.Have = diag.Words(need), diag.Words(quotableChar(shown))
	return d
}

func emptyError(offset int, message, hint string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "empty", Offset: offset, Message: message, Hint: hint}
}

// limitError reports a frame larger than limit bytes; offset is where the first
// byte beyond the limit is written.
func limitError(offset, limit int) *diag.Diagnostic {
	return &diag.Diagnostic{
		Code:    "limit",
		Offset:  offset,
		Need:    diag.Count(limit),
		Message: "the frame is too large: " + text.Limit(limit, "max-frame"),
	}
}

// describeChar describes the character at offset at in printable ASCII and
// returns its length in bytes.
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

// quotableChar adapts the result of describeChar to a fact, which is printed in
// quotes.
func quotableChar(shown string) string {
	switch shown {
	case `'"'`:
		return "U+0022"
	case `'\'`:
		return "U+005C"
	}
	return shown
}

// excerpt returns up to 40 bytes of text, with escapes for anything that is not
// printable ASCII.
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

// isControl reports whether c does not occur in text.
func isControl(c byte) bool { return c < 0x20 && !isSpace(c) || c == 0x7f }

// isText reports whether text could have been typed or pasted: valid UTF-8
// without control characters.
func isText(text []byte) bool {
	for _, c := range text {
		if isControl(c) {
			return false
		}
	}
	return utf8.Valid(text)
}

// skipSpace returns the offset of the first byte at or after at that is not
// white space.
func skipSpace(text []byte, at int) int {
	for at < len(text) && isSpace(text[at]) {
		at++
	}
	return at
}

func trimSpace(text []byte) (start, end int) {
	start, end = skipSpace(text, 0), len(text)
	for end > start && isSpace(text[end-1]) {
		end--
	}
	return start, end
}

const (
	jsonHelp  = "`divtool encode` converts a JSON document to a frame, `divtool lint` checks it"
	formsHelp = "`decode` reads raw bytes, hex, base64, byte lists, and dumps of `xxd`, `hexdump -C`, Wireshark and others"
)

// Explain describes the problem with a text that was read as raw bytes and is not
// a valid frame: why it does not have the text form that it resembles most. It
// returns nil if text is not printable; the error of the decoder applies then.
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

// JSONObjectError returns an error if a line that should hold a frame is a JSON
// object, and nil otherwise.
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

// explainAs reports the problem of a text read in the given form.
func explainAs(form Form, r reading) *diag.Diagnostic {
	if r.problem == nil {
		d := formError(0, 0, "the text is %s, but was read as raw bytes", form.declared().title)
		d.Hint = "use `--in " + form.String() + "`"
		return d
	}
	r.problem.Message = fmt.Sprintf("not a frame; read as %s: %s", form.declared().title, r.problem.Message)
	return r.problem
}

// explainJSON returns an error if text is JSON or resembles JSON, and nil
// otherwise.
func explainJSON(text []byte) *diag.Diagnostic {
	start := jsondoc.SkipSpace(text, 0)
	if start == len(text) || text[start] != '{' && text[start] != '[' && text[start] != '"' {
		return nil
	}
	var doc jsondoc.Doc
	end, problem := doc.ReadNext(text, 0)
	switch {
	case problem == nil && startsJSON(text, end):
		d := formError(start, 0, "the text is JSON, not a frame; %s", jsonHelp)
		if hint := captureHint(&doc); hint != "" {
			d.Message, d.Hint = "the text is JSON, not a frame", hint
		}
		return d
	case problem != nil && doc.Len() > 1 && (doc.Kind(1) == jsondoc.String || doc.Kind(1) == jsondoc.Object):
		d := formError(problem.Offset, 0, "the text looks like JSON, not a frame, but is not valid JSON: %s", problem.Error())
		d.Hint = jsonHelp
		return d
	}
	return nil
}

// captureHint returns a hint if doc holds the messages of a connection, and ""
// otherwise.
func captureHint(doc *jsondoc.Doc) string {
	packet := doc.Element(0, 0)
	switch {
	case doc.Member(0, "direction") >= 0 && (doc.Member(0, "hex") >= 0 || doc.Member(0, "base64") >= 0):
		return "this looks like a conversation; use `--conversation`"
	case doc.Member(0, "log") >= 0 && doc.Member(doc.Member(0, "log"), "entries") >= 0:
		return "this looks like a HAR file; `--in har` reads its WebSocket messages"
	case packet >= 0 && doc.Member(packet, "_source") >= 0:
		return "this looks like the output of tshark; use `--in tshark`"
	}
	return ""
}

// startsJSON reports whether text ends or another JSON value starts at offset at:
// a file often holds several documents.
func startsJSON(text []byte, at int) bool {
	at = jsondoc.SkipSpace(text, at)
	return at == len(text) || text[at] == '{' || text[at] == '['
}

// looksLikeHex reports whether a text resembles hex: it starts with a prefix, or
// most of its characters are hex digits. In base64 about a third of the letters
// are hex digits, and the text often ends in '='.
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

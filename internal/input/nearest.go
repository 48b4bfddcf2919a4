package input

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

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

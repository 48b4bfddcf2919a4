package input

import (
	"bytes"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// Content is a kind of content that no command reads.
type Content struct {
	Name string // with an article, if it needs one
	Hint string // what reads it, or what to give instead
	// text is true if the content is text. Other content is recognized by bytes that
	// no frame begins with.
	text bool
	// magic is what the content begins with, if that is always the same; else is
	// reports whether data begins like the content.
	magic string
	is    func(data []byte) bool
}

const (
	useContent  = "extract the file that holds the data"
	useTshark   = "`divtool follow --in pcap` and `divtool decode --in pcap` read it"
	useText     = "divtool does not read text in images; copy the text itself"
	useBody     = "give the body alone: what follows the first blank line"
	useSource   = "this may be an error page; download the data itself"
	useJSON     = "convert it to JSON, for example with `yq -o json`"
	useComments = "JSON has no comments; remove them"
	useEvents   = "give the JSON alone: what follows `data:`"
	useFence    = "give the JSON alone: what is between the fences"
)

// contents lists the contents that are named. To name another, add a row.
var contents = [...]Content{
	{"a PNG image", useText, false, "\x89PNG\r\n\x1a\n", nil},
	{"a JPEG image", useText, false, "\xff\xd8\xff", nil},
	{"a GIF image", useText, false, "GIF8", nil},
	{"a WebP image", useText, false, "", func(b []byte) bool { return hasAt(b, 0, "RIFF") && hasAt(b, 8, "WEBP") }},
	{"a PDF document", useContent, false, "%PDF-", nil},
	{"a zip archive", useContent, false, "", func(b []byte) bool { return hasAt(b, 0, "PK\x03\x04") || hasAt(b, 0, "PK\x05\x06") }},
	{"a tar archive", useContent, false, "", func(b []byte) bool { return hasAt(b, 257, "ustar") }},
	{"a 7z archive", useContent, false, "7z\xbc\xaf\x27\x1c", nil},
	{"a RAR archive", useContent, false, "Rar!\x1a\x07", nil},
	{"bzip2 data", "decompress it with `bzip2 -dc`", false, "", func(b []byte) bool { return hasAt(b, 0, "BZh") && hasAt(b, 4, "1AY&SY") }},
	{"xz data", "decompress it with `xz -dc`", false, "\xfd7zXZ\x00", nil},
	{"a packet capture (pcapng)", useTshark, false, "", isPcapng},
	{"a packet capture (pcap)", useTshark, false, "", isPcap},
	{"HTML", useSource, true, "", func(b []byte) bool { return beginsWithFold(b, "<!doctype html") || beginsWithFold(b, "<html") }},
	{"XML", useSource, true, "", func(b []byte) bool { return beginsWithFold(b, "<?xml") }},
	{"HTTP headers", useBody, true, "", isHTTP},
	{"JSON with comments", useComments, true, "", isCommentedJSON},
	{"a stream of server-sent events", useEvents, true, "", isEventStream},
	{"Markdown", useFence, true, "```", nil},
	{"TOML", "convert it to JSON, for example with `yq -p toml -o json`", true, "", isTOML},
	{"YAML", useJSON, true, "", isYAML},
}

// FindBinary returns the content that data begins like, if it is not text; nil for
// none. No frame begins like it.
func FindBinary(data []byte) *Content { return findContent(data, false) }

// FindText returns the content that a text begins like; nil for none. A frame may
// begin like it.
func FindText(text []byte) *Content { return findContent(text[bomLen(text):], true) }

func findContent(data []byte, text bool) *Content {
	for i := range contents {
		if c := &contents[i]; c.text == text && c.matches(data) {
			return c
		}
	}
	return nil
}

func (c *Content) matches(data []byte) bool {
	if c.is == nil {
		return hasAt(data, 0, c.magic)
	}
	return c.is(data)
}

// Error returns the error of a command that expected something else.
func (c *Content) Error(expected string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "form", Message: "the input is " + c.Name + ", not " + expected, Hint: c.Hint}
}

// ExplainRaw describes what a text is that was read as raw bytes, and is not a valid frame:
// content of another kind, or as [Explain] does. It returns nil if that is not known.
func ExplainRaw(text []byte) *diag.Diagnostic {
	if c := FindText(text); c != nil {
		return c.Error("a frame")
	}
	return Explain(text)
}

// DocumentHint returns a hint for data that is not a JSON document: what it is, and
// what reads it. It returns "" if that is not known.
func DocumentHint(data []byte) string {
	c := FindBinary(data)
	if c == nil {
		c = FindText(data)
	}
	if c != nil {
		return "the input is " + c.Name + "; " + c.Hint
	}
	if fault := UTF16Error(data); fault != nil {
		return fault.Message + "; " + fault.Hint
	}
	if n := countValues(data); n > 1 {
		return "the input has more than one JSON value; give each in a file of its own, or all in an array"
	}
	head := data[:min(len(data), maxHexHead)]
	if r := readHex(head, len(head)); r.problem == nil && len(head) == len(data) && len(r.bytes) > 1 {
		return "the input is hex; `divtool decode` reads it"
	}
	return ""
}

// countValues returns how many JSON objects or arrays a text begins with, at most 2: it may
// be a stream, one in a line.
func countValues(text []byte) (count int) {
	var doc jsondoc.Doc
	for at := skipSpace(text, bomLen(text)); count < 2 && at < len(text) && (text[at] == '{' || text[at] == '['); count++ {
		end, problem := doc.ReadNext(text, at)
		if problem != nil {
			return count
		}
		at = skipSpace(text, end)
	}
	return count
}

// NameContent completes the diagnostic of a text that is not valid JSON with what
// the text is instead, if that is known.
func NameContent(d *diag.Diagnostic, text []byte) {
	if d.Hint == "" && (d.Code == "json" || d.Code == "shape/syntax") {
		d.Hint = DocumentHint(text)
	}
}

// maxHexHead is the largest text that DocumentHint reads as hex.
const maxHexHead = 1 << 16

func hasAt(data []byte, at int, magic string) bool {
	return len(data) >= at && bytes.HasPrefix(data[at:], []byte(magic))
}

// IsPcap reports whether data begins like a packet capture, pcap or pcapng.
func IsPcap(data []byte) bool { return isPcap(data) || isPcapng(data) }

// isPcapng reports whether data begins with a section header block. Its magic alone
// may begin a frame.
func isPcapng(data []byte) bool {
	return hasAt(data, 0, "\n\r\r\n") && (hasAt(data, 8, "\x1a\x2b\x3c\x4d") || hasAt(data, 8, "\x4d\x3c\x2b\x1a"))
}

// isPcap reports whether data begins with the magic of pcap, of either byte order,
// with times in microseconds or nanoseconds, and with its version.
func isPcap(data []byte) bool {
	for _, magic := range []string{"\xd4\xc3\xb2\xa1\x02\x00\x04\x00", "\xa1\xb2\xc3\xd4\x00\x02\x00\x04", "\x4d\x3c\xb2\xa1\x02\x00\x04\x00", "\xa1\xb2\x3c\x4d\x00\x02\x00\x04"} {
		if hasAt(data, 0, magic) {
			return true
		}
	}
	return false
}

// beginsWithFold reports whether text begins with prefix, in any case, after white
// space.
func beginsWithFold(text []byte, prefix string) bool {
	text = text[skipSpace(text, 0):]
	return len(text) >= len(prefix) && bytes.EqualFold(text[:len(prefix)], []byte(prefix))
}

// maxSniff is how much of a text shows what it is.
const maxSniff = 4096

// firstLine returns the first line that is not blank and does not start with
// comment.
func firstLine(text []byte, comment string) []byte {
	for line := range bytes.Lines(text[:min(len(text), maxSniff)]) {
		if line = bytes.TrimRight(line, " \t\r\n"); len(line) > 0 && (comment == "" || !bytes.HasPrefix(line, []byte(comment))) {
			return line
		}
	}
	return nil
}

// isHTTP reports whether a text begins with the first line of a request or a
// response, or with a header that most of them have.
func isHTTP(text []byte) bool {
	line := firstLine(text, "")
	if bytes.HasPrefix(line, []byte("HTTP/")) || bytes.Contains(line, []byte(" HTTP/1.")) {
		return true
	}
	for _, name := range []string{"content-type:", "content-length:", "host:", "date:", "server:", "user-agent:", "connection:", "transfer-encoding:"} {
		if beginsWithFold(line, name) {
			return true
		}
	}
	return false
}

// isCommentedJSON reports whether a text is JSON up to a comment, or a comment and
// JSON after it.
func isCommentedJSON(text []byte) bool {
	at := skipSpace(text, 0)
	commented := false
	for isJSONComment(text, at) {
		commented = true
		end := bytes.IndexByte(text[at:], '\n')
		if text[at+1] == '*' {
			end = bytes.Index(text[at:], []byte("*/")) + 1
		}
		if end <= 0 {
			return false
		}
		at = skipSpace(text, at+end+1)
	}
	if at == len(text) || text[at] != '{' && text[at] != '[' {
		return false
	}
	var doc jsondoc.Doc
	_, problem := doc.ReadNext(text, at)
	return commented || problem != nil && isJSONComment(text, problem.Offset)
}

// WithoutComments returns a text with spaces in place of its comments and of the commas
// before a closing bracket, so that the rest keeps its place, and whether it had any.
func WithoutComments(text []byte) (strict []byte, changed bool) {
	blank := func(from, to int) {
		if !changed {
			strict, changed = bytes.Clone(text), true
		}
		for i := from; i < to; i++ {
			if c := strict[i]; c != '\n' && c != '\r' {
				strict[i] = ' '
			}
		}
	}
	comma := -1 // a comma after which there was no value yet
	for i := bomLen(text); i < len(text); {
		switch c := text[i]; {
		case isJSONComment(text, i):
			end := endOfComment(text, i)
			blank(i, end)
			i = end
			continue
		case c == '"':
			i = endOfString(text, i)
			comma = -1
			continue
		case c == ',':
			comma = i
		case (c == '}' || c == ']') && comma >= 0:
			blank(comma, comma+1)
			comma = -1
		case c != ' ' && c != '\t' && c != '\n' && c != '\r':
			comma = -1
		}
		i++
	}
	return strict, changed
}

// endOfComment returns the end of the comment at start. A comment of one line ends before
// its line break, and one without an end at the end of the text.
func endOfComment(text []byte, start int) int {
	end := "\n"
	if text[start+1] == '*' {
		end = "*/"
	}
	at := bytes.Index(text[start+2:], []byte(end))
	switch {
	case at < 0:
		return len(text)
	case end == "\n":
		return start + 2 + at
	}
	return start + 2 + at + len(end)
}

// endOfString returns the end of the JSON string at start, or of the text.
func endOfString(text []byte, start int) int {
	for i := start + 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

func isJSONComment(text []byte, at int) bool {
	return at+1 < len(text) && text[at] == '/' && (text[at+1] == '/' || text[at+1] == '*')
}

// isEventStream reports whether a text begins with an event as a server streams it: fields
// in lines of their own, and JSON in data.
func isEventStream(text []byte) bool {
	for line := range bytes.Lines(text[:min(len(text), maxSniff)]) {
		name, value, found := bytes.Cut(bytes.TrimSpace(line), []byte{':'})
		value = bytes.TrimSpace(value)
		switch {
		case found && string(name) == "data":
			return len(value) > 0 && (value[0] == '{' || value[0] == '[')
		case !found && len(name) > 0, found && string(name) != "event" && string(name) != "id" && string(name) != "retry" && len(name) > 0:
			return false
		}
	}
	return false
}

// isTOML reports whether a text begins with the header of a table, or with a key and an
// equals sign.
func isTOML(text []byte) bool {
	line := firstLine(text, "#")
	if table, found := bytes.CutPrefix(line, []byte{'['}); found {
		table, found = bytes.CutSuffix(table, []byte{']'})
		return found && isPlainKey(bytes.Trim(table, "[]")) && bytes.Contains(text[:min(len(text), maxSniff)], []byte(" = "))
	}
	key, _, found := bytes.Cut(line, []byte(" = "))
	return found && isPlainKey(key)
}

// isYAML reports whether a text begins with a directive, a document marker, a key
// or a list of keys.
func isYAML(text []byte) bool {
	line := firstLine(text, "#")
	if string(line) == "---" || bytes.HasPrefix(line, []byte("%YAML")) || bytes.HasPrefix(line, []byte("--- ")) {
		return isText(text[:min(len(text), maxSniff)]) || len(text) > maxSniff
	}
	return isYAMLKey(bytes.TrimPrefix(line, []byte("- ")))
}

// isYAMLKey reports whether a line begins with a plain key, a colon, and a
// space or the end of the line.
func isYAMLKey(line []byte) bool {
	key, rest, found := bytes.Cut(line, []byte{':'})
	return found && isPlainKey(key) && (len(rest) == 0 || rest[0] == ' ')
}

// isPlainKey reports whether a text is a key that needs no quotes.
func isPlainKey(key []byte) bool {
	if len(key) == 0 || key[0] >= '0' && key[0] <= '9' {
		return false
	}
	for _, c := range key {
		if !isWord(c) && c != '.' && c != '-' && c != '$' && c != '/' {
			return false
		}
	}
	return true
}

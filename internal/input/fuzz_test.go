package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"testing"
)

const fuzzLimit = 1 << 12

// checkAny reads an arbitrary text in the given form and checks the invariants of
// the result.
func checkAny(t *testing.T, text []byte, form Form) *Input {
	t.Helper()
	in, problem := Read(text, form, fuzzLimit)
	if (in == nil) == (problem == nil) {
		t.Fatalf("%q: input %v, error %v", text, in, problem)
	}
	if problem != nil {
		if problem.Offset < 0 || problem.Length < 0 || problem.Offset+problem.Length > len(text) {
			t.Fatalf("%q: the fault is at %d+%d: %s", text, problem.Offset, problem.Length, problem.Message)
		}
		checkWords(t, problem.Message, problem.Hint, string(problem.Need), string(problem.Have))
		return nil
	}
	if in.Form == Auto || len(in.Bytes) > fuzzLimit || len(in.Bytes) == 0 && in.Form != Bin {
		t.Fatalf("%q is read as %v of %d bytes", text, in.Form, len(in.Bytes))
	}
	checkWords(t, in.Reason, in.Note)
	checkOrder(t, in, len(text))
	return in
}

// checkRoundTrip checks that text is read in the form want as the bytes b.
func checkRoundTrip(t *testing.T, text []byte, form, want Form, b []byte) {
	t.Helper()
	in, problem := Read(text, form, fuzzLimit)
	if problem != nil {
		t.Fatalf("%s: %q: %s at %d", form, text, problem.Message, problem.Offset)
	}
	if in.Form != want || !bytes.Equal(in.Bytes, b) {
		t.Fatalf("%s: %q is read as %v: %x, want %v: %x", form, text, in.Form, in.Bytes, want, b)
	}
}

func isUsable(b []byte) bool { return len(b) > 0 && len(b) <= fuzzLimit }

func addTexts(f *testing.F, tests []readTest) {
	for i, tt := range tests {
		f.Add([]byte(tt.text), i)
	}
}

func FuzzHex(f *testing.F) {
	addTexts(f, hexTexts)
	addTexts(f, loneDigits)
	f.Fuzz(func(t *testing.T, b []byte, style int) {
		in := checkAny(t, b, Hex)
		out, at := AppendHex(nil, b)
		if in != nil && in.skip == 0 && (at >= 0 || !bytes.Equal(out, in.Bytes)) {
			t.Fatalf("AppendHex(%q) = %x, %d", b, out, at)
		}
		if _, err := hex.DecodeString(string(b)); (err == nil) != (at < 0) && onlyHex(b) {
			t.Fatalf("AppendHex(%q): fault at %d, encoding/hex reports %v", b, at, err)
		}
		if isUsable(b) {
			text := renderHex(b, style&0xffff)
			checkRoundTrip(t, text, Hex, Hex, b)
			checkRoundTrip(t, text, Auto, Hex, b)
			clean := []byte(hex.EncodeToString(b))
			checkRoundTrip(t, clean, Auto, Hex, b)
		}
	})
}

func onlyHex(b []byte) bool {
	for _, c := range b {
		if !isHex(c) {
			return false
		}
	}
	return true
}

func FuzzHexdump(f *testing.F) {
	for i, d := range toolDumps {
		f.Add([]byte(d.text), i)
	}
	for i, text := range []string{dumpXxdLittle, dumpOdDecimal, dumpOdWords, dumpHexdumpWords, dumpOdChars, "000000 0b\n*\nffffff\n"} {
		f.Add([]byte(text), i)
	}
	f.Fuzz(func(t *testing.T, b []byte, style int) {
		checkAny(t, b, Hexdump)
		if isUsable(b) {
			text := renderDump(b, style&0xffff)
			checkRoundTrip(t, text, Hexdump, Hexdump, b)
			checkRoundTrip(t, text, Auto, Hexdump, b)
		}
	})
}

func FuzzBase64(f *testing.F) {
	addTexts(f, base64Texts)
	f.Fuzz(func(t *testing.T, b []byte, style int) {
		in := checkAny(t, b, Base64)
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			out, err := enc.Strict().DecodeString(string(b))
			if err == nil && len(out) > 0 && len(out) <= fuzzLimit && !bytes.ContainsRune(b, '\r') && (in == nil || !bytes.Equal(in.Bytes, out)) {
				t.Fatalf("%q is not read as %x", b, out)
			}
			if isUsable(b) {
				checkRoundTrip(t, []byte(enc.EncodeToString(b)), Base64, Base64, b)
			}
		}
	})
}

func FuzzBytes(f *testing.F) {
	addTexts(f, listTexts)
	f.Fuzz(func(t *testing.T, b []byte, style int) {
		checkAny(t, b, Bytes)
		if isUsable(b) {
			for _, text := range [][]byte{renderList(b, style&0xffff), renderLiteral(b, style&0xffff)} {
				checkRoundTrip(t, text, Bytes, Bytes, b)
				checkRoundTrip(t, text, Auto, Bytes, b)
			}
		}
	})
}

func FuzzAuto(f *testing.F) {
	for _, tests := range [][]readTest{hexTexts, loneDigits, base64Texts, listTexts} {
		for _, tt := range tests {
			f.Add([]byte(tt.text))
		}
	}
	for _, d := range toolDumps {
		f.Add([]byte(d.text))
	}
	for _, text := range []string{"", "\n", "\xff\xfe0\x000\x00", "0\x00b\x00", "{\"a\":[1,\"b\"]}", "hello world", "\x0b\x00\x02m1"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		in := checkAny(t, text, Auto)
		if len(text) <= fuzzLimit {
			checkRoundTrip(t, text, Bin, Bin, text)
		}
		if in != nil && in.Form == Bin && !bytes.Equal(in.Bytes, text) {
			t.Fatalf("raw %q is read as %q", text, in.Bytes)
		}
		if in != nil && in.Form != Bin {
			// The form that Auto selects must yield the same bytes when given explicitly.
			checkRoundTrip(t, text, in.Form, in.Form, in.Bytes)
		}
		if d := Explain(text); d != nil {
			if d.Code != "form" || d.Offset < 0 || d.Offset+d.Length > len(text) {
				t.Fatalf("Nearest(%q) = %+v", text, d)
			}
			checkWords(t, d.Message, d.Hint)
		}
	})
}

// Each renderer writes bytes in one form; style selects a variant. The renderers
// follow the table of the manual, not the readers.

// hexMarks are valid separators between two bytes in hex.
var hexMarks = []string{"", " ", ":", "-", ",", ", ", "\n", "\r\n", "\t", "  ", " # a comment\n", "\n// 0b\n"}

func renderHex(b []byte, style int) []byte {
	var out bytes.Buffer
	mark := hexMarks[style%len(hexMarks)]
	style /= len(hexMarks)
	format := []string{"%02x", "%02X", "0x%02x", `\x%02x`, "0x%x", "0X%02X"}[style%6]
	if mark == "" && style%6 == 4 {
		mark = " "
	}
	for i, c := range b {
		if i > 0 {
			out.WriteString(mark)
		}
		fmt.Fprintf(&out, format, c)
	}
	return out.Bytes()
}

func renderList(b []byte, style int) []byte {
	var out bytes.Buffer
	forms := []struct{ open, number, mark, end string }{
		{"[", "%d", ", ", "]"},
		{"[", "%d", " ", "]"},
		{"{", "0x%x", ", ", "}"},
		{"[]byte{", "0x%02x", ",\n", "}"},
		{"unsigned char x[] = {\n  ", "0x%02x", ", ", "\n};"},
		{"vec![", "%d", ",", "]"},
		{"bytearray([", "%d", ",", "])"},
		{"<Buffer ", "%02x", " ", ">"},
	}
	f := forms[style%len(forms)]
	out.WriteString(f.open)
	for i, c := range b {
		if i > 0 {
			out.WriteString(f.mark)
		}
		fmt.Fprintf(&out, f.number, c)
	}
	out.WriteString(f.end)
	return out.Bytes()
}

func renderLiteral(b []byte, style int) []byte {
	var out bytes.Buffer
	open := []string{`b"`, "b'", `"`}[style%3]
	quote := open[len(open)-1]
	short := style/3%2 == 1
	out.WriteString(open)
	for i, c := range b {
		switch next := byte('9'); {
		case open == `"` && i == 0, c < 0x20 && !short, c > 0x7e:
			fmt.Fprintf(&out, `\x%02x`, c)
		case c == '\n' || c == '\r' || c == '\t':
			out.WriteString(map[byte]string{'\n': `\n`, '\r': `\r`, '\t': `\t`}[c])
		case c == 0:
			if i+1 < len(b) {
				next = b[i+1]
			}
			if next >= '0' && next <= '7' {
				out.WriteString(`\x00`)
			} else {
				out.WriteString(`\0`)
			}
		case c < 0x20:
			fmt.Fprintf(&out, `\x%02X`, c)
		case c == quote || c == '\\':
			out.WriteByte('\\')
			out.WriteByte(c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte(quote)
	return out.Bytes()
}

// dumpStyles is the number of dump variants.
const dumpStyles = 6

func renderDump(b []byte, style int) []byte {
	var out bytes.Buffer
	width := []int{16, 8, 5, 32}[style/dumpStyles%4]
	star := style/(dumpStyles*4)%2 == 1
	var last []byte
	skipping := false
	style %= dumpStyles
	for at := 0; at < len(b); at += width {
		line := b[at:min(at+width, len(b))]
		if star && bytes.Equal(line, last) && at+width < len(b) {
			if !skipping {
				out.WriteString("*\n")
			}
			skipping = true
			continue
		}
		skipping = false
		last = line
		renderLine(&out, at, line, width, style)
	}
	switch style {
	case 2:
		fmt.Fprintf(&out, "%08x\n", len(b))
	case 3:
		fmt.Fprintf(&out, "%06x\n", len(b))
	case 4, 5:
		fmt.Fprintf(&out, "%07o\n", len(b))
	}
	return out.Bytes()
}

func renderLine(out *bytes.Buffer, at int, line []byte, width, style int) {
	text := bytes.Map(func(r rune) rune { return r }, nil)
	for _, c := range line {
		if c < 0x20 || c > 0x7e {
			c = '.'
		}
		text = append(text, c)
	}
	var digits bytes.Buffer
	for i, c := range line {
		if i > 0 && (style != 0 || i%2 == 0) {
			digits.WriteByte(' ')
		}
		fmt.Fprintf(&digits, "%02x", c)
	}
	column := width*3 - 1
	switch style {
	case 0, 1: // xxd, xxd -g1
		if style == 0 {
			column = width*2 + (width-1)/2
		}
		fmt.Fprintf(out, "%08x: %-*s  %s\n", at, column, digits.String(), text)
	case 2: // hexdump -C
		fmt.Fprintf(out, "%08x  %-*s  |%s|\n", at, column, digits.String(), text)
	case 3: // od -A x -t x1
		fmt.Fprintf(out, "%06x %s\n", at, digits.String())
	case 4: // od -t x1
		fmt.Fprintf(out, "%07o %s\n", at, digits.String())
	case 5: // od -t x1z
		fmt.Fprintf(out, "%07o %-*s  >%s<\n", at, column, digits.String(), text)
	}
}

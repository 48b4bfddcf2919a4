package input

import (
	"bytes"
	"fmt"
)

// The renderers write bytes in one form each, in one of the ways that style
// picks. They are written from the table of the manual, not from the readers.

// hexMarks are what may stand between two bytes in hex.
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

// dumpStyles is the number of ways to write a dump.
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

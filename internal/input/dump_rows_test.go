package input

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
)

// dumpWriters write dumps as the tools do.
var dumpWriters = []struct {
	name  string
	write func(out *bytes.Buffer, b []byte)
}{
	{"wireshark", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) { fmt.Fprintf(out, "%04x   %-47x   %s\n", at, padded(row), dots(row)) })
	}},
	{"wireshark without text", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) { fmt.Fprintf(out, "%04x   % x\n", at, row) })
	}},
	{"tshark -x", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) { fmt.Fprintf(out, "%04x  %-47x   %s\n", at, padded(row), dots(row)) })
	}},
	{"tshark -z follow,tcp,hex", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) {
			digits, text := fmt.Sprintf("% x", row), dots(row)
			if len(row) > 8 {
				digits = fmt.Sprintf("% x  % x", row[:8], row[8:])
				text = text[:8] + " " + text[8:]
			}
			fmt.Fprintf(out, "    %08X  %-48s   %s\n", at, digits, text)
		})
	}},
	{"tcpdump -X", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) { fmt.Fprintf(out, "\t0x%04x:  %-39s  %s\n", at, grouped(row), dots(row)) })
	}},
	{"tcpdump -x", func(out *bytes.Buffer, b []byte) {
		eachRow(b, 16, func(at int, row []byte) { fmt.Fprintf(out, "\t0x%04x:  %s\n", at, grouped(row)) })
	}},
	{"hexyl", func(out *bytes.Buffer, b []byte) { writeHexyl(out, b, 2, "│", "┊", '0') }},
	{"hexyl --border ascii", func(out *bytes.Buffer, b []byte) { writeHexyl(out, b, 2, "|", "|", '⋄') }},
	{"hexyl --panels 1", func(out *bytes.Buffer, b []byte) { writeHexyl(out, b, 1, "│", "┊", '⋄') }},
	{"hexyl --panels 1 --border ascii", func(out *bytes.Buffer, b []byte) { writeHexyl(out, b, 1, "|", "|", '0') }},
	{"hexyl --panels 3", func(out *bytes.Buffer, b []byte) { writeHexyl(out, b, 3, "│", "┊", '⋄') }},
	{"fq", func(out *bytes.Buffer, b []byte) { writeFq(out, b, "│") }},
	{"fq in ASCII", func(out *bytes.Buffer, b []byte) { writeFq(out, b, "|") }},
	{"Format-Hex 5", func(out *bytes.Buffer, b []byte) {
		out.WriteString("\n\n           Path: C:\\data\\frame.bin\n\n           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n")
		eachRow(b, 16, func(at int, row []byte) {
			fmt.Fprintf(out, "%08X   %-47s  %-16s\n", at, strings.ToUpper(fmt.Sprintf("% x", row)), latin1(row, '.', '.'))
		})
		out.WriteString("\n\n")
	}},
	{"Format-Hex 7", func(out *bytes.Buffer, b []byte) {
		out.WriteString("\n   Label: C:\\data\\frame.bin\n\n          Offset Bytes                                           Ascii\n" +
			"                 00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n" +
			"          ------ ----------------------------------------------- -----\n")
		eachRow(b, 16, func(at int, row []byte) {
			fmt.Fprintf(out, "%016X %-47s %s\n", at, strings.ToUpper(fmt.Sprintf("% x", row)), latin1(row, ' ', '\ufffd'))
		})
		out.WriteString("\n")
	}},
}

// padded formats bytes with spaces between them, to a width.
type padded []byte

func (s padded) Format(f fmt.State, _ rune) {
	width, _ := f.Width()
	fmt.Fprintf(f, "%-*s", width, fmt.Sprintf("% x", []byte(s)))
}

func eachRow(b []byte, size int, f func(at int, row []byte)) {
	for at := 0; at < len(b); at += size {
		f(at, b[at:min(at+size, len(b))])
	}
}

func dots(row []byte) string {
	shown := bytes.Clone(row)
	for i, c := range shown {
		if !isPrintable(c) {
			shown[i] = '.'
		}
	}
	return string(shown)
}

// latin1 shows bytes as PowerShell does: nul for NUL, control for other control
// characters.
func latin1(row []byte, nul, control rune) string {
	var shown []rune
	for _, c := range row {
		switch {
		case c == 0:
			shown = append(shown, nul)
		case c < 0x20 || c >= 0x7f && c < 0xa0:
			shown = append(shown, control)
		default:
			shown = append(shown, rune(c))
		}
	}
	return string(shown)
}

func grouped(row []byte) string {
	var groups []string
	eachRow(row, 2, func(_ int, group []byte) { groups = append(groups, hex.EncodeToString(group)) })
	return strings.Join(groups, " ")
}

func writeHexyl(out *bytes.Buffer, b []byte, panels int, outer, inside string, nul rune) {
	line := func(left, middle, right, dash string) {
		out.WriteString(left + strings.Repeat(dash, 8))
		for range panels {
			out.WriteString(middle + strings.Repeat(dash, 25))
		}
		for range panels {
			out.WriteString(middle + strings.Repeat(dash, 8))
		}
		out.WriteString(right + "\n")
	}
	corners := [...]string{"┌", "┬", "┐", "─", "└", "┴", "┘"}
	if outer == "|" {
		corners = [...]string{"+", "+", "+", "-", "+", "+", "+"}
	}
	line(corners[0], corners[1], corners[2], corners[3])
	eachRow(b, 8*panels, func(at int, row []byte) {
		fmt.Fprintf(out, "%s%08x", outer, at)
		border := outer
		for p := range panels {
			fmt.Fprintf(out, "%s%-25s", border, fmt.Sprintf(" % x", part(row, p)))
			border = inside
		}
		border = outer
		for p := range panels {
			fmt.Fprintf(out, "%s%-8s", border, hexylText(part(row, p), nul))
			border = inside
		}
		out.WriteString(outer + "\n")
	})
	line(corners[4], corners[5], corners[6], corners[3])
}

// part returns the bytes of a row in panel p.
func part(row []byte, p int) []byte { return row[min(8*p, len(row)):min(8*p+8, len(row))] }

func hexylText(row []byte, nul rune) string {
	var shown []rune
	for _, c := range row {
		switch {
		case c == 0:
			shown = append(shown, nul)
		case isPrintable(c):
			shown = append(shown, rune(c))
		case isSpace(c) || c == '\f':
			shown = append(shown, '_')
		case c < 0x80:
			shown = append(shown, '•')
		default:
			shown = append(shown, '×')
		}
	}
	return string(shown)
}

func writeFq(out *bytes.Buffer, b []byte, border string) {
	width := len(fmt.Sprintf("0x%x", len(b)/16*16))
	fmt.Fprintf(out, "%*s%s00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f%s0123456789abcdef%s\n", width, "", border, border, border)
	note := ".: raw bits"
	eachRow(b, 16, func(at int, row []byte) {
		offset := fmt.Sprintf("%0*x", width-2, at)
		if len(row) == 16 {
			fmt.Fprintf(out, "0x%s%s% x%s%s%s%s\n", offset, border, row, border, dots(row), border, note)
		} else {
			blank := 47 - (3*len(row) - 1) - 1
			fmt.Fprintf(out, "0x%s%s% x%s%*s%s%s%s%*s%s%s\n", offset, border, row, border, blank, "", border, dots(row), border, 16-len(row)-1, "", border, note)
		}
		note = ""
	})
}

// dumpFrames are frames that are hard on the columns of dumps.
func dumpFrames() [][]byte {
	run := make([]byte, 256)
	for i := range run {
		run[i] = byte(i)
	}
	mixed, _ := hex.DecodeString(mixedFrame)
	fuse, _ := hex.DecodeString(fuseFrame)
	return [][]byte{
		fuse, mixed, run, run[:17], run[32:64], run[40:47],
		bytes.Repeat([]byte{' '}, 40), bytes.Repeat([]byte{0}, 33), bytes.Repeat([]byte{'|'}, 24),
		[]byte("30 31 32 aa bb cc 00 11"), []byte("  two, then 00 11"), []byte("ends in spaces  "), {0x33}, []byte("aa bb cc dd ee ff 00"),
	}
}

// Dumps of all tools are read as their bytes, and every byte is found in them.
func TestDumpKinds(t *testing.T) {
	for _, w := range dumpWriters {
		for _, b := range dumpFrames() {
			var out bytes.Buffer
			w.write(&out, b)
			for _, text := range []string{out.String(), strings.ReplaceAll(out.String(), "\n", "\r\n"), strings.TrimSpace(out.String())} {
				for _, form := range []Form{Auto, Hexdump} {
					in, problem := Read([]byte(text), form, testLimit)
					if problem != nil {
						t.Errorf("%s: %s at %d\n%s", w.name, problem.Message, problem.Offset, text)
						continue
					}
					if in.Form != Hexdump || !bytes.Equal(in.Bytes, b) {
						t.Errorf("%s is read as %v: %x, want %x (%s)\n%s", w.name, in.Form, in.Bytes, b, in.Reason, text)
						continue
					}
					for i, c := range b {
						at := in.Locate(i)
						if got := text[at : at+2]; !strings.EqualFold(got, hex.EncodeToString([]byte{c})) {
							t.Fatalf("%s: byte %d, %02x, is located at %d: %q", w.name, i, c, at, got)
						}
					}
				}
			}
		}
	}
}

// A text column that contradicts the bytes is an error, and so is a wrong offset.
func TestDumpKindsContradicted(t *testing.T) {
	b, _ := hex.DecodeString(fuseFrame)
	for _, w := range dumpWriters {
		var out bytes.Buffer
		w.write(&out, b)
		text := out.String()
		for _, change := range []struct{ old, new string }{
			{"m1", "n1"}, {"m1", "m."}, {"a/b", "a/\u00e9"}, {"0010", "0011"}, {"0x10", "0x11"}, {"02 6d", "02 6e"}, {"02 6D", "02 6E"}, {"026d", "026e"},
		} {
			broken := strings.Replace(text, change.old, change.new, 1)
			bare := strings.HasSuffix(w.name, "without text") || w.name == "tcpdump -x"
			if broken == text || bare && strings.HasSuffix(change.new, "e") {
				continue
			}
			in, problem := Read([]byte(broken), Auto, testLimit)
			if problem == nil {
				t.Errorf("%s: %s is read as %v: %x", w.name, change.new, in.Form, in.Bytes)
			} else if problem.Code != "form" {
				t.Errorf("%s: %s: code %s: %s", w.name, change.new, problem.Code, problem.Message)
			} else {
				checkWords(t, problem.Message, problem.Hint)
			}
		}
	}
}

func TestDumpExcerpts(t *testing.T) {
	runReads(t, Auto, []readTest{
		ok(dumpXxdFrom16, Hexdump, fuseFrame),
		ok("0040   0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00\n0050   10 00 00 00 02 00\n", Hexdump, fuseFrame),
		ok("0040   6d 31   m1\n", Hexdump, "6d31"),
		ok("0040   6d 31   \n", Hex, "00406d31"),
		ok("0b00  02 6d 31 00 03 61 2f 62 00 00 00 00 00 00 10 00 00 00 02 00\n", Hex, fuseFrame),
		ok("0000000000000000 0102\n", Hex, "00000000000000000102"),
		ok("000010 "+sixteen+"\n000020 10\n000021\n", Hexdump, runFrom+"10"),
		ok("000000 "+sixteen+"\n000010 10\n", Hexdump, runFrom+"10"),
		ok("0x00│0b 00│..│\n", Hexdump, "0b00"),
		ok("│00000000│ 00 00 00 00 00 00 00 00 ┊ 00 00 00 00 00 00 00 00 │\n│*       │                         ┊                         │\n│00000020│                         ┊                         │\n",
			Hexdump, strings.Repeat("00", 32)),
		ok("┌────────┬─────────────────────────┬────────┐\n│00000000│ 0b 00                   │☺⋄      │\n", Hexdump, "0b00"),
		refused("0000   0b 00 02\n0004   05\n", "form", 16),
		refused("0x00│0b 00│..│\n*   │until 0x10.7 (16)│  │\n", "form", 21),
	})
}

func FuzzDumpKinds(f *testing.F) {
	for i := range dumpWriters {
		for _, b := range dumpFrames() {
			f.Add(b, i)
		}
	}
	f.Fuzz(func(t *testing.T, b []byte, kind int) {
		checkAny(t, b, Hexdump)
		if !isUsable(b) || kind < 0 {
			return
		}
		var out bytes.Buffer
		dumpWriters[kind%len(dumpWriters)].write(&out, b)
		checkRoundTrip(t, out.Bytes(), Auto, Hexdump, b)
	})
}

package input

import (
	"encoding/hex"
	"strings"
	"testing"
)

const (
	sixteen = "00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f"
	runFrom = "000102030405060708090a0b0c0d0e0f"
)

func TestToolDumps(t *testing.T) {
	for _, d := range toolDumps {
		for _, text := range []string{
			d.text,
			strings.ReplaceAll(d.text, "\n", "\r\n"),
			strings.TrimRight(d.text, "\n"),
			"\n" + d.text + "\n\n",
			"    " + strings.ReplaceAll(d.text, "\n", "\n    "),
			"\ufeff" + d.text,
		} {
			for _, form := range []Form{Auto, Hexdump} {
				in, problem := Read([]byte(text), form, testLimit)
				if problem != nil {
					t.Errorf("%s: %s at %d", d.name, problem.Message, problem.Offset)
				} else if in.Form != Hexdump || hex.EncodeToString(in.Bytes) != d.frame {
					t.Errorf("%s is read as %v: %x (%s)", d.name, in.Form, in.Bytes, in.Reason)
				}
			}
		}
	}
}

func TestDump(t *testing.T) {
	texts := all(Hexdump,
		"00000000: 0b00 026d 31                             ...m1\n", "0b00026d31",
		"00000000: 0b00 026d 31\n", "0b00026d31",
		"00000000: 0b00026d31", "0b00026d31",
		"0000: 0b 00", "0b00",
		"0000000000000000: 0b 00", "0b00",
		"\t0x0000:  0b00 026d 31                             ...m1\n", "0b00026d31",
		"\t0x0000:  0001 0203 0405 0607 0809 0a0b 0c0d 0e0f\n\t0x0010:  10\n", runFrom+"10",
		"00000000: 2041 20                                   A \n", "204120",
		"00000000: 2041 20                                   A\n", "204120",
		"00000000: 2020\n", "2020",
		"00000000: 3033                                     03\n", "3033",
		"00000000: 0b\n00000001: 00\n00000002: 02\n", "0b0002",
		"00000000  0b 00 02 6d 31                                    |...m1|\n", "0b00026d31",
		"00000000  0b 00 |..|\n00000002  7c 7c |||||\n00000004\n", "",
		"00000000  7c 41 7c  ||A||\n00000003\n", "7c417c",
		"00000000  41 |A|  \n", "41",
		"000000 0b 00\n000002\n", "0b00",
		"0000000 0b 00\n0000002\n", "0b00",
		"000000 "+sixteen+"\n000010 10\n000011\n", runFrom+"10",
		"0000000 "+sixteen+"\n0000020 10\n0000021\n", runFrom+"10",
		"0000000 "+sixteen+"\n0000010 10\n0000011\n", runFrom+"10",
		"0000000    0b  00  02\n0000003\n", "0b0002",
		"000000 3e 3c  >><<\n000002\n", "3e3c",
		"00000000: 4141\n*\n00000006: 42\n", "41414141414142",
		"00000000  00 00 00 00  |....|\n*\n0000000a\n", "00000000000000000000",
		"000000 01 02\n*\n000006\n", "010201020102",
	)
	texts[13] = refused(texts[13].text, "form", 40) // one bar too many in the second column
	runReads(t, Auto, texts)
	runReads(t, Hexdump, texts)
}

// Faults of what is a dump beyond doubt: no other form is tried.
func TestBrokenDump(t *testing.T) {
	first := "00000000: 0001 0203 0405 0607 0809 0a0b 0c0d 0e0f  ................\n"
	bars := "00000000  0b 00  |..|\n"
	tests := []readTest{
		refused("00000000: 0b0g 026d\n", "form", 13),
		refused("00000000: 0b0 026d\n", "form", 12),
		refused("00000000: 0b00 026d  ..mm\n", "form", 23),
		refused("00000000: 0b00 026d  ..m\n", "form", 21),
		refused("00000000: 0b00 026d  ...mm\n", "form", 21),
		refused("00000000: 2020  xx\n", "form", 16),
		refused("00000000:\n", "form", 9),
		refused("00000000: \n", "form", 9),
		refused("00000000: hello\n", "form", 10),
		refused(first+"00000020: 10\n", "form", len(first)),
		refused(first+"00000011: 10\n", "form", len(first)),
		refused(first+"0000000f: 10\n", "form", len(first)),
		refused(first+"00000000: 10\n", "form", len(first)),
		refused(first+"00000016: 10\n", "form", len(first)),
		refused(first+"10 11 12\n", "form", len(first)),
		refused(first+"hello\n", "form", len(first)),
		refused(first+"*\n", "form", len(first)),
		refused(first+"*\n*\n00000030: 10\n", "form", len(first)+2),
		refused(first+"*\n00000010: 10\n", "form", len(first)+2),
		refused(first+"*\n00000018: 10\n", "form", len(first)+2),
		refused(first+"00000010  10  |.|\n", "form", len(first)+7),
		refused(first+"*\n00100000: 10\n", "limit", len(first)),
		refused(first+"*\nffffffffffffffff: 10\n", "limit", len(first)),
		refused(bars+"00000003\n", "form", len(bars)),
		refused(bars+"00000002 00\n", "form", len(bars)+11),
		refused(bars+"00000002  00  |x|\n", "form", len(bars)+15),
		refused(bars+"00000002  00  |..|\n", "form", len(bars)+16),
		refused(bars+"00000002\n00\n", "form", len(bars)+9),
		refused("00000000  0b 0  |..|\n", "form", 13),
		refused("00000000  0b00  |..|\n", "form", 10),
		refused("000000 0b 00\n*\n000005\n", "form", 15),
		refused("000000 0b 00  >.x<\n000002\n", "form", 16),
		refused("000000 0b 00  >..\n000002\n", "form", 16),
		refused("000000 0b 00\n000003\n", "form", 13),
		refused(dumpXxdLittle, "form", 47),
		refused(dumpXxdBits, "form", 65),
		refused(dumpXxdDecimal, "form", 68),
		refused(dumpXxdFrom16, "form", 0),
		refused(dumpHexdumpWords, "form", 8),
		refused(dumpOdWords, "form", 7),
		refused(dumpOdLongs, "form", 7),
		refused(dumpOdDefault, "form", 8),
		refused(dumpOdDecimal, "form", 56),
		refused(dumpOdChars, "form", 79),
	}
	runReads(t, Auto, tests)
	runReads(t, Hexdump, tests)
}

// What lacks the mark or the offsets of a dump is read otherwise.
func TestNoDump(t *testing.T) {
	runReads(t, Auto, []readTest{
		ok("00000000 0b 00\n", Hex, "000000000b00"),
		ok("000000 "+sixteen+"\n000010 10\n", Hex, "000000"+runFrom+"00001010"),
		ok("00 01 02\n02\n", Hex, "00010202"),
		ok("00000010: 0b 00\n", Hex, "000000100b00"),
		ok("00000000:0b00", Hex, "000000000b00"),
		ok("0000: 0b 00\n0003: 02\n", Hex, "00000b00000302"),
		ok("000000\n", Hex, "000000"),
		ok("00000000", Hex, "00000000"),
		raw(dumpOdBare),
		raw("0000  0b 00  ..\n"),
	})
	runReads(t, Hexdump, []readTest{
		refused("000000\n", "empty", 0),
		refused("00000000", "empty", 0),
		refused("", "empty", 0),
		refused("0b 00\n", "form", 0),
		refused("000000 0b 00\n", "form", 13),
		refused("00000010: 0b\n", "form", 0),
		refused("0000 0b 00\n0002\n", "form", 0),
		refused("*\n", "form", 0),
		refused("hello", "form", 0),
		refused("00000000;", "form", 8),
		refused("00000000000000000: 00", "form", 0),
		refused("0000: 0b 00\n0003: 02\n", "form", 12),
	})
}

func TestDumpNotes(t *testing.T) {
	in, problem := Read([]byte("000000 "+sixteen+"\n000010 10\n"), Auto, testLimit)
	if problem != nil || !strings.Contains(in.Note, "offset alone") {
		t.Errorf("a dump without its last line: note %q", in.Note)
	}
	in, problem = Read([]byte("0000000 "+sixteen+"\n*\n0000100\n"), Auto, testLimit)
	if problem != nil || len(in.Bytes) != 64 || !strings.Contains(in.Note, "as hex the frame has 256 bytes") {
		t.Errorf("octal or hex: %d bytes, note %q", len(in.Bytes), in.Note)
	}
	in, problem = Read([]byte("000000 "+sixteen+"\n*\n000100\n"), Auto, testLimit)
	if problem != nil || len(in.Bytes) != 256 || !strings.Contains(in.Note, "as octal the frame has 64 bytes") {
		t.Errorf("hex or octal: %d bytes, note %q", len(in.Bytes), in.Note)
	}
	_, problem = Read([]byte(dumpOdDecimal), Auto, testLimit)
	if problem == nil || !strings.Contains(problem.Hint, "decimal offsets") {
		t.Errorf("decimal offsets: %+v", problem)
	}
}

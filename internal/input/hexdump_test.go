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
		"0000  0b 00  ..\n", "0b00",
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
	texts[14] = refused(texts[14].text, "form", 40) // one bar too many in the second column
	runReads(t, Auto, texts)
	runReads(t, Hexdump, texts)
}

// Errors in texts that are clearly dumps: no other form is tried.
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

// A text without the text column or the offsets of a dump is read in another form.
func TestNoDump(t *testing.T) {
	runReads(t, Auto, []readTest{
		ok("00000000 0b 00\n", Hex, "000000000b00"),
		ok("00 01 02\n02\n", Hex, "00010202"),
		ok("00000010: 0b 00\n", Hex, "000000100b00"),
		ok("00000000:0b00", Hex, "000000000b00"),
		ok("0000: 0b 00\n0003: 02\n", Hex, "00000b00000302"),
		ok("000000\n", Hex, "000000"),
		ok("00000000", Hex, "00000000"),
		refused(dumpOdBare, "form", 98),
		raw("000b  0b 00  .m\n"),
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
	if problem != nil || !strings.Contains(in.Note, "no last line that holds only an offset") {
		t.Errorf("a dump without its last line: note %q", in.Note)
	}
	in, problem = Read([]byte("0000000 "+sixteen+"\n*\n0000100\n"), Auto, testLimit)
	if problem != nil || len(in.Bytes) != 64 || !strings.Contains(in.Note, "as hex offsets they give a frame of 256 bytes") {
		t.Errorf("octal or hex: %d bytes, note %q", len(in.Bytes), in.Note)
	}
	in, problem = Read([]byte("000000 "+sixteen+"\n*\n000100\n"), Auto, testLimit)
	if problem != nil || len(in.Bytes) != 256 || !strings.Contains(in.Note, "as octal offsets they give a frame of 64 bytes") {
		t.Errorf("hex or octal: %d bytes, note %q", len(in.Bytes), in.Note)
	}
	_, problem = Read([]byte(dumpOdDecimal), Auto, testLimit)
	if problem == nil || !strings.Contains(problem.Hint, "decimal offsets") {
		t.Errorf("decimal offsets: %+v", problem)
	}
}

// Pasted output of the tools. The comment on each constant is the command.

const (
	// xxd
	dumpXxdFuse = `00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// xxd -g1
	dumpXxdG1Fuse = `00000000: 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  ...m1..a/b......
00000010: 10 00 00 00 02 00                                ......
`
	// xxd -g4
	dumpXxdG4Fuse = `00000000: 0b00026d 31000361 2f620000 00000000  ...m1..a/b......
00000010: 10000000 0200                        ......
`
	// xxd -g0
	dumpXxdG0Fuse = `00000000: 0b00026d310003612f62000000000000  ...m1..a/b......
00000010: 100000000200                      ......
`
	// xxd -c 8
	dumpXxdC8Fuse = `00000000: 0b00 026d 3100 0361  ...m1..a
00000008: 2f62 0000 0000 0000  /b......
00000010: 1000 0000 0200       ......
`
	// xxd -u
	dumpXxdUpperFuse = `00000000: 0B00 026D 3100 0361 2F62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// xxd -a
	dumpXxdAutoFuse = `00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000010: 1000 0000 0200                           ......
`
	// hexdump -C
	dumpHexdumpFuse = `00000000  0b 00 02 6d 31 00 03 61  2f 62 00 00 00 00 00 00  |...m1..a/b......|
00000010  10 00 00 00 02 00                                 |......|
00000016
`
	// od -A x -t x1
	dumpOdHexFuse = `000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00
000010 10 00 00 00 02 00
000016
`
	// od -A x -t x1z
	dumpOdHexTextFuse = `000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  >...m1..a/b......<
000010 10 00 00 00 02 00                                >......<
000016
`
	// od -A o -t x1
	dumpOdOctalFuse = `0000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00
0000020 10 00 00 00 02 00
0000026
`
	// od -t x1z
	dumpOdOctalTextFuse = `0000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00  >...m1..a/b......<
0000020 10 00 00 00 02 00                                >......<
0000026
`
	// od -A x -t x1 -w8
	dumpOdWideFuse = `000000 0b 00 02 6d 31 00 03 61
000008 2f 62 00 00 00 00 00 00
000010 10 00 00 00 02 00
000016
`
	// xxd
	dumpXxdMixed = `00000000: 6865 6c6c 6f7c 776f 726c 643e 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000030: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000040: 80ff 656e 6420 20                        ..end  
`
	// xxd -g1
	dumpXxdG1Mixed = `00000000: 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  hello|world>x  y
00000010: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000020: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000030: 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  ................
00000040: 80 ff 65 6e 64 20 20                             ..end  
`
	// xxd -g4
	dumpXxdG4Mixed = `00000000: 68656c6c 6f7c776f 726c643e 78202079  hello|world>x  y
00000010: 00000000 00000000 00000000 00000000  ................
00000020: 00000000 00000000 00000000 00000000  ................
00000030: 00000000 00000000 00000000 00000000  ................
00000040: 80ff656e 642020                      ..end  
`
	// xxd -g0
	dumpXxdG0Mixed = `00000000: 68656c6c6f7c776f726c643e78202079  hello|world>x  y
00000010: 00000000000000000000000000000000  ................
00000020: 00000000000000000000000000000000  ................
00000030: 00000000000000000000000000000000  ................
00000040: 80ff656e642020                    ..end  
`
	// xxd -c 8
	dumpXxdC8Mixed = `00000000: 6865 6c6c 6f7c 776f  hello|wo
00000008: 726c 643e 7820 2079  rld>x  y
00000010: 0000 0000 0000 0000  ........
00000018: 0000 0000 0000 0000  ........
00000020: 0000 0000 0000 0000  ........
00000028: 0000 0000 0000 0000  ........
00000030: 0000 0000 0000 0000  ........
00000038: 0000 0000 0000 0000  ........
00000040: 80ff 656e 6420 20    ..end  
`
	// xxd -u
	dumpXxdUpperMixed = `00000000: 6865 6C6C 6F7C 776F 726C 643E 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000020: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000030: 0000 0000 0000 0000 0000 0000 0000 0000  ................
00000040: 80FF 656E 6420 20                        ..end  
`
	// xxd -a
	dumpXxdAutoMixed = `00000000: 6865 6c6c 6f7c 776f 726c 643e 7820 2079  hello|world>x  y
00000010: 0000 0000 0000 0000 0000 0000 0000 0000  ................
*
00000040: 80ff 656e 6420 20                        ..end  
`
	// hexdump -C
	dumpHexdumpMixed = `00000000  68 65 6c 6c 6f 7c 77 6f  72 6c 64 3e 78 20 20 79  |hello|world>x  y|
00000010  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000040  80 ff 65 6e 64 20 20                              |..end  |
00000047
`
	// od -A x -t x1
	dumpOdHexMixed = `000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79
000010 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
000040 80 ff 65 6e 64 20 20
000047
`
	// od -A x -t x1z
	dumpOdHexTextMixed = `000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  >hello|world>x  y<
000010 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
*
000040 80 ff 65 6e 64 20 20                             >..end  <
000047
`
	// od -A o -t x1
	dumpOdOctalMixed = `0000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79
0000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
0000100 80 ff 65 6e 64 20 20
0000107
`
	// od -t x1z
	dumpOdOctalTextMixed = `0000000 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79  >hello|world>x  y<
0000020 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00  >................<
*
0000100 80 ff 65 6e 64 20 20                             >..end  <
0000107
`
	// od -A x -t x1 -w8
	dumpOdWideMixed = `000000 68 65 6c 6c 6f 7c 77 6f
000008 72 6c 64 3e 78 20 20 79
000010 00 00 00 00 00 00 00 00
*
000040 80 ff 65 6e 64 20 20
000047
`
	// hexdump -C
	dumpHexdumpZeros = `00000000  00 00 00 00 00 00 00 00  00 00 00 00 00 00 00 00  |................|
*
00000040
`
	// od -A x -t x1
	dumpOdHexZeros = `000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
000040
`
	// od -t x1
	dumpOdOctalZeros = `0000000 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
0000100
`
)

// The frames in the dumps above, in hex.
const (
	fuseFrame  = "0b00026d310003612f62000000000000100000000200"
	mixedFrame = "68656c6c6f7c776f726c643e7820207900000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000080ff656e642020"
	zeroFrame  = "00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
)

// toolDumps are the valid dumps with their frames.
var toolDumps = []struct{ name, text, frame string }{
	{"xxdFuse", dumpXxdFuse, fuseFrame},
	{"xxdG1Fuse", dumpXxdG1Fuse, fuseFrame},
	{"xxdG4Fuse", dumpXxdG4Fuse, fuseFrame},
	{"xxdG0Fuse", dumpXxdG0Fuse, fuseFrame},
	{"xxdC8Fuse", dumpXxdC8Fuse, fuseFrame},
	{"xxdUpperFuse", dumpXxdUpperFuse, fuseFrame},
	{"xxdAutoFuse", dumpXxdAutoFuse, fuseFrame},
	{"hexdumpFuse", dumpHexdumpFuse, fuseFrame},
	{"odHexFuse", dumpOdHexFuse, fuseFrame},
	{"odHexTextFuse", dumpOdHexTextFuse, fuseFrame},
	{"odOctalFuse", dumpOdOctalFuse, fuseFrame},
	{"odOctalTextFuse", dumpOdOctalTextFuse, fuseFrame},
	{"odWideFuse", dumpOdWideFuse, fuseFrame},
	{"xxdMixed", dumpXxdMixed, mixedFrame},
	{"xxdG1Mixed", dumpXxdG1Mixed, mixedFrame},
	{"xxdG4Mixed", dumpXxdG4Mixed, mixedFrame},
	{"xxdG0Mixed", dumpXxdG0Mixed, mixedFrame},
	{"xxdC8Mixed", dumpXxdC8Mixed, mixedFrame},
	{"xxdUpperMixed", dumpXxdUpperMixed, mixedFrame},
	{"xxdAutoMixed", dumpXxdAutoMixed, mixedFrame},
	{"hexdumpMixed", dumpHexdumpMixed, mixedFrame},
	{"odHexMixed", dumpOdHexMixed, mixedFrame},
	{"odHexTextMixed", dumpOdHexTextMixed, mixedFrame},
	{"odOctalMixed", dumpOdOctalMixed, mixedFrame},
	{"odOctalTextMixed", dumpOdOctalTextMixed, mixedFrame},
	{"odWideMixed", dumpOdWideMixed, mixedFrame},
	{"hexdumpZeros", dumpHexdumpZeros, zeroFrame},
	{"odHexZeros", dumpOdHexZeros, zeroFrame},
	{"odOctalZeros", dumpOdOctalZeros, zeroFrame},
}

// Pasted output that cannot be read as bytes. The comment on each constant is the
// command.
const (
	// xxd -e
	dumpXxdLittle = `00000000: 6c6c6568 6f777c6f 3e646c72 79202078  hello|world>x  y
00000010: 00000000 00000000 00000000 00000000  ................
00000020: 00000000 00000000 00000000 00000000  ................
00000030: 00000000 00000000 00000000 00000000  ................
00000040: 6e65ff80   202064                    ..end  
`
	// xxd -b
	dumpXxdBits = `00000000: 00001011 00000000 00000010 01101101 00110001 00000000  ...m1.
00000006: 00000011 01100001 00101111 01100010 00000000 00000000  .a/b..
0000000c: 00000000 00000000 00000000 00000000 00010000 00000000  ......
00000012: 00000000 00000000 00000010 00000000                    ....
`
	// xxd -d
	dumpXxdDecimal = `00000000: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000016: 1000 0000 0200                           ......
`
	// xxd -o 16
	dumpXxdFrom16 = `00000010: 0b00 026d 3100 0361 2f62 0000 0000 0000  ...m1..a/b......
00000020: 1000 0000 0200                           ......
`
	// hexdump
	dumpHexdumpWords = `0000000 000b 6d02 0031 6103 622f 0000 0000 0000
0000010 0010 0000 0002                         
0000016
`
	// od -A x -t x2
	dumpOdWords = `000000 000b 6d02 0031 6103 622f 0000 0000 0000
000010 0010 0000 0002
000016
`
	// od -A x -t x4
	dumpOdLongs = `000000 6d02000b 61030031 0000622f 00000000
000010 00000010 00000002
000016
`
	// od -A d -t x1
	dumpOdDecimal = `0000000 0b 00 02 6d 31 00 03 61 2f 62 00 00 00 00 00 00
0000016 10 00 00 00 02 00
0000022
`
	// od
	dumpOdDefault = `0000000 000013 066402 000061 060403 061057 000000 000000 000000
0000020 000020 000000 000002
0000026
`
	// od -A x -t x1c
	dumpOdChars = `000000  0b  00  02  6d  31  00  03  61  2f  62  00  00  00  00  00  00
        \v  \0 002   m   1  \0 003   a   /   b  \0  \0  \0  \0  \0  \0
000010  10  00  00  00  02  00
       020  \0  \0  \0 002  \0
000016
`
	// od -A n -t x1
	dumpOdBare = ` 68 65 6c 6c 6f 7c 77 6f 72 6c 64 3e 78 20 20 79
 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00
*
 80 ff 65 6e 64 20 20
`
)

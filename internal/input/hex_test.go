package input

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

// Texts that are hex, whether the form is given or not.
var hexTexts = all(Hex,
	"0b00026d31", "0b00026d31",
	"0B00026D31", "0b00026d31",
	"0b00026d31\n", "0b00026d31",
	"  0b00026d31\r\n", "0b00026d31",
	"0b 00 02 6d 31", "0b00026d31",
	"0b:00:02:6d:31", "0b00026d31",
	"0b-00-02-6d-31", "0b00026d31",
	"0b,00,02,6d,31", "0b00026d31",
	"0b, 00, 02, 6d, 31,", "0b00026d31",
	"0b00 026d 31", "0b00026d31",
	"0b00\n026d\n31\n", "0b00026d31",
	"0b\t00\r02\r\n6d31", "0b00026d31",
	"0x0b00026d31", "0b00026d31",
	"0x0b 0x00 0x02 0x6d 0x31", "0b00026d31",
	"0x0b, 0x00, 0x02, 0x6d, 0x31", "0b00026d31",
	"0x0b0x000x020x6d0x31", "0b00026d31",
	"0X0B,0X00", "0b00",
	"0xb 0x0 0x2 0x6d 0x31\n", "0b00026d31",
	"0xb,0x0:0x2-0x6d 0x31", "0b00026d31",
	"0x5", "05",
	`\x0b\x00\x02\x6d\x31`, "0b00026d31",
	`\x0b \x00, \x02`, "0b0002",
	`\x0b00 0x02`, "0b0002",
	"# a frame\n0b 00 # tag and length\n02\n", "0b0002",
	"// a frame\n0b 00 // 0c 0d\n02", "0b0002",
	"0b #comment at the end", "0b",
	"\t# indented\n0b", "0b",
	"# h\u00fclle\n0b", "0b",
	"0b # ends with CR\r00", "0b00",
	"00", "00",
	"deadbeef", "deadbeef",
	"00:0b:00:02", "000b0002",
	"0000:0b00", "00000b00",
	"-0b", "0b",
	"0b::00", "0b00",
	"10, 20, 30", "102030",
	"0a", "0a",
)

// Texts of nothing but what hex has, with a fault: hex all the same.
var loneDigits = []readTest{
	refused("0", "form", 0),
	refused("0b0", "form", 2),
	refused("0b00026d3", "form", 8),
	refused("0b00026d3\n", "form", 8),
	refused("0 b", "form", 0),
	refused("0b 0 02", "form", 3),
	refused("0b00 026 d31", "form", 7),
	refused("0b:0:02", "form", 3),
	refused("0b, 0, 02", "form", 4),
	refused("0xb00", "form", 4),
	refused("0x0b0", "form", 4),
	refused("0x5\\x05", "form", 2),
	refused(`\x5`, "form", 2),
	refused(`\x05\x5 \x05`, "form", 6),
	refused("0b # c\n0", "form", 7),
	refused("1, 2, 3", "form", 0),
	refused("11,0,2", "form", 3),
	refused("abc", "form", 2),
	refused("\ufeff0b0", "form", 5),
}

func TestHex(t *testing.T) {
	runReads(t, Auto, hexTexts)
	runReads(t, Hex, hexTexts)
	runReads(t, Auto, loneDigits)
	runReads(t, Hex, loneDigits)
	runReads(t, Hex, []readTest{
		refused("", "empty", 0),
		refused(" \n", "empty", 0),
		refused("# nothing\n", "empty", 0),
		refused(":", "empty", 0),
		refused("0g", "form", 1),
		refused("0b zz", "form", 3),
		refused("0b#00", "form", 2),
		refused("0b,# c", "form", 3),
		refused("0b / c", "form", 3),
		refused("0b;00", "form", 2),
		refused("0x", "form", 2),
		refused("0x 0b", "form", 2),
		refused("0xg0", "form", 2),
		refused("00x05", "form", 2),
		refused(`\X05`, "form", 0),
		refused("0b\u00a000", "form", 2),
		refused("0b\x0000", "form", 2),
		refused("0b # \x00", "form", 5),
		refused("0b\xff", "form", 2),
		refused("[0b]", "form", 0),
		refused("aGVsbG8=", "form", 1),
		refused(dumpXxdFuse, "form", 51),
	})
}

func TestHexMessages(t *testing.T) {
	_, problem := Read([]byte("0b00026d3"), Auto, testLimit)
	if want := "a byte has two hex digits, this one has one (9 digits in all)"; problem == nil || problem.Message != want {
		t.Errorf("message %v, want %q", problem, want)
	}
	if problem.Need != "2" || problem.Have != "1" || problem.Length != 1 {
		t.Errorf("need %s, have %s, length %d", problem.Need, problem.Have, problem.Length)
	}
	_, problem = Read([]byte("0b\u202e00"), Hex, testLimit)
	if want := "U+202E is neither a hex digit nor a separator"; problem == nil || problem.Message != want || problem.Length != 3 {
		t.Errorf("message %v, want %q", problem, want)
	}
}

// Every split into runs and separators must take the same way as the whole,
// whatever of it the fast loops read.
func TestHexRuns(t *testing.T) {
	b := randomBytes(40)
	for size := range len(b) {
		for _, mark := range []string{" ", "\n", ", ", " # c\n", "0x", `\x`} {
			for every := 1; every < 12; every++ {
				var text strings.Builder
				for i, c := range b[:size] {
					if i%every == 0 {
						text.WriteString(mark)
					}
					text.WriteString(hex.EncodeToString([]byte{c}))
				}
				got, at := AppendHex(nil, []byte(text.String()))
				if at != -1 || !bytes.Equal(got, b[:size]) {
					t.Fatalf("%q: %x, fault at %d", text.String(), got, at)
				}
			}
		}
	}
}

func TestAppendHex(t *testing.T) {
	tests := []struct {
		text, out string
		at        int
	}{
		{"", "", -1},
		{" # comment", "", -1},
		{"0b00", "0b00", -1},
		{"0b 0", "0b", 3},
		{"0b00026d31z", "0b00026d31", 10},
		{"0b 00 02 6d 31 z", "0b00026d31", 15},
	}
	for _, tt := range tests {
		out, at := AppendHex([]byte("ab"), []byte(tt.text))
		if string(out[:2]) != "ab" || hex.EncodeToString(out[2:]) != tt.out || at != tt.at {
			t.Errorf("AppendHex(%q) = %q, %d", tt.text, out, at)
		}
	}
	buf := make([]byte, 0, 64)
	line := []byte("0x0b, 00:02 6d-31 # tag 0xb 0x5\n")
	if n := testing.AllocsPerRun(100, func() { buf, _ = AppendHex(buf[:0], line) }); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}

// The eight digits that are decoded at once must agree with the table for
// every byte in every place, whatever the others are.
func TestHexWord(t *testing.T) {
	for place := range 8 {
		for c := range 256 {
			for _, other := range []byte("0aF\xff\x00g") {
				word := bytes.Repeat([]byte{other}, 8)
				word[place] = byte(c)
				pairs, ok := hexWord(binary.LittleEndian.Uint64(word))
				want, err := hex.DecodeString(string(word))
				if ok != (err == nil) || ok && pairs != binary.LittleEndian.Uint32(want) {
					t.Fatalf("hexWord(%q) = %08x, %v", word, pairs, ok)
				}
			}
		}
	}
}

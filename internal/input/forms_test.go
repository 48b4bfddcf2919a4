package input

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"
)

// hexTexts are valid hex, with Hex as well as with Auto.
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

// loneDigits are texts of digits and separators in which a digit is missing. The
// error is definite: no other form is tried.
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
	if want := "expected two hex digits per byte, got one (9 digits in total)"; problem == nil || problem.Message != want {
		t.Errorf("message %v, want %q", problem, want)
	}
	if problem.Need != "2" || problem.Have != "1" || problem.Length != 1 {
		t.Errorf("need %s, have %s, length %d", problem.Need, problem.Have, problem.Length)
	}
	_, problem = Read([]byte("0b\u202e00"), Hex, testLimit)
	if want := "expected a hex digit or a separator, got U+202E"; problem == nil || problem.Message != want || problem.Length != 3 {
		t.Errorf("message %v, want %q", problem, want)
	}
}

// The fast loops must agree with hexStep however the text is split into runs and
// separators.
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

// hexWord must agree with hex.DecodeString for every byte in every place,
// whatever the other bytes are.
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

var base64Texts = all(Base64,
	"CwACbTE=", "0b00026d31",
	"CwACbTE", "0b00026d31",
	"CwACbTE=\n", "0b00026d31",
	"\r\n CwACbTE= \t\n", "0b00026d31",
	"CwAC\nbTE=", "0b00026d31",
	"CwAC\r\nbTE=\r\n", "0b00026d31",
	"CwACbTE\n=", "0b00026d31",
	"C\nw\nA\nC", "0b0002",
	"CwAC", "0b0002",
	"CwA=", "0b00",
	"CwA", "0b00",
	"Cw==", "0b",
	"Cw", "0b",
	"Cw=\n=", "0b",
	"+/8=", "fbff",
	"-_8=", "fbff",
	"-_8", "fbff",
	"/w==", "ff",
	"_w", "ff",
	"helloAAA", "85e965a00000",
	"zzzz", "cf3cf3",
)

func TestBase64(t *testing.T) {
	runReads(t, Auto, base64Texts)
	runReads(t, Base64, base64Texts)
	runReads(t, Base64, []readTest{
		ok("0b00026d", Base64, "d1bd34d36e9d"),
		ok("deadbeef", Base64, "75e69d6de79f"),
		refused("", "empty", 0),
		refused("\n", "empty", 0),
		refused("=", "form", 0),
		refused("====", "form", 0),
		refused("hello", "form", 4),
		refused("C", "form", 0),
		refused("CwACb\n", "form", 4),
		refused("CwACbTE==", "form", 7),
		refused("Cw=", "form", 2),
		refused("Cw===", "form", 2),
		refused("CwAC=", "form", 4),
		refused("CwAC====", "form", 4),
		refused("CwA=CwA=", "form", 4),
		refused("CwA=x", "form", 4),
		refused("Cx==", "form", 1),
		refused("Cx", "form", 1),
		refused("CwB", "form", 2),
		refused("+_8=", "form", 1),
		refused("-/8=", "form", 1),
		refused("CwAC bTE=", "form", 4),
		refused("CwAC\tbTE=", "form", 4),
		refused("CwAC\rbTE=", "form", 4),
		refused("CwAC, bTE", "form", 4),
		refused("CwAC\u00e9", "form", 4),
		refused("CwAC\x00", "form", 4),
		ok(`"CwAC"`, Base64, "0b0002"),
	})
	runReads(t, Auto, []readTest{
		raw("hello"), raw("CwACbTE=="), raw("CwA=CwA="), raw("Cx=="), raw("+_8="), raw("CwAC bTE="), raw("CwAC\rbTE="), raw("===="),
		raw("data:;base64,CwAC"),
	})
}

func TestBase64AgainstLibrary(t *testing.T) {
	b := randomBytes(100)
	for n := 1; n < len(b); n++ {
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			text := enc.EncodeToString(b[:n])
			in, problem := Read([]byte(text), Base64, testLimit)
			if problem != nil || string(in.Bytes) != string(b[:n]) {
				t.Fatalf("%q: %v", text, problem)
			}
		}
	}
	if _, problem := Read([]byte(strings.Repeat("AAAA", 10)), Base64, 29); problem == nil || problem.Code != "limit" {
		t.Errorf("30 bytes under a limit of 29: %v", problem)
	}
}

var listTexts = all(Bytes,
	"[11, 0, 2]", "0b0002",
	"[11,0,2]", "0b0002",
	"[11 0 2]", "0b0002",
	"[ 11\n0\n2 ]\n", "0b0002",
	"[11]", "0b",
	"[1, 2]", "0102",
	"[11, 0, 2,]", "0b0002",
	"[11, 0, 2, ]", "0b0002",
	"[0x0b, 0x0, 2]", "0b0002",
	"[0XB, 0XFF]", "0bff",
	"[0, 255]", "00ff",
	"[010, 007]", "0a07",
	"[0x0b 0x00]", "0b00",
	"{0x1, 2}", "0102",
	"{ 0x0b, 0x00 }", "0b00",
	"{1 2}", "0102",
	"[]byte{0xb, 0x0}", "0b00",
	"[2]byte{11, 0}", "0b00",
	"[...]uint8{11, 0}", "0b00",
	"x := []byte{\n\t0x0b, 0x00,\n\t0x02,\n}\n", "0b0002",
	"Uint8Array(2) [ 11, 0 ]", "0b00",
	"Uint8Array [ 11, 0 ]", "0b00",
	"new Uint8Array([11, 0])", "0b00",
	"const x = Uint8Array.from([11, 0]);", "0b00",
	"Buffer.from([11, 0])", "0b00",
	"vec![11, 0]", "0b00",
	"&[11, 0]", "0b00",
	"let x: Vec<u8> = vec![11, 0];", "0b00",
	"const X: &'static [u8; 2] = &[11, 0];", "0b00",
	"bytearray([11, 0])", "0b00",
	"bytes([11, 0])", "0b00",
	"bytes(bytearray([11, 0]))", "0b00",
	"array('B', [11, 0])", "0b00",
	"unsigned char x[] = {0x0b, 0x00};", "0b00",
	"unsigned char x[] =\n{\n  0x0b, 0x00\n} ;", "0b00",
	"static const uint8_t x[2] = { 0x0b, 0x00, };", "0b00",
	"std::array<uint8_t, 2> x = {0x0b, 0x00};", "0b00",
	"new byte[] {11, 0}", "0b00",
	"byte[] x = new byte[2] {11, 0};", "0b00",
	"UInt8[0x0b, 0x00]", "0b00",
	"unsigned char s[] = {\n  0x0b, 0x00, 0x02, 0x6d, 0x31\n};\nunsigned int s_len = 5;\n", "0b00026d31",
	"<Buffer 0b 00 02>", "0b0002",
	"<Buffer 0B>\n", "0b",
	`b"\x0b\x00\x02m1"`, "0b00026d31",
	`b'\x0b\x00\x02m1'`, "0b00026d31",
	`b'hello'`, "68656c6c6f",
	`"\x0b\x00\x02m1"`, "0b00026d31",
	`"\x05\n\r\t\\\"\'\0"`, "050a0d095c222700",
	`b'"\'"'`, "222722",
	`b"'"`, "27",
	`b"\0m\08"`, "006d0038",
	`"a\nb"`, "610a62",
	` b"\x0b" `, "0b",
	`bytearray(b'\x0b\x00')`, "0b00",
	`x = b"\x0b";`, "0b",
)

func TestByteList(t *testing.T) {
	runReads(t, Auto, listTexts)
	runReads(t, Bytes, listTexts)
}

// Errors in texts that are clearly lists: no other form is tried.
func TestBrokenList(t *testing.T) {
	tests := []readTest{
		refused("[]", "empty", 0),
		refused("[ ]\n", "empty", 0),
		refused("[]byte{}", "empty", 0),
		refused("Uint8Array(0) []", "empty", 0),
		refused("<Buffer >", "empty", 0),
		refused("<Buffer>", "empty", 0),
		refused(`b""`, "empty", 0),
		refused("b''", "empty", 0),
		refused(`""`, "empty", 0),
		refused("[256]", "form", 1),
		refused("[1, 300]", "form", 4),
		refused("[1, 0x100]", "form", 4),
		refused("[1, 99999999999999999999999]", "form", 4),
		refused("[1, -5]", "form", 4),
		refused("new byte[] {11, -128}", "form", 16),
		refused("[1, 2, ... 98 more items]", "form", 7),
		refused("[1 2 ... 9]", "form", 5),
		refused("Uint8Array(120) [\n  0, 0,\n  ... 20 more items\n]", "form", 28),
		refused("<Buffer 00 00 ... 10 more bytes>", "form", 14),
		refused("<Buffer 0>", "form", 9),
		refused("<Buffer 0b00>", "form", 10),
		refused("<Buffer 0b, 00>", "form", 10),
		refused("<Buffer 0b 00", "form", 13),
		refused("<Buffer 0b> x", "form", 12),
		refused("<Buffer 0x0b>", "form", 9),
		refused("<Buffers 0b>", "form", 7),
		refused(`b"\x0b`, "form", 6),
		refused(`b"\x0b\"`, "form", 8),
		refused(`b"\q"`, "form", 2),
		refused(`b"\x0"`, "form", 5),
		refused(`b"\xg0"`, "form", 4),
		refused(`b"\a"`, "form", 2),
		refused(`b"\u0041"`, "form", 2),
		refused(`b"\012"`, "form", 2),
		refused("b\"h\u00fc\"", "form", 3),
		refused("b\"a\nb\"", "form", 3),
		refused(`b"a" b"b"`, "form", 5),
		refused(`b"""a"""`, "form", 3),
		refused(`"\x05\q"`, "form", 5),
		refused(`"\x05" + x`, "form", 7),
		refused(`bytes(b"\x05"`, "form", 13),
		refused("unsigned char s[] = {1, 2};\nunsigned int s_len = 5;\n", "form", 25),
	}
	runReads(t, Auto, tests)
	runReads(t, Bytes, tests)
}

// With Auto a text that is not a list is read in another form; with Bytes it is
// an error.
func TestNoList(t *testing.T) {
	near := []readTest{
		refused("{}", "empty", 0),
		refused(`[1, "a"]`, "form", 4),
		refused(`[{"a":1}]`, "form", 0),
		refused(`{"a":[1,2]}`, "form", 0),
		refused("[[1, 2]]", "form", 0),
		refused("[1.5, 2]", "form", 2),
		refused("[1e2]", "form", 2),
		refused("[true]", "form", 1),
		refused("[300, true]", "form", 1),
		refused("[1,,2]", "form", 3),
		refused("[,1]", "form", 1),
		refused("[,]", "form", 1),
		refused("[1, 2 3]", "form", 6),
		refused("[1 2, 3]", "form", 4),
		refused("[1 2,]", "form", 4),
		refused("[1, 2", "form", 5),
		refused("[1, 2}", "form", 5),
		refused("{1, 2]", "form", 5),
		refused("[1, 2])", "form", 6),
		refused("bytes([1, 2]", "form", 12),
		refused("[1, 2];;", "form", 6),
		refused("[1, 2] [3]", "form", 2),
		refused("[1]\n[2]", "form", 0),
		refused("[0b, 00]", "form", 2),
		refused("[0x]", "form", 3),
		refused("[5u8]", "form", 2),
		refused("[+5]", "form", 1),
		refused("[1; 2]", "form", 2),
		refused("(1, 2)", "form", 0),
		refused("5 [1]", "form", 0),
		refused("#[1]", "form", 0),
		refused(`x"[1]`, "form", 1),
		refused("hello", "form", 0),
		refused(`"hello"`, "form", 0),
		refused(`"a\u0041"`, "form", 2),
		refused(`x = "\x05"`, "form", 0),
		refused("'\\x05'", "form", 0),
		refused(`rb"\x05"`, "form", 0),
		refused(`B"\x05"`, "form", 0),
	}
	runReads(t, Bytes, near)
	for i, tt := range near {
		near[i] = raw(tt.text)
	}
	runReads(t, Auto, near)
	runReads(t, Auto, []readTest{raw("\t{}"), ok("1,2", Hex, "")}[:1])
}

// A JSON string is read as the hex or base64 that it holds.
func TestJSONStrings(t *testing.T) {
	const fuse = "0b00026d310003612f62000000000000100000000200"
	runReads(t, Auto, []readTest{
		ok(`"`+fuse+`"`, Hex, fuse),
		ok("  \"0b 00 02\"\n", Hex, "0b0002"),
		ok(`"0b00\n02\u0020\t05"`, Hex, "0b000205"),
		ok(`"CwACbTEAA2EvYgAAAAAAABAAAAACAA=="`, Base64, fuse),
		ok(`"CwACbTEAA2EvYgAAAAAAABAAAAACAA\u003d\u003d"`, Base64, fuse),
		ok(`"CwAC\nbTEA\nA2EvYgAAAAAAABAAAAACAA=="`, Base64, fuse),
		ok(`"\/\/\/\/"`, Base64, "ffffff"),
		ok(`"\n\t"`, Bytes, "0a09"),
		ok(`"\x0b\x00"`, Bytes, "0b00"),
		refused(`"0b00026d310003612fg2"`, "form", 19),
		refused(`"0b0"`, "form", 3),
		raw(`"hello"`),
		raw(`"0b", "00"`),
	})
	in, problem := Read([]byte(`"0b\n00"`), Auto, testLimit)
	if problem != nil || in.Locate(1) != 5 {
		t.Errorf("the second byte of a JSON string: %v, %v", in, problem)
	}
}

func TestJSONBuffer(t *testing.T) {
	runReads(t, Auto, []readTest{
		ok(`{"type":"Buffer","data":[5,0,0,0,7]}`, Bytes, "0500000007"),
		ok("{\n  \"type\": \"Buffer\",\n  \"data\": [\n    5,\n    0\n  ]\n}\n", Bytes, "0500"),
		refused(`{"type":"Buffer","data":[5,256]}`, "form", 27),
		refused(`{"type":"Buffer","data":[5]`, "form", 27),
		refused(`{"type":"Buffer","data":[]}`, "empty", 0),
		raw(`{"type":"Blob","data":[5]}`),
	})
}

// Hex with a few wrong characters is hex: the error is at the first of them, and the
// text is not read as base64.
func TestHexTypos(t *testing.T) {
	runReads(t, Auto, []readTest{
		refused("0b00026d310003612f62l00000000000100000000200", "form", 20),
		refused("0b00026d310003612f62O00000000000100000000200\n", "form", 20),
		refused("0d00026d31612f6g", "form", 15),
		refused("0d 0 02 6d 31 61 2g", "form", 18),
		refused("0d00026d31612f62\u00e9", "form", 16),
		refused("# a log\n0d00026d31612f62zz # h\u00e9\n", "form", 24),
		refused("0d00026d31;612f62;00", "form", 10),
		refused("0x0d,0x00,0x02,0xfg", "form", 18),
		ok("AAAAAAIHAAAAAAAAAAEAAAAAAAAA", Base64, "000000000207000000000000000100000000000000"), // its hex digits are letters
		ok("0d00026d31zz", Base64, "d1dd34d36e9ddf5cf3"),                                         // too short
	})
	for _, tt := range []struct {
		line string
		form Form
	}{
		{"0d00026d31612f622f6g", Hex}, {"AAAAAAIHAAAAAAAAAAEAAAAAAAAA", Base64}, {`"0d00026d31612f62"`, Hex}, {"[13, 0, 2]", Bytes},
	} {
		if form := LineForm([]byte(tt.line), testLimit); form != tt.form {
			t.Errorf("a first line %q: %v, want %v", tt.line, form, tt.form)
		}
	}
}

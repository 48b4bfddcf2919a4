package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

const testLimit = 1 << 16

// readTest is a text and the expected result: its form and the frame in hex, or
// else the code of the error and its offset.
type readTest struct {
	text  string
	form  Form
	frame string
	code  string
	at    int
}

func ok(text string, form Form, frame string) readTest {
	return readTest{text: text, form: form, frame: frame}
}

func refused(text, code string, at int) readTest {
	return readTest{text: text, code: code, at: at}
}

// raw expects text to be read as raw bytes.
func raw(text string) readTest {
	return readTest{text: text, form: Bin, frame: hex.EncodeToString([]byte(text))}
}

func runReads(t *testing.T, asked Form, tests []readTest) {
	t.Helper()
	for _, tt := range tests {
		in, problem := Read([]byte(tt.text), asked, testLimit)
		name := tt.text
		if len(name) > 120 {
			name = name[:120] + "..."
		}
		switch {
		case tt.code != "" && problem == nil:
			t.Errorf("%s: %q is read as %v: %x", asked, name, in.Form, in.Bytes)
		case tt.code != "":
			if problem.Code != tt.code || problem.Offset != tt.at {
				t.Errorf("%s: %q: code %s at %d, want %s at %d (%s)", asked, name, problem.Code, problem.Offset, tt.code, tt.at, problem.Message)
			}
			checkWords(t, problem.Message, string(problem.Need), string(problem.Have), problem.Hint)
			if problem.Offset < 0 || problem.Offset+problem.Length > len(tt.text) {
				t.Errorf("%s: %q: the fault is at %d+%d", asked, name, problem.Offset, problem.Length)
			}
		case problem != nil:
			t.Errorf("%s: %q: %s at %d: %s", asked, name, problem.Code, problem.Offset, problem.Message)
		case in.Form != tt.form || hex.EncodeToString(in.Bytes) != tt.frame:
			t.Errorf("%s: %q is read as %v: %x, want %v: %s (%s)", asked, name, in.Form, in.Bytes, tt.form, tt.frame, in.Reason)
		default:
			checkWords(t, in.Reason, in.Note)
		}
	}
}

// checkWords checks that messages for humans are printable ASCII.
func checkWords(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if i := strings.IndexFunc(w, func(r rune) bool { return r < 0x20 || r > 0x7e }); i >= 0 {
			t.Errorf("%q is not printable ASCII", w)
		}
	}
}

// all returns tests for pairs of a text and its frame.
func all(form Form, pairs ...string) []readTest {
	tests := make([]readTest, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		tests = append(tests, ok(pairs[i], form, pairs[i+1]))
	}
	return tests
}

func TestForms(t *testing.T) {
	if got := strings.Join(Forms(), " "); got != "auto bin hex hexdump base64 bytes" {
		t.Errorf("Forms() = %s", got)
	}
	for i, name := range Forms() {
		f, ok := ParseForm(name)
		if !ok || int(f) != i || f.String() != name {
			t.Errorf("ParseForm(%q) = %v, %v", name, f, ok)
		}
	}
	for _, name := range []string{"", "HEX", "raw", "hex "} {
		if _, ok := ParseForm(name); ok {
			t.Errorf("ParseForm(%q) is taken", name)
		}
	}
	if Form(99).String() != "unknown" {
		t.Error("a form that is none has a name")
	}
}

func encodeUTF16(text string, little, mark bool) string {
	var b bytes.Buffer
	units := utf16.Encode([]rune(text))
	if mark {
		units = append([]uint16{0xfeff}, units...)
	}
	for _, u := range units {
		if little {
			b.Write([]byte{byte(u), byte(u >> 8)})
		} else {
			b.Write([]byte{byte(u >> 8), byte(u)})
		}
	}
	return b.String()
}

func TestRaw(t *testing.T) {
	runReads(t, Auto, []readTest{
		raw("\x0b\x00\x02m1\x00\x03a/b"),
		raw("\x04\x00\x00\x00\x07"),
		raw("\x05\x00\x00\x00\x2a"),
		raw("\x0b"),
		raw("\x00"),
		raw("\x0d\x00\x00"),
		raw("\x0d\x00\x00\x00"),
		raw("\x0d\x00\x02m1\x00\x00\n"),
		raw("\x0b\x00\x02m1\n"),
		raw("\x09{\"uri\":\"a\"}"),
		raw("\x06null"),
		raw("\xa1aa\x01"),
		raw("A\x00B"),
		raw("A\x00\x00\x00"),
		raw("\xef\xbb\xbf\x0b\x00"),
		raw("\xff\xfe\x00\x00\x02\x00\x00"),
		raw("\xff\xfe\x0b\x00"),
		raw("hello world"),
		raw("{\"a\":1}\n"),
		raw("0b 00 zz"),
		raw("\x0c"),
		refused("", "empty", 0),
		refused("\n", "empty", 0),
		refused(" \t\r\n", "empty", 0),
		refused("\ufeff", "empty", 0),
		refused("\ufeff\n", "empty", 0),
		refused(encodeUTF16("0b 00", true, true), "encoding", 0),
		refused(encodeUTF16("0b 00\r\n", false, true), "encoding", 0),
		refused(encodeUTF16("0b 00", true, false), "encoding", 0),
		refused(encodeUTF16("0b", true, false), "encoding", 0),
		refused(encodeUTF16("0b", false, false), "encoding", 0),
		refused(encodeUTF16("0b00", true, false)[:7], "encoding", 0),
		refused(encodeUTF16("h\u00fcllo", true, true), "encoding", 0),
		refused("\xff\xfe", "encoding", 0),
		refused("\xfe\xff", "encoding", 0),
		ok("\ufeff0b00", Hex, "0b00"),
		ok("\ufeff[11, 0]", Bytes, "0b00"),
		ok("\ufeffCwA=", Base64, "0b00"),
	})
	runReads(t, Bin, []readTest{
		raw(""), raw("\n"), raw("0b00"), raw("\ufeff0b00"), raw(encodeUTF16("0b00", true, true)), raw(encodeUTF16("0b00", true, false)), raw("\x0b\n"),
	})
	for _, form := range []Form{Hex, Hexdump, Base64, Bytes} {
		runReads(t, form, []readTest{
			refused("", "empty", 0),
			refused(" \r\n", "empty", 0),
			refused("\ufeff ", "empty", 0),
			refused(encodeUTF16("0b 00", true, true), "encoding", 0),
			refused(encodeUTF16("0b 00", false, false), "encoding", 0),
			refused("\xff\xfe\x0b\x00", "encoding", 0),
		})
	}
}

func TestLimit(t *testing.T) {
	tests := []struct {
		form Form
		text string // five bytes
		at   int    // offset of the fifth byte
	}{
		{Bin, "\x0b\x00\x02m1", 4},
		{Hex, "0b00026d31", 8},
		{Hex, "0b 00 02 6d 31\n", 12},
		{Hex, "0xb 0x0 0x2 0x6d 0x1", 19},
		{Hex, "0b00026d 0x1", 11},
		{Base64, "CwACbTE=", 5},
		{Bytes, "[11, 0, 2, 109, 49]", 16},
		{Bytes, "<Buffer 0b 00 02 6d 31>", 20},
		{Bytes, `b"\x0b\0\x02m1"`, 13},
		{Hexdump, "00000000: 0b00 026d 31  ...m1", 20},
		{Hexdump, "00000000  0b 00 02 6d 31  |...m1|\n00000005", 22},
		{Hexdump, "000000 0b\n*\n000004 31\n000005\n", 19},
		{Hexdump, "000000 0b\n*\n000005\n", 10},
	}
	for _, tt := range tests {
		for _, form := range []Form{tt.form, Auto} {
			in, problem := Read([]byte(tt.text), form, 5)
			if problem != nil || len(in.Bytes) != 5 {
				t.Errorf("%s: %q: %v", form, tt.text, problem)
			}
			_, problem = Read([]byte(tt.text), form, 4)
			if problem == nil || problem.Code != "limit" || problem.Offset != tt.at && tt.form != Hex {
				t.Errorf("%s: %q under a limit of 4: %+v", form, tt.text, problem)
				continue
			}
			if !strings.Contains(problem.Message, "--max-frame") || problem.Need != "4" {
				t.Errorf("%s: %q under a limit of 4: need %s, message %q", form, tt.text, problem.Need, problem.Message)
			}
		}
	}
	if _, problem := Read([]byte("0b"), Hex, -1); problem == nil || problem.Code != "limit" {
		t.Errorf("a limit below nothing: %v", problem)
	}
}

func TestInputReason(t *testing.T) {
	in, _ := Read([]byte("\ufeffCwA="), Auto, testLimit)
	if in.Note != "skipped the UTF-8 byte order mark at the start of the text" {
		t.Errorf("note %q", in.Note)
	}
	for _, part := range []string{"not a dump (1:1: ", "not a byte list (1:1: ", "not hex (1:2: ", "base64: "} {
		if !strings.Contains(in.Reason, part) {
			t.Errorf("%q is not in %q", part, in.Reason)
		}
	}
	in, _ = Read([]byte("0b"), Hex, testLimit)
	if in.Reason != "the form was set explicitly" || in.Form == Bin {
		t.Errorf("why %q, form %v", in.Reason, in.Form)
	}
	in, _ = Read([]byte("\x0b\x00"), Auto, testLimit)
	if !strings.Contains(in.Reason, "read as raw bytes") || in.Form != Bin {
		t.Errorf("why %q, form %v", in.Reason, in.Form)
	}
	_, problem := Read([]byte("\n"), Auto, testLimit)
	if !strings.Contains(problem.Hint, "--in bin") {
		t.Errorf("hint %q", problem.Hint)
	}
}

func TestExplain(t *testing.T) {
	tests := []struct {
		text string
		at   int
		part string // of the message and hint
	}{
		{`{"type":"diverge.frame"}`, 0, "JSON"},
		{` [1, "a"]`, 1, "divtool encode"},
		{`[256.5]`, 0, "divtool lint"},
		{`"hello"`, 0, "JSON"},
		{"{}", 0, "JSON"},
		{"{\"a\":1}\n{\"a\":2}\n", 0, "JSON"},
		{"[1]\n[2]", 0, "JSON"},
		{"\ufeff{}", 3, "JSON"},
		{`{"a":1,}`, 6, "not valid"},
		{`[{"a":1}`, 8, "not valid"},
		{"0b 00 zz", 6, "as hex: expected a hex digit or a separator, got 'z'"},
		{"0b00026d31;", 10, "as hex: expected a hex digit or a separator, got ';'"},
		{"0b 00 02 6d 31 g", 15, "as hex"},
		{"hello", 4, "as base64: invalid base64 length of 5 characters"},
		{"CwACbTE==", 7, "as base64"},
		{"CwAC bTE=", 4, "as base64: expected a base64 character, got a space"},
		{"hello world", 5, "as base64"},
		{"[0b, 00]", 2, "as a byte list"},
		{"[1, 2", 5, "as a byte list"},
		{"b'abc", 5, "as a byte list: expected the closing quote"},
		{"[1, 300]", 4, "as a byte list: expected an integer from 0 to 255, got 300"},
		{"0000: 0b 0z", 10, "as a dump"},
		{"0b00", 0, "--in hex"},
		{"[11, 0]", 0, "--in bytes"},
	}
	for _, tt := range tests {
		d := Explain([]byte(tt.text))
		if d == nil || d.Code != "form" || d.Offset != tt.at || !strings.Contains(d.Message+" "+d.Hint, tt.part) {
			t.Errorf("Nearest(%q) = %+v, want %d, %q", tt.text, d, tt.at, tt.part)
		}
	}
	for _, text := range []string{"", "\n", "\ufeff", "\x0b\x00\x02m1", "abc\x7f", "\xff\xfe", "caf\xe9"} {
		if d := Explain([]byte(text)); d != nil {
			t.Errorf("Nearest(%q) = %+v", text, d)
		}
	}
}

// A line that is clearly hex or a list determines the form of the following lines
// even if the line itself is invalid.
func TestLineForm(t *testing.T) {
	for line, want := range map[string]Form{
		"0102":      Hex,
		"010":       Hex, // lacks a digit; also valid base64
		"01 02 3":   Hex,
		"AQI=":      Base64,
		"zz~":       Hex,
		"[1, 2]":    Bytes,
		"[1, 256]":  Bytes,
		"0102 0304": Hex, // exceeds the limit
		"AQIDBAU=":  Base64,
	} {
		if got := LineForm([]byte(line), 3); got != want {
			t.Errorf("%q is %s, want %s", line, got, want)
		}
	}
}

// isWrittenAt reports whether byte b is written at offset at of text.
func isWrittenAt(text string, at int, form Form, b byte) bool {
	rest := text[at:]
	switch {
	case form == Bin:
		return rest[0] == b
	case form == Hexdump && strings.HasPrefix(rest, "*"):
		return true
	case form == Hex || form == Hexdump || strings.Contains(text, "<Buffer"):
		return hexAt(rest, b)
	case form == Bytes && strings.ContainsAny(text, "[{"):
		end := strings.IndexAny(rest, ", \n]}")
		n, err := strconv.ParseUint(rest[:end], 0, 8)
		return err == nil && byte(n) == b
	case rest[0] != '\\':
		return rest[0] == b
	case rest[1] == 'x':
		return hexAt(rest[2:], b)
	}
	return strings.IndexByte("\x00\n\r\t\\\"'", b) == strings.IndexByte(`0nrt\"'`, rest[1])
}

func hexAt(rest string, b byte) bool {
	n := min(2, len(rest))
	if n == 2 && !isHex(rest[1]) {
		n = 1
	}
	v, err := strconv.ParseUint(rest[:n], 16, 8)
	return err == nil && byte(v) == b
}

func checkLocate(t *testing.T, text string, form Form, b []byte) {
	t.Helper()
	in, problem := Read([]byte(text), form, len(text)+len(b))
	if problem != nil || string(in.Bytes) != string(b) {
		t.Fatalf("%s: %q is not read as %x: %v", form, text, b, problem)
	}
	checkOrder(t, in, len(text))
	if form == Base64 {
		return
	}
	for i, c := range b {
		if at := in.Locate(i); !isWrittenAt(text, at, form, c) {
			t.Fatalf("%s: %q: byte %d (%#02x) is not at %d", form, text, i, c, at)
		}
	}
}

// checkOrder checks that locations are within the text and never decrease.
func checkOrder(t *testing.T, in *Input, size int) {
	t.Helper()
	step, last := max(1, len(in.Bytes)/64), 0
	for i := 0; i <= len(in.Bytes); i += step {
		at := in.Locate(i)
		if at < last || at > size || at == size && i < len(in.Bytes) {
			t.Fatalf("byte %d of %d is at %d of %d, after %d", i, len(in.Bytes), at, size, last)
		}
		last = at
	}
	if end := in.Locate(len(in.Bytes)); end < last || end > size || in.Locate(len(in.Bytes)+5) != end || in.Locate(-1) != in.Locate(0) {
		t.Fatalf("the frame ends at %d of %d", end, size)
	}
}

func TestLocate(t *testing.T) {
	b := append(randomBytes(50), make([]byte, 100)...)
	b = append(b, "text \"quoted\" and 'so' \\ \n\r\t\x00end"...)
	for n := 1; n < len(b); n += 23 {
		checkLocate(t, string(b[:n]), Bin, b[:n])
		for style := n % 3; style < 100; style += 3 {
			checkLocate(t, string(renderHex(b[:n], style)), Hex, b[:n])
			checkLocate(t, string(renderDump(b[:n], style)), Hexdump, b[:n])
			checkLocate(t, string(renderList(b[:n], style)), Bytes, b[:n])
			checkLocate(t, string(renderLiteral(b[:n], style)), Bytes, b[:n])
		}
	}
	for _, d := range toolDumps {
		b, _ := hex.DecodeString(d.frame)
		checkLocate(t, d.text, Hexdump, b)
	}
}

func TestLocateBase64(t *testing.T) {
	for n := 1; n < 12; n++ {
		clean := base64.StdEncoding.EncodeToString(randomBytes(n))
		broken := "\ufeff " + strings.Join(strings.Split(clean, ""), "\r\n") + "\n"
		in, problem := Read([]byte(broken), Base64, testLimit)
		if problem != nil {
			t.Fatal(problem)
		}
		checkOrder(t, in, len(broken))
		for i := range n {
			if at := in.Locate(i); broken[at] != clean[i*8/6] || strings.Count(broken[:at], "\n") != i*8/6 {
				t.Errorf("%q: byte %d is at %d", broken, i, at)
			}
		}
		letters := len(strings.TrimRight(clean, "="))
		if end := in.Locate(n); end != 4+(letters-1)*3+1 {
			t.Errorf("%q ends at %d", broken, end)
		}
	}
}

func TestLocatePlaces(t *testing.T) {
	tests := []struct {
		text string
		at   []int
	}{
		{"0b 00", []int{0, 3, 5}},
		{"\ufeff0x0b, 0x5 # 00\n", []int{5, 11, 12}},
		{`\x0b\x00`, []int{2, 6, 8}},
		{"[11, 0x2]\n", []int{1, 5, 8}},
		{`b"\x0ba\n"`, []int{2, 6, 7, 9}},
		{"00000000: 0b00  ..\n", []int{10, 12, 14}},
		{"000000 0b\n*\n000003\n", []int{7, 10, 10, 11}},
		{"\x0b\x00", []int{0, 1, 2}},
	}
	for _, tt := range tests {
		in, problem := Read([]byte(tt.text), Auto, testLimit)
		if problem != nil {
			t.Errorf("%q: %v", tt.text, problem)
			continue
		}
		for i, want := range tt.at {
			if got := in.Locate(i); got != want {
				t.Errorf("%q: byte %d is at %d, want %d", tt.text, i, got, want)
			}
		}
	}
}

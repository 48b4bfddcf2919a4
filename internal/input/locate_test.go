package input

import (
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"testing"
)

// isWrittenAt tells whether byte b stands at offset at of a text of the form.
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

// checkOrder checks that places stay in the text and never go back.
func checkOrder(t *testing.T, in *Input, size int) {
	t.Helper()
	step, last := max(1, len(in.Bytes)/64), 0
	for i := 0; i <= len(in.Bytes); i += step {
		at := in.Locate(i)
		if at < last || at > size || at == size && i < len(in.Bytes) {
			t.Fatalf("byte %d of %d is at %d of %d, behind %d", i, len(in.Bytes), at, size, last)
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

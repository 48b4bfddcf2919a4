package input

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"testing"
)

const fuzzLimit = 1 << 12

// checkAny reads a text that may be anything in one form and checks what holds
// for every answer.
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

// checkRoundTrip reads what a renderer wrote.
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
			t.Fatalf("AppendHex(%q): fault at %d, encoding/hex says %v", b, at, err)
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
			// What Auto takes, the form itself takes for the same bytes.
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

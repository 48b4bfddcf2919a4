package input

import (
	"encoding/hex"
	"strings"
	"testing"
)

const testLimit = 1 << 16

// readTest is a text and what becomes of it: the form it is read in and the
// frame in hex, or else an error code and its offset.
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

// raw is a text that no form fits: its own bytes are the frame.
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

// checkWords checks that nothing hostile is in what people read.
func checkWords(t *testing.T, words ...string) {
	t.Helper()
	for _, w := range words {
		if i := strings.IndexFunc(w, func(r rune) bool { return r < 0x20 || r > 0x7e }); i >= 0 {
			t.Errorf("%q is not printable ASCII", w)
		}
	}
}

// all makes tests of pairs of a text and the frame it is read as.
func all(form Form, pairs ...string) []readTest {
	tests := make([]readTest, 0, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		tests = append(tests, ok(pairs[i], form, pairs[i+1]))
	}
	return tests
}

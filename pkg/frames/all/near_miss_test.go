package all_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

const (
	ping     = "00000000 02 07 00 0000 00000000 0100000000000000"
	request  = "0a000000 02 00 00 0000 00000000 0100000000000000 7b226f70223a2278227d"
	fuseRead = "0b 0002 6d31 0003 612f62 0000000000001000 00000200"
)

// A frame that fails a type by a small difference is refused with that type and the
// difference, or shown with a doubt.
func TestNearMisses(t *testing.T) {
	tests := []struct{ name, hex, want string }{
		{"line feed", ping + "0a", "subc.frame: a PING and 1 trailing byte, a line feed"},
		{"CR LF at the end", ping + "0d0a", "subc.frame: a PING and 2 trailing bytes, CR LF"},
		{"8 bytes too many", ping + "0000000000000000", "subc.frame: a PING and 8 trailing bytes"},
		{"bytes too few", request[:len(request)-4], "subc.frame: a REQUEST that is 2 bytes short"},
		{"header too short", ping[:len(ping)-4], "subc.frame: a PING whose header is 2 bytes short"},
		{"byte of the header missing", "0a000000 02 00 00 0000 00000000 01000000000000 7b226f70223a2278227d", "subc.frame: a frame whose header is 1 byte short"},
		{"two frames", request + ping, "subc.frame: a REQUEST and another frame, a PING; use `--framing subc`"},
		{"CR LF for LF", "0b000000 02 00 00 0000 00000000 0d0a00000000000000 7b226f70220d0a3a2278227d", "subc.frame: a REQUEST with CR LF in place of LF"},
		{"version", "00000000 03 07 00 0000 00000000 0100000000000000", "subc.frame: envelope version 3 (known: 2)"},
		{"old version", "00000000 01 07 00 0000 0100000000000000", "subc.frame: envelope version 1"},
		{"type", "00000000 02 0c 00 0000 00000000 0100000000000000", "subc.frame: unknown frame type 12 (known: 0 to 11)"},
		{"length before", "16000000" + fuseRead, "diverge.agents.request: 22 bytes after a length prefix; use `--framing len32le`"},
		{"big-endian length before", "00000016" + fuseRead, "diverge.agents.request: 22 bytes after a length prefix; use `--framing len32be`"},
		{"number and line feed", "04000000070a", "diverge.agents.request: 5 bytes and 1 trailing byte, a line feed"},
		{"CBOR and line feed", "a3 6176 01 696e616d657370616365 616e 636b6579 416b 0a", "laser.kv-get: 22 bytes and 1 trailing byte, a line feed"},
	}
	types := all.Types()
	var r frames.Reader
	for _, tt := range tests {
		g := types.Guess(&r, unhex(t, tt.hex))
		got := g.Doubt
		if g.Type == nil {
			d, _ := diag.From(g.NoFit())
			got = d.Details
		}
		if !strings.Contains(got, tt.want) {
			t.Errorf("%s: %v: %q, want %q", tt.name, g.Type, got, tt.want)
		}
	}
}

// With a given type, the hint of a fault names another type that fits, or what happened
// to the frame.
func TestExplain(t *testing.T) {
	types := all.Types()
	for _, tt := range []struct{ typeName, hex, want string }{
		{"laser.kv-set", fuseRead, "the frame decodes as diverge.agents.request"},
		{"subc.frame", fuseRead, "the frame decodes as diverge.agents.request"},
		{"diverge.agents.request", "16000000" + fuseRead, "--framing len32le"},
		{"diverge.agents.request", "00000016" + fuseRead, "--framing len32be"},
		{"subc.frame", ping + "0a", "a line feed"},
		{"subc.frame", ping + ping, "another frame"},
		{"laser.kv-get", "a3 6176 01 696e616d657370616365 616e 636b6579 416b 0a", "a line feed"},
	} {
		var r frames.Reader
		var doc frames.Document
		ty, frame := types.ByName(tt.typeName), unhex(t, tt.hex)
		fault, _ := diag.From(r.Read(ty, frame, &doc))
		if fault == nil {
			t.Errorf("%s: %s decodes", tt.typeName, tt.hex)
			continue
		}
		types.Explain(&r, ty, frame, fault)
		if !strings.Contains(fault.Hint, tt.want) {
			t.Errorf("%s: %s: hint %q, want %q", tt.typeName, tt.hex, fault.Hint, tt.want)
		}
	}
}

// Read decides as the guess does, and reports what the guess reports.
func TestReportOfGuess(t *testing.T) {
	var r frames.Reader
	g := all.Types().Guess(&r, unhex(t, ping))
	report := strings.Join(g.Report(), "\n")
	for _, want := range []string{"subc.frame: selected", "diverge.frame: decodes, with ", "diverge.agents.request: oci_manifest: ", " laser types: ruled out"} {
		if !strings.Contains(report, want) {
			t.Errorf("no %q in\n%s", want, report)
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// The warning about an unknown member of a JSON payload suggests the known one.
func TestUnknownMemberSuggestion(t *testing.T) {
	frame := append([]byte{8}, `{"name":"echo","argumnets":{}}`...)
	doc, err := frames.Set{all.Types().ByName("diverge.agents.request")}.Decode(frame, frames.Options{})
	if want := `unknown member \"argumnets\"; did you mean \"arguments\"?`; err != nil || !strings.Contains(string(doc), want) {
		t.Errorf("%s, %v: no %s", doc, err, want)
	}
}

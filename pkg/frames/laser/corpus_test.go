package laser_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// typeOf returns the type of a Rust name.
func typeOf(t testing.TB, rust string) *frames.Type {
	t.Helper()
	name := strings.TrimSuffix(rust, " (test only)")
	for _, ty := range laser.Types {
		if ty.Codec.(*cbor.Codec).Root.Name == name {
			return ty
		}
	}
	t.Fatalf("unknown type %s", rust)
	return nil
}

// result is the result of decoding a frame.
type result struct {
	doc      string
	payload  string
	fault    *diag.Diagnostic
	warnings []*diag.Diagnostic
	lossy    bool
}

// collector is a document that keeps its warnings.
type collector struct {
	frames.Document
	warnings []*diag.Diagnostic
}

func (c *collector) Warn(w *diag.Diagnostic) {
	c.Document.Warn(w)
	c.warnings = append(c.warnings, w)
}

func decode(ty *frames.Type, frame []byte, o frames.Options) result {
	r := frames.Reader{Options: o}
	var c collector
	fault, _ := diag.From(r.Read(ty, frame, &c))
	out := result{payload: string(c.Payload()), fault: fault, warnings: c.warnings, lossy: c.IsLossy}
	out.doc = string(c.Append(nil, frame, &frames.DocInfo{Type: ty.Name, Index: -1, Fault: fault}))
	return out
}

// encode returns the frame of a bare payload.
func encode(t testing.TB, ty *frames.Type, payload string) ([]byte, *diag.Diagnostic) {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(payload)); f != nil {
		t.Fatalf("%s: %v", payload, f)
	}
	e := frames.Encoder{Type: ty}
	frame, err := e.Encode(nil, (*canon.Doc)(&doc), 0)
	d, _ := diag.From(err)
	return frame, d
}

type fixture struct {
	File  string
	Type  string
	Valid bool
	Diag  string
}

func fixtures(t testing.TB) []fixture {
	var all, out []fixture
	corpus.JSON(t, "laser/INDEX.json", &all)
	for _, f := range all {
		if strings.HasSuffix(f.File, ".bin") {
			out = append(out, f)
		}
	}
	return out
}

// All golden files decode as their type, and encode again to the same bytes without being
// lossy.
func TestGoldenFiles(t *testing.T) {
	list := fixtures(t)
	if len(list) != 105 {
		t.Fatalf("there are %d golden files", len(list))
	}
	for _, f := range list {
		t.Run(f.File, func(t *testing.T) {
			frame := corpus.Read(t, "laser/"+f.File)
			ty := typeOf(t, f.Type)
			for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}} {
				got := decode(ty, frame, o)
				if got.fault != nil || got.lossy {
					t.Fatalf("%v, lossy %v: %s", got.fault, got.lossy, got.doc)
				}
				if !json.Valid([]byte(got.doc)) {
					t.Fatalf("not JSON: %s", got.doc)
				}
				for _, w := range got.warnings {
					if w.Code == "agent-validity" && !f.Valid || w.Code == "old-shape" && f.File == "forwarded_command.bin" {
						continue
					}
					t.Errorf("warning %s: %s", w.Code, w.Message)
				}
				if !f.Valid && len(got.warnings) == 0 {
					t.Error("no warning")
				}
				back, refusal := encode(t, ty, got.payload)
				if refusal != nil || !bytes.Equal(back, frame) {
					t.Fatalf("%s\nencodes as %x, %v\nwant       %x", got.payload, back, refusal, frame)
				}
			}
		})
	}
}

type vector struct {
	Name, Type, Hex string
	JSON            json.RawMessage
	Confirmed       bool
}

// The vectors hold in both directions; confirmed ones without warnings.
func TestForwardVectors(t *testing.T) {
	var list []vector
	corpus.JSON(t, "laser/forward_vectors.json", &list)
	for _, vec := range list {
		t.Run(vec.Name, func(t *testing.T) { checkVector(t, vec) })
	}
}

// The vectors that the Rust crate made hold in both directions without warnings.
func TestMessageVectors(t *testing.T) {
	var list []vector
	corpus.JSON(t, "laser/message_vectors.json", &list)
	for _, vec := range list {
		vec.Confirmed = true
		t.Run(vec.Name, func(t *testing.T) { checkVector(t, vec) })
	}
}

func checkVector(t *testing.T, vec vector) {
	t.Helper()
	ty, frame := typeOf(t, vec.Type), unhex(t, vec.Hex)
	got := decode(ty, frame, frames.Options{})
	if got.fault != nil || got.lossy || vec.Confirmed && len(got.warnings) > 0 {
		t.Fatalf("%v: %s", got.fault, got.doc)
	}
	if want := compact(t, vec.JSON); compact(t, []byte(got.payload)) != want {
		t.Errorf("reads as %s\nwant     %s", got.payload, want)
	}
	back, refusal := encode(t, ty, string(vec.JSON))
	if refusal != nil || !bytes.Equal(back, frame) {
		t.Errorf("encodes as %x, %v", back, refusal)
	}
}

func unhex(t testing.TB, digits string) []byte {
	t.Helper()
	frame, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return frame
}

// Frames that were tried on the Rust crate: what it refuses is refused, what it writes again
// is read without a warning, and what it changes is read with one.
func TestDirectedVectors(t *testing.T) {
	var list []struct{ Name, Type, Hex, Reference, Writes string }
	corpus.JSON(t, "laser/directed_vectors.json", &list)
	for _, vec := range list {
		t.Run(vec.Name, func(t *testing.T) {
			ty, frame := laser.Types.ByName(vec.Type), unhex(t, vec.Hex)
			checkFrame(t, ty, frame)
			got := decode(ty, frame, frames.Options{})
			if refuses := got.fault != nil; refuses != (vec.Reference == "refuses") {
				t.Fatalf("%v: %s", got.fault, got.doc)
			}
			if got.fault != nil {
				return
			}
			warned := slices.ContainsFunc(got.warnings, func(w *diag.Diagnostic) bool { return w.Code != "agent-validity" })
			if warned != (vec.Writes == "other") {
				t.Errorf("the reference writes %s bytes: %s", vec.Writes, got.doc)
			}
			back, refusal := encode(t, ty, got.payload)
			if refusal != nil || vec.Writes == "same" && !bytes.Equal(back, frame) {
				t.Errorf("encodes as %x, %v", back, refusal)
			}
		})
	}
}

// compact returns JSON without spaces and escapes.
func compact(t *testing.T, str []byte) string {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read(str); f != nil {
		t.Fatalf("%s: %v", str, f)
	}
	return string(doc.Append(nil, 0, jsondoc.Style{}))
}

type malformed struct {
	Name, Type, Hex, Strict string
	StrictCode              string `json:"strict_code"`
	StrictReason            string `json:"strict_reason"`
	Reencoded               string `json:"upstream_reencoded"`
}

// Malformed frames get the verdict and the code of a strict reader, and their readable part
// is shown.
func TestForwardMalformed(t *testing.T) {
	var list []malformed
	corpus.JSON(t, "laser/forward_malformed.json", &list)
	for _, m := range list {
		t.Run(m.Name, func(t *testing.T) {
			frame, err := hex.DecodeString(m.Hex)
			if err != nil {
				t.Fatal(err)
			}
			ty := typeOf(t, m.Type)
			got := decode(ty, frame, frames.Options{Spans: true})
			if !json.Valid([]byte(got.doc)) {
				t.Errorf("not JSON: %s", got.doc)
			}
			verdict, code := "accept", ""
			switch {
			case got.fault != nil:
				verdict, code = "reject", got.fault.Code
			case len(got.warnings) > 0:
				verdict, code = "warn", got.warnings[0].Code
			}
			if verdict != m.Strict || code != m.StrictCode || verdict == "warn" && len(got.warnings) != 1 {
				t.Errorf("%s %s, want %s %s (%s): %s", verdict, code, m.Strict, m.StrictCode, m.StrictReason, got.doc)
			}
			if got.fault == nil {
				checkReencoded(t, ty, m, frame, got)
			}
		})
	}
}

// checkReencoded compares with what the reference writes for a frame that it has read. It
// drops unknown keys and words.
func checkReencoded(t *testing.T, ty *frames.Type, m malformed, frame []byte, got result) {
	t.Helper()
	back, refusal := encode(t, ty, got.payload)
	if refusal != nil {
		t.Fatal(refusal)
	}
	if bytes.Equal(back, frame) == got.lossy {
		t.Errorf("lossy is %v, but it encodes as %x", got.lossy, back)
	}
	if m.StrictCode == "unknown-field" || m.StrictCode == "unrecognized" || m.StrictCode == "old-shape" {
		return
	}
	want := m.Reencoded
	if want == "same bytes" {
		want = m.Hex
	}
	if hex.EncodeToString(back) != want {
		t.Errorf("encodes as %x\nwant       %s", back, want)
	}
}

// At least 93 of the golden files are recognised by their keys alone; the others list the
// alternatives.
func TestGuessGoldenFiles(t *testing.T) {
	var r frames.Reader
	unique := 0
	for _, f := range fixtures(t) {
		frame := corpus.Read(t, "laser/"+f.File)
		want := typeOf(t, f.Type).Name
		g := laser.Types.Guess(&r, frame)
		if g.Type == nil {
			t.Errorf("%s: %v", f.File, g.NoFit())
			continue
		}
		fits := append([]string{g.Type.Name}, g.Alternatives...)
		if !slices.Contains(fits, want) {
			t.Errorf("%s is taken for %v", f.File, fits)
		}
		if len(fits) == 1 {
			unique++
		} else {
			t.Logf("%s: %s", f.File, strings.Join(fits, " "))
		}
	}
	if unique < 93 {
		t.Errorf("only %d golden files are recognised as one type", unique)
	}
}

// A frame that fits nothing is explained by the nearest types of the family, quickly, even
// when it is large.
func TestNoFit(t *testing.T) {
	manyKeys := []byte{0xba, 0, 0x0f, 0x42, 0x40}
	for i := range 1000000 {
		manyKeys = append(manyKeys, fmt.Sprintf("\x68%08x\x00", i)...)
	}
	guessed := 0
	for _, t := range laser.Types {
		if t.Guessed {
			guessed++
		}
	}
	others := fmt.Sprintf("%d other laser types", guessed-2)
	tests := []struct {
		name  string
		frame []byte
		str   []string // in the message
		hint  string
	}{
		{"nothing", nil, []string{"laser.forwarded-query: the frame is empty", others}, ""},
		{"no map", []byte{1}, []string{"laser.forwarded-query: expected a map", others}, ""},
		{"near a write", []byte("\xa2\x61v\x01\x65value\x40"), []string{`laser.kv-set: missing member "namespace"`, others}, ""},
		{"no key of its own", []byte("\xa0"), []string{others}, ""},
		{"cut", []byte("\xa4\x67user_id\x07\x69client_id\x18"), []string{"laser.forwarded-query: client_id: the frame ends inside the head of an item: expected 2 bytes"}, ""},
		{"a prefix", append([]byte{0x3d, 0, 0, 0}, make([]byte, 0x3d)...), nil, "use `--framing len32le`"},
		{"a million keys", manyKeys, []string{others}, ""},
		{"nested", []byte(strings.Repeat("\x99\xff\xff", 3000)), []string{others}, ""},
		{"deep in a map", append([]byte("\xa1\x61v"), strings.Repeat("\x81", 200000)...), []string{"256"}, "--max-depth"},
	}
	for _, tt := range tests {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := time.Now()
		var r frames.Reader
		g := laser.Types.Guess(&r, tt.frame)
		d, _ := diag.From(g.NoFit())
		elapsed := time.Since(start)
		runtime.ReadMemStats(&after)
		if g.Type != nil {
			t.Errorf("%s is taken for %s", tt.name, g.Type.Name)
			continue
		}
		for _, str := range tt.str {
			if !strings.Contains(d.FullMessage(), str) {
				t.Errorf("%s: no %q in %s", tt.name, str, d.FullMessage())
			}
		}
		if !strings.Contains(d.Hint, tt.hint) {
			t.Errorf("%s: the hint is %q", tt.name, d.Hint)
		}
		if used := after.TotalAlloc - before.TotalAlloc; elapsed > 30*time.Second || used > 48<<20 {
			t.Errorf("%s: %v, %d MiB", tt.name, elapsed, used>>20)
		}
	}
}

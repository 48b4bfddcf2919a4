package laser_test

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/internal/jsondoc"
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
	t.Fatalf("there is no type %s", rust)
	return nil
}

// result is what came of a frame.
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
	fault := r.Read(ty, frame, &c)
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
	return e.Encode(nil, &doc, 0)
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

// All golden files decode, as the type they are of, and encode again to the
// same bytes without being lossy.
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

// The vectors hold both ways; those that are confirmed without warnings.
func TestForwardVectors(t *testing.T) {
	var list []vector
	corpus.JSON(t, "laser/forward_vectors.json", &list)
	for _, vec := range list {
		t.Run(vec.Name, func(t *testing.T) {
			frame, err := hex.DecodeString(vec.Hex)
			if err != nil {
				t.Fatal(err)
			}
			ty := typeOf(t, vec.Type)
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
		})
	}
}

// compact is JSON without spaces and escapes.
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

// The malformed frames get the verdict and the code of a strict reader, and
// what can be read of them is shown.
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

// checkReencoded compares with what the reference writes for a frame that it
// has read; but that it drops unknown keys, and words.
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

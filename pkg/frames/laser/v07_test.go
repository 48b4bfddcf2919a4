package laser_test

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// declarations returns all types, each followed by its other versions.
func declarations() (list frames.Set) {
	for _, ty := range laser.Types {
		list = append(append(list, ty), ty.Versions...)
	}
	return list
}

// guessed is what a frame is without a type being given.
type guessed struct {
	result
	typeName, label string
	alternatives    []string
	err             error
}

// Reset drops what a reading sent that was given up.
func (c *collector) Reset() {
	c.Document.Reset()
	c.warnings = c.warnings[:0]
}

func guess(frame []byte) guessed {
	r := frames.Reader{Options: frames.Options{Notes: true}}
	var c collector
	g := all.Types().Read(&r, frame, &c)
	if g.Type == nil {
		return guessed{err: g.NoFit()}
	}
	out := guessed{typeName: g.Type.Name, label: g.Type.Label(), alternatives: g.Alternatives}
	out.warnings, out.lossy = c.warnings, c.IsLossy
	out.doc = string(c.Append(nil, frame, &frames.DocInfo{Type: g.Type.Name, Index: -1}))
	return out
}

// checkRestores checks that the document of a frame encodes to the frame.
func checkRestores(t *testing.T, doc string, frame []byte) {
	t.Helper()
	e := frames.Encoder{Types: all.Types()}
	if back, err := e.EncodeText(nil, []byte(doc)); err != nil || string(back) != string(frame) {
		t.Errorf("%s\nencodes to %x, %v\nwant %x", doc, back, err, frame)
	}
}

// The frames of other releases are what the corpus says, and nothing else, in all
// families.
func TestDriftVectors(t *testing.T) {
	for _, family := range []string{"laser", "diverge"} {
		t.Run(family, func(t *testing.T) { checkDriftVectors(t, family) })
	}
}

func checkDriftVectors(t *testing.T, family string) {
	var vectors []struct {
		Name, Hex string
		Expect    struct {
			Verdict, Type string
			MustNotBe     []string `json:"must_not_be"`
		}
	}
	corpus.JSON(t, family+"/drift_vectors.json", &vectors)
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			frame, err := hex.DecodeString(v.Hex)
			if err != nil {
				t.Fatal(err)
			}
			got := guess(frame)
			for _, other := range v.Expect.MustNotBe {
				if got.err == nil && (got.typeName == other || strings.HasPrefix(got.typeName, other+".")) {
					t.Errorf("is shown as %s: %s", other, got.doc)
				}
			}
			refused := got.err != nil
			if !refused && v.Expect.Type != "" && got.typeName != v.Expect.Type {
				t.Errorf("is %s, want %s", got.typeName, v.Expect.Type)
			}
			switch v.Expect.Verdict {
			case "decodes":
				if refused || len(got.warnings) > 0 {
					t.Fatalf("%v %s", got.err, got.doc)
				}
				if !strings.Contains(got.doc, "«redacted") {
					checkRestores(t, got.doc, frame)
				}
			case "warns":
				if !refused && len(got.warnings) == 0 {
					t.Errorf("no warning: %s", got.doc)
				}
			case "refused":
				if !refused {
					t.Errorf("is not refused: %s", got.doc)
				}
			}
		})
	}
}

const id = "00000000000000000000000000000001"

const position = `{"topic_generation":1,"partition":0,"offset":5}`

// A frame that has a tell-tale of shape B is read by it, says so, and encodes to itself.
func TestShapeB(t *testing.T) {
	types := laser.Types.InVersion("laser@0.7")
	tests := []struct{ name, payload string }{
		{"query-envelope", `{"v":1,"query":{"execution_id":"` + id + `","target":{"kind":"lakehouse","destination_id":"` + id + `","destination_generation":2,"snapshot":{"kind":"snapshot_id","value":-3}},"deadline_micros":1,"page":{"limit":5,"want_total":true},"select":{"payload":true}}}`},
		{"query-envelope", `{"v":1,"query":{"execution_id":"` + id + `","target":{"kind":"operational","index":"i"},"deadline_micros":1,"filter":{"pred":{"field":"f","op":"eq","value":{"kind":"int","value":-2147483648}}},"page":{"limit":50,"offset":0},"select":{"payload":false},"raw_sql":{"dialect":"my_sql","sql":"select 1","params":[{"kind":"null"}]}}}`},
		{"query-reply", `{"Err":{"ResourceLimit":{"resource":"rows","observed":2,"limit":1}}}`},
		{"query-reply", `{"Err":{"ExpiredSnapshot":{"snapshot_id":-9223372036854775808}}}`},
		{"fold-snapshot", `{"stream":"s","stream_id":0,"stream_created_at_micros":1,"conversation":"` + id + `","fold":"f","as_of":[[1,2,3,4]],"state":""}`},
		{"kv-lease", `{"v":1,"namespace":"n","key":"00","lease_ttl_micros":1,"holder_id":"h","subject_user_id":7}`},
		{"kv-release", `{"v":1,"namespace":"n","key":"00","lease_token":1,"holder_id":"h"}`},
		{"kv-cas-fenced", `{"v":1,"namespace":"n","key":"00","value":"01","expect":"Absent","fence_namespace":"m","fence_key":"02","fence_token":3}`},
		{"kv-reply", `{"Ok":{"Leased":{"lease_token":1,"granted_ttl_micros":2,"position":` + position + `}}}`},
		{"kv-reply", `{"Ok":{"Renewed":{"lease_token":1,"granted_ttl_micros":2,"position":` + position + `}}}`},
		{"kv-reply", `{"Err":{"Stale":{"required":` + position + `}}}`},
		{"control-envelope", `{"v":1,"timestamp_micros":1,"command":{"RemoveSessionSource":{"stream":"s"}}}`},
		{"control-envelope", `{"v":1,"timestamp_micros":1,"command":{"RegisterSessionSource":{"stream":"s","topics":"All"}},"stream":"s"}`},
		{"control-envelope", `{"v":1,"timestamp_micros":1,"command":{"ApplyBinding":{"source":{"stream":"s","topic":"t"},"allowed_projections":[],"default_projection":null,"index":"i"}}}`},
		{"control-envelope", `{"v":1,"timestamp_micros":1,"command":{"DropGraph":"g"},"stream":"s"}`},
		{"kv-lease-renew", `{"v":1,"namespace":"n","key":"00","holder_id":"h","lease_token":1,"lease_ttl_micros":2}`},
		{"query-page-envelope", `{"v":1,"execution_id":"` + id + `","cursor":"c","deadline_micros":1}`},
		{"query-cancel-envelope", `{"v":1,"execution_id":"` + id + `"}`},
		{"query-cancel-reply", `{"Ok":{"execution_id":"` + id + `","state":"running","started_at_micros":1,"scanned_bytes":0,"produced_bytes":0,"row_count":0}}`},
		{"session-get", `{"stream":"s","id":"` + id + `"}`},
		{"session-list", `{"stream":"s","limit":1,"want_total":false}`},
		{"session-events", `{"stream":"s","id":"` + id + `","limit":1,"fixed_frontier":true}`},
		{"session-state", `{"stream":"s","id":"` + id + `","history_limit":1}`},
		{"session-links", `{"stream":"s","id":"` + id + `","surface":"graph_edge"}`},
		{"session-sources", `{"stream":"s","id":"` + id + `","lane_only":true}`},
		{"session-changes", `{"stream":"s","after":1,"limit":1}`},
		{"session-reply", `{"Err":{"NotRegistered":"n"}}`},
	}
	for _, tt := range tests {
		ty := types.ByName("laser." + tt.name)
		frame, refusal := encode(t, ty, tt.payload)
		if refusal != nil {
			t.Errorf("%s %s: %v", tt.name, tt.payload, refusal)
			continue
		}
		got := guess(frame)
		if got.err != nil || got.label != "laser."+tt.name+"@0.7" || len(got.warnings) > 0 || !strings.Contains(got.doc, `,"version":"laser@0.7","payload":`+tt.payload) {
			t.Errorf("%s %s: %v %s", tt.name, tt.payload, got.err, got.doc)
			continue
		}
		checkRestores(t, got.doc, frame)
		// So is a frame whose type is given.
		var r frames.Reader
		if v := r.VersionOf(laser.Types.ByName(ty.Name), frame); v.Version != "0.7" {
			t.Errorf("%s %s: given the type, it is read by version %q", tt.name, tt.payload, v.Version)
		}
	}
}

// Frames of the pinned release are read by their own declaration, though another version
// has the type.
func TestShapeA(t *testing.T) {
	for _, ty := range laser.Types {
		if len(ty.Versions) == 0 {
			continue
		}
		frame, err := hex.DecodeString(ty.Messages()[0].Example)
		if err != nil {
			t.Fatal(err)
		}
		if got := guess(frame); got.label != ty.Name || strings.Contains(got.doc, `"version":"laser`) || len(got.warnings) > 0 {
			t.Errorf("%s: %v %s", ty.Name, got.err, got.doc)
		}
		var r frames.Reader
		if v := r.VersionOf(ty, frame); v != ty {
			t.Errorf("%s: given the type, it is read by version %q", ty.Name, v.Version)
		}
	}
}

// A key that shape B added draws no warning, and an annotation on the first of them.
func TestKeysOfLaterReleases(t *testing.T) {
	const note = "a key of laser-wire 0.7; a peer of 0.1 ignores it"
	tests := []struct{ name, payload, path string }{
		{"kv-get", `{"v":1,"namespace":"n","key":"00","min_position":` + position + `}`, "min_position"},
		{"kv-set", `{"v":1,"namespace":"n","session":{"stream":"s","session":"` + id + `"},"key":"00","value":"00"}`, "session"},
		{"kv-patch", `{"v":1,"namespace":"n","session":{"stream":"s","session":"` + id + `"},"key":"00","patch":"00"}`, "session"},
		{"kv-scan", `{"v":1,"namespace":"n","stream":"s","limit":1}`, "stream"},
		{"kv-delete-many", `{"v":1,"namespace":"n","prefix":"00","stream":"s"}`, "stream"},
		{"agent-envelope", `{"kind":"command","record":"` + id + `","conversation":"` + id + `","parent":"` + id + `","root":"` + id + `","source":"a","correlation":"` + id + `","body":"00"}`, "parent"},
		{"graph-neighbors", `{"v":1,"graph":"g","node":"` + id + `","dir":"in","depth":1,"limit":1,"stream":"s"}`, "stream"},
		{"graph-upsert", `{"v":1,"graph":"g","session":{"stream":"s","session":"` + id + `"},"nodes":[{"id":"` + id + `","producer":{"name":"p","version":"1"}}]}`, "session"},
		{"kv-cas", `{"v":1,"namespace":"n","session":{"stream":"s","session":"` + id + `"},"key":"00","value":"00","expect":"Absent"}`, "session"},
		{"kv-delete", `{"v":1,"namespace":"n","session":{"stream":"s","session":"` + id + `"},"key":"00"}`, "session"},
		{"graph-query", `{"v":1,"graph":"g","start":{"Ids":["` + id + `"]},"limit":1,"stream":"s"}`, "stream"},
		{"graph-upsert", `{"v":1,"graph":"g","nodes":[{"id":"` + id + `","source":{"Message":{"stream":1,"topic":1,"partition":1,"offset":1,"generation":2}}}]}`, "nodes/0/source/Message/generation"},
		{"agent-envelope", `{"kind":"response","record":"` + id + `","conversation":"` + id + `","source":"a","correlation":"` + id + `","usage":{"input_tokens":1,"output_tokens":1,"cost_micros":5},"body":"00"}`, "usage/cost_micros"},
		{"memory-record", `{"Item":{"id":"i","kind":"fact","body":[0],"origin":{"Memory":{"id":"j"}},"producer":{"name":"p","version":"1"}}}`, "Item/origin"},
		{"memory-record", `{"Item":{"id":"i","kind":"fact","body":[0],"producer":{"name":"p","version":"1"}}}`, "Item/producer"},
		{"memory-record", `{"Forget":{"target":"i","conversation":"c"}}`, "Forget/conversation"},
		{"memory-record", `{"Feedback":{"target":"i","weight":0.5,"conversation":"c"}}`, "Feedback/conversation"},
		{"backend-announce", `{"versions":{"query":1,"control":1,"kv":1,"fork":1,"checkpoint":1,"filter":2}}`, "versions/checkpoint"},
	}
	for _, tt := range tests {
		ty := laser.Types.ByName("laser." + tt.name)
		frame, refusal := encode(t, ty, tt.payload)
		if refusal != nil {
			t.Errorf("%s: %v", tt.payload, refusal)
			continue
		}
		got := guess(frame)
		if got.typeName != ty.Name || len(got.warnings) > 0 || strings.Count(got.doc, note) != 1 || strings.Contains(got.doc, `"version":"laser`) {
			t.Errorf("%s: %v %s", tt.payload, got.err, got.doc)
		}
		if want := fmt.Sprintf(`{"path":"/payload/%s"`, tt.path); !strings.Contains(got.doc[:max(0, strings.Index(got.doc, note))], want) {
			t.Errorf("no note at %s: %s", tt.path, got.doc)
		}
		checkRestores(t, got.doc, frame)
		// The examples are frames that all peers read.
		if example := ty.Messages()[0].Example; strings.Contains(decode(ty, unhex(t, example), frames.Options{Notes: true}).doc, note) {
			t.Errorf("the example of %s has a key of laser-wire 0.7", ty.Name)
		}
	}
}

// The state that release 0.7 added is named; the others are numbers.
func TestTaskStateOfLaterRelease(t *testing.T) {
	ty := laser.Types.ByName("laser.agent-envelope")
	for _, state := range []int{0, 9, 10, 11} {
		payload := fmt.Sprintf(`{"kind":"status","record":"%s","conversation":"%[1]s","source":"a","correlation":"%[1]s","task_state":%d,"operation":"task"}`, id, state)
		frame, refusal := encode(t, ty, payload)
		if refusal != nil {
			t.Fatal(refusal)
		}
		got := guess(frame)
		if strings.Contains(got.doc, "paused, a state of laser-wire 0.7") != (state == 10) {
			t.Errorf("state %d: %v %s", state, got.err, got.doc)
		}
		checkRestores(t, got.doc, frame)
	}
}

// What is known by name only is shown under its name, with a warning.
func TestNamedOnly(t *testing.T) {
	tests := []struct{ name, hex string }{
		{"laser.managed-read-envelope", "a2" + "617601" + "6472656164" + "41a0"},
		{"laser.managed-read-envelope", "a3" + "617601" + "6472656164" + "41a0" + "686c6f675f68656164f4"},
		{"laser.session-reply@0.7", "a1624f6b" + "a16450616765" + "a1656974656d7380"},
		{"laser.backend-announce@0.7", "a2" + "6876657273696f6e73" + "a4" + "65717565727901" + "67636f6e74726f6c01" + "626b7601" + "64666f726b01" +
			"686261636b656e6473" + "81ae" + "7264657363726970746f725f76657273696f6e01" + "6b7265736f757263655f696450" + id + "646d6f646501" + "656c6162656c01" +
			"6e696d706c656d656e746174696f6e01" + "781b6f627365727665645f6261636b656e645f67656e65726174696f6e01" + "781e72756e74696d655f636f6e66696775726174696f6e5f7265766973696f6e01" +
			"6d646573697265645f737461746501" + "6e6f627365727665645f737461746501" + "6972656164696e65737301" + "6f6d6174657269616c697a6174696f6e01" + "66736368656d6101" +
			"6b6d61696e74656e616e636501" + "666c696d69747301"},
		{"laser.control-envelope@0.7", "a3" + "617601" + "7074696d657374616d705f6d6963726f7301" + "67636f6d6d616e64" + "a16d46696c746572436174616c6f67" +
			"a3" + "6c6f7065726174696f6e5f69646131" + "6d6163746f725f757365725f696407" + "686d75746174696f6ea0"},
	}
	for _, tt := range tests {
		frame := unhex(t, tt.hex)
		got := guess(frame)
		if got.err != nil || got.label != tt.name || !slices.ContainsFunc(got.warnings, func(w *diag.Diagnostic) bool { return w.Code == "other-version" }) {
			t.Errorf("%s: %v %s", tt.name, got.err, got.doc)
			continue
		}
		checkRestores(t, got.doc, frame)
	}
	// With a key that is not among the named ones it is another message.
	managed := laser.Types.ByName("laser.managed-read-envelope")
	if got := decode(managed, unhex(t, "a3"+"617601"+"6472656164"+"41a0"+"617800"), frames.Options{}); got.fault == nil || got.fault.Code != "unknown-field" {
		t.Errorf("an unknown key: %v %s", got.fault, got.doc)
	}
	if _, refusal := encode(t, managed, `{"v":1,"read":"a0","x":0}`); refusal == nil || refusal.Code != "unknown-field" {
		t.Errorf("an unknown member: %v", refusal)
	}
}

// A word that no release has is refused, and the words of all releases are listed.
func TestUnknownWords(t *testing.T) {
	for _, tt := range []struct{ hex, word, known string }{
		{"a1624f6ba1684d6972726f726564a16b6c656173655f746f6b656e04", `"Mirrored" is not a known KvOutcome`, `"Renewed"`},
		{"a3617601" + "7074696d657374616d705f6d6963726f7301" + "67636f6d6d616e64" + "a1645a617070a0", `"Zapp" is not a known ControlCommand`, `"RegisterSessionSource"`},
	} {
		got := guess(unhex(t, tt.hex))
		d, ok := diag.From(got.err)
		if !ok || !strings.Contains(d.Details, tt.word) || !strings.Contains(d.Details, tt.known) {
			t.Errorf("%s: %+v %s", tt.hex, d, got.doc)
		}
	}
}

// Integers with a sign are refused outside their range, in frames and in documents.
func TestSignedIntegers(t *testing.T) {
	ty := laser.Types.InVersion("laser@0.7").ByName("laser.query-reply")
	value := func(n string) string { return `{"Err":{"ExpiredSnapshot":{"snapshot_id":` + n + `}}}` }
	for _, n := range []string{"0", "-1", "9223372036854775807", "-9223372036854775808"} {
		frame, refusal := encode(t, ty, value(n))
		if refusal != nil {
			t.Errorf("%s: %v", n, refusal)
		} else if got := decode(ty, frame, frames.Options{}); got.fault != nil || got.payload != value(n) {
			t.Errorf("%s: %v %s", n, got.fault, got.doc)
		}
	}
	for n, code := range map[string]string{"9223372036854775808": "range", "-9223372036854775809": "range", "0.5": "type", `"1"`: "type"} {
		if _, refusal := encode(t, ty, value(n)); refusal == nil || refusal.Code != code {
			t.Errorf("%s: %v, want %s", n, refusal, code)
		}
	}
	head, _ := encode(t, ty, value("0"))
	for item, code := range map[string]string{"\x1b\x80\x00\x00\x00\x00\x00\x00\x00": "range", "\x3b\x80\x00\x00\x00\x00\x00\x00\x00": "range", "\x61a": "type"} {
		frame := append(slices.Clone(head[:len(head)-1]), item...)
		if got := decode(ty, frame, frames.Options{}); got.fault == nil || got.fault.Code != code {
			t.Errorf("%x: %v, want %s", item, got.fault, code)
		}
	}
}

// The version of a document must be one of its family.
func TestDocumentVersion(t *testing.T) {
	e := frames.Encoder{Types: all.Types()}
	for doc, want := range map[string]string{
		`{"type":"laser.kv-lease","payload":{"v":1,"namespace":"n","key":"00","lease_ttl_micros":1}}`:                                       "",
		`{"type":"laser.kv-lease","version":"laser@0.7","payload":{"v":1,"namespace":"n","key":"00","lease_ttl_micros":1}}`:                 "missing",
		`{"type":"laser.kv-lease","version":"laser@0.7","payload":{"v":1,"namespace":"n","key":"00","lease_ttl_micros":1,"holder_id":"h"}}`: "",
		`{"type":"laser.kv-exists","version":"laser@0.7","payload":{"v":1,"namespace":"n","key":"00"}}`:                                     "",
		`{"type":"laser.kv-exists","version":"laser@9","payload":{"v":1,"namespace":"n","key":"00"}}`:                                       "no-type",
		`{"type":"laser.kv-exists","version":7,"payload":{"v":1,"namespace":"n","key":"00"}}`:                                               "type",
	} {
		code := ""
		_, err := e.EncodeText(nil, []byte(doc))
		if d, failed := diag.From(err); failed {
			code = d.Code
		}
		if code != want {
			t.Errorf("%s: %v, want %q", doc, err, want)
		}
	}
}

// Every declaration of another version says by which keys it is recognised, and its
// example has one of them.
func TestVersionsAreTold(t *testing.T) {
	for _, ty := range laser.Types {
		for _, v := range ty.Versions {
			root := v.Codec.(*cbor.Codec).Root
			if v.Name != ty.Name || v.Version == "" || len(root.TellTales) == 0 || ty.Codec.(*cbor.Codec).Root.Later != root {
				t.Errorf("%s: %+v", ty.Name, v)
			}
		}
	}
}

package scope_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/scope"
)

func doc(t testing.TB, text string) *canon.Doc {
	t.Helper()
	d := new(canon.Doc)
	if err := d.Read([]byte(text)); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return d
}

func TestReadRecord(t *testing.T) {
	text := `{"attributes":{"run_id":null,"agent_id":"a\u00e9","delegates":true},"kind":"ephemeral","scope_epoch":18446744073709551615,
		"carriers":[{"principal":{"kind":"direct"}},{"targets":["x","y"],"principal":{"module_id":"m","kind":"reserved"}},{"principal":{"kind":"unverified"},"targets":null}],
		"child_owners":[{"kind":"reserved","module_id":""}],"r\u0065f":"\u0000 s","expires_at_ms":0,
		"parent":{"scope_epoch":2,"ref":"","owner":{"kind":"direct"}}}`
	got, ok := scope.ReadRecord(&canon.Reader{Doc: doc(t, text)}, 0)
	want := scope.Record{
		Ref: "\x00 s", Epoch: 1<<64 - 1, Kind: scope.Ephemeral, ExpiresAt: scope.Some[uint64](0),
		Parent:      scope.Some(scope.Parent{Owner: scope.Principal{Kind: scope.Direct}, Epoch: 2}),
		ChildOwners: []scope.Principal{scope.Module("")},
		Carriers: []scope.Carrier{
			{Principal: scope.Principal{Kind: scope.Direct}},
			{Principal: scope.Module("m"), Targets: []string{"x", "y"}, Limited: true},
			{Principal: scope.Principal{Kind: scope.Unverified}},
		},
		Attributes: scope.Attributes{AgentID: scope.Some("aé"), Delegates: true},
	}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Errorf("%v\n%s", ok, diff)
	}
}

// TestGoldens reads the golden bodies.
func TestGoldens(t *testing.T) {
	reader := func(name string) *canon.Reader {
		return &canon.Reader{
			Doc:     doc(t, string(corpus.Read(t, name))),
			OnError: func(p *canon.Problem) bool { t.Errorf("%+v", p); return true },
			OnRemark: func(r canon.Remark) {
				if r.Kind != canon.MemberOrder {
					t.Errorf("%+v", r)
				}
			},
		}
	}
	sync, ok := scope.ReadSync(reader("subc/module_control_request_from_module_scope_sync.json"), 0)
	if !ok || len(sync.Scopes) == 0 || sync.Generation == 0 {
		t.Errorf("%+v", sync)
	}
	apply, ok := scope.ReadApply(reader("subc/module_control_request_from_module_scope_apply.json"), 0)
	if !ok || len(apply.Upsert)+len(apply.End) == 0 {
		t.Errorf("%+v", apply)
	}
	if _, ok := scope.ReadRecord(reader("subc/scope_record_with_flow_id_without_agent.json"), 0); !ok {
		t.Error("the record is refused")
	}
}

func TestMessages(t *testing.T) {
	const known = "known: ref, scope_epoch, kind, expires_at_ms, parent, child_owners, carriers, attributes"
	record := func(rest string) string { return `{"ref":"s","scope_epoch":1,"kind":"head",` + rest + `}` }
	for text, want := range map[string]string{
		record(`"hold_presence":1`):                    `unknown member "hold_presence"; in use by release 0.32.2; a daemon of 0.30 refuses the whole body`,
		record(`"root_key":1`):                         `unknown member "root_key"; in use by release 0.37.5; a daemon of 0.30 refuses the whole body`,
		record(`"x":1`):                                `unknown member "x"; ` + known,
		record(`"carrier":[]`):                         `unknown member "carrier"; did you mean "carriers"?; `,
		record(`"\u202e":1`):                           `unknown member "\u202e"; ` + known,
		record(`"ref":1,"ref":2`):                      `duplicate member "ref"; remove one`,
		record(`"parent":7`):                           `expected a ScopeParent object such as {"owner": {"kind": "reserved", "module_id": "aft"}, "ref": "session-7", "scope_epoch": 1}, got a number; `,
		record(`"carriers":{}`):                        `expected an array of carriers such as [{"principal": {"kind": "reserved", "module_id": "aft"}, "targets": ["plexus"]}], got an object; `,
		record(`"child_owners":["m"]`):                 `expected a principal object such as {"kind": "reserved", "module_id": "aft"}, got a string; `,
		record(`"child_owners":[{"module_id":"m"}]`):   `missing member "kind"; expected "reserved", "direct" or "unverified"; `,
		record(`"child_owners":[{"kind":"reserved"}]`): `missing member "module_id"; expected a string such as "aft"; `,
		record(`"carriers":[{"principal":{"kind":"direct"},"targets":[7]}]`): `expected a module id such as "plexus", got a number; `,
		record(`"expires_at_ms":"1725000000000"`):                            `expected an integer (milliseconds since 1970) such as 1725000000000, got a string; write 1725000000000 without quotes`,
		record(`"attributes":{"delegates":1}`):                               `expected true or false, got a number; `,
		`{"ref":"s","scope_epoch":1,"kind":"heads"}`:                         `"heads" is not a kind of scope; did you mean "head"?; `,
		`{"ref":"s","scope_epoch":1,"kind":"main"}`:                          `"main" is not a kind of scope; use "head", "worker" or "ephemeral"; `,
		`{"ref":"s","scope_epoch":1,"kind":7}`:                               `expected "head", "worker" or "ephemeral", got a number; `,
		`{"ref":"s","scope_epoch":1,"kind":{"worker":null}}`:                 `expected "head", "worker" or "ephemeral", got an object; only the reference decoder accepts the object form; write "worker"`,
		`{"ref":"s","scope_epoch":1e0,"kind":"head"}`:                        "expected an integer from 0 to 18446744073709551615, got 1e0; write only digits, without a sign, point or exponent",
		`{"ref":"s","scope_epoch":"1","kind":"head"}`:                        "expected an integer from 0 to 18446744073709551615 such as 1, got a string; write 1 without quotes",
		`{"scope_epoch":1,"kind":"head"}`:                                    `missing member "ref"; expected a string such as "session-7"; `,
		`["s",1,"head"]`:                                                     `expected a ScopeRecord object such as {"ref": "session-7", "scope_epoch": 1, "kind": "head"}, got an array; only the reference decoder accepts an array; write the members with their names`,
	} {
		var reported []string
		r := canon.Reader{Doc: doc(t, text), OnError: func(p *canon.Problem) bool {
			reported = append(reported, p.Message+"; "+p.Hint)
			return true
		}}
		if _, ok := scope.ReadRecord(&r, 0); ok {
			t.Errorf("%s is read", text)
		}
		if len(reported) != 1 || reported[0] != want {
			t.Errorf("%s:\ngot  %q\nwant %q", text, reported, want)
		}
	}
}

func TestLongListsAreCut(t *testing.T) {
	text := `{"op":"scope.sync","generation":1,"scopes":[` + strings.Repeat(`{"ref":"s","scope_epoch":1,"kind":"head"},`, 20_000) + `{"ref":"s","scope_epoch":1,"kind":"head"}]}`
	s, ok := scope.ReadSync(&canon.Reader{Doc: doc(t, text)}, 0)
	if !ok || len(s.Scopes) != scope.MaxScopes+1 {
		t.Errorf("%v, %d records", ok, len(s.Scopes))
	}
}

// TestSize compares the size of attributes with a writer's text.
func TestSize(t *testing.T) {
	for _, text := range []string{
		`{}`, `{"agent_id":""}`, `{"delegates":true}`, `{"agent_id":"a","delegates":true,"flow_id":"f","run_id":"r"}`,
		`{"agent_id":"\"\\\b\f\n\r\t"}`, "{\"agent_id\":\"/<>&\u2028\u007f é😀\"}", `{"flow_id":"\u0001\u001f"}`,
	} {
		r, ok := scope.ReadRecord(&canon.Reader{Doc: doc(t, `{"ref":"s","scope_epoch":1,"kind":"head","attributes":`+text+`}`)}, 0)
		if got := r.Attributes.EncodedSize(); !ok || got != len(text) {
			t.Errorf("%s: got %d, want %d", text, got, len(text))
		}
	}
	r, _ := scope.ReadRecord(&canon.Reader{Doc: doc(t, `{"ref":"s","scope_epoch":1,"kind":"head","attributes":{ "delegates":false, "agent_id":null }}`)}, 0)
	if got := r.Attributes.EncodedSize(); got != 2 || !r.Attributes.Empty() {
		t.Errorf("empty attributes take %d", got)
	}
}

func TestTokens(t *testing.T) {
	for s, good := range map[string]bool{
		"": false, "a": true, "!~Flow:7/step": true, "a b": false, "fé": false, "\x7f": false, "\x20": false,
		strings.Repeat("f", 256): true, strings.Repeat("f", 257): false, strings.Repeat("é", 128): false,
	} {
		if fault := scope.TokenFault(s); (fault == "") != good {
			t.Errorf("%.20q: %q", s, fault)
		}
	}
	if got := scope.TokenFault("fé"); !strings.Contains(got, "byte 1 ") {
		t.Errorf("indexes count bytes: %s", got)
	}
	if got := scope.TokenFault(strings.Repeat("é", 129)); !strings.Contains(got, "258 bytes") {
		t.Errorf("lengths count bytes: %s", got)
	}
}

func TestModuleIDs(t *testing.T) {
	for s, good := range map[string]bool{
		"aft": true, "mcp:everything": true, "a.b": true, "...": true, " ": true, "é": true,
		"": false, ".": false, "..": false, "a/b": false, `a\b`: false, "a\x00": false, "a\u0085": false, "a\u007f": false,
		strings.Repeat("m", 255): true, strings.Repeat("m", 256): false,
	} {
		if fault := scope.ModuleIDFault(s); (fault == "") != good {
			t.Errorf("%.20q: %q", s, fault)
		}
	}
}

// TestCodes reads the codes that the daemon answers from the vectors of
// differences.
func TestCodes(t *testing.T) {
	known := map[string]bool{}
	for f := scope.CarrierTargets; f <= scope.ParentCycle; f++ {
		if f.Code() == "" {
			t.Errorf("refusal %d has no code", f)
		}
		known[f.Code()] = true
	}
	var vectors []struct{ Expect struct{ Code string } }
	if err := json.Unmarshal(corpus.Read(t, "subc/diff_vectors.json"), &vectors); err != nil {
		t.Fatal(err)
	}
	for _, v := range vectors {
		if v.Expect.Code != "" && !known[v.Expect.Code] {
			t.Errorf("no refusal has the code %s", v.Expect.Code)
		}
	}
}

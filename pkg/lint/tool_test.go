package lint_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/divtool/divtool/internal/corpus"
	"github.com/divtool/divtool/pkg/lint"
)

func TestCorpusAgentRuntime(t *testing.T) {
	var vectors []struct {
		Name, Kind, Input string
		Expect            []expected
	}
	corpus.JSON(t, "agentruntime/lint_vectors.json", &vectors)
	l := linter(t, lint.Config{})
	for _, v := range vectors {
		t.Run(v.Name, func(t *testing.T) {
			kind, ok := lint.KindByName(v.Kind)
			if !ok {
				t.Fatalf("no kind %s", v.Kind)
			}
			got := l.Lint([]byte(v.Input), kind, nil)
			check(t, v.Input, got)
			want := sorted(v.Expect)
			if !slices.Equal(found(got.Findings), want) {
				t.Errorf("got  %v\nwant %v", found(got.Findings), want)
			}
			refused := slices.ContainsFunc(want, func(e expected) bool { return e.Severity == "error" })
			if got.HasErrors() != refused {
				t.Errorf("HasErrors is %v", got.HasErrors())
			}
		})
	}
}

// TestInvalidText has the bytes that a text in a JSON file cannot carry.
func TestInvalidText(t *testing.T) {
	l := linter(t, lint.Config{})
	const good = `{"name":"a","description":"d","inputSchema":{"type":"object"},"sideEffect":"read_only"}`
	utf16le, utf16be := []byte{0xff, 0xfe}, []byte{0xfe, 0xff}
	for _, unit := range utf16.Encode([]rune(good)) {
		utf16le = append(utf16le, byte(unit), byte(unit>>8))
		utf16be = append(utf16be, byte(unit>>8), byte(unit))
	}
	inName := func(bytes string) []byte {
		return []byte(`{"name":"a` + bytes + `","description":"d","inputSchema":{}}`)
	}
	for _, c := range []struct {
		name string
		text []byte
	}{
		{"not UTF-8", inName("\xff")},
		{"an encoded surrogate", inName("\xed\xa0\x80")},
		{"an overlong form", inName("\xc0\xaf")},
		{"UTF-16, little end first", utf16le},
		{"UTF-16, big end first", utf16be},
		{"a byte order mark", []byte("\ufeff" + good)},
		{"not UTF-8 deep in the schema", []byte(`{"name":"a","description":"d","inputSchema":{"x":[{"y":"` + "\xff" + `"}]}}`)},
		{"not UTF-8 in an unknown member", []byte(`{"x":"` + "\xff" + `"}`)},
		{"not UTF-8 in a name", []byte(`{"` + "\xff" + `":1}`)},
		{"half a pair in the schema", []byte(`{"name":"a","description":"d","inputSchema":{"x":"\ud800"}}`)},
		{"surrogates that are not a pair", []byte(`{"name":"\udc00\ud800","description":"d","inputSchema":{}}`)},
		{"form feed", []byte("\f" + good)},
		{"no-break space", []byte("\u00a0" + good)},
		{"nothing", nil},
		{"white space", []byte(" \n")},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, kind := range []lint.Kind{lint.ToolDescriptor, lint.PackageManifest} {
				r := l.Lint(c.text, kind, nil)
				check(t, string(c.text), r)
				if len(r.Findings) != 1 || r.Findings[0].Code != "shape/syntax" || r.Findings[0].Path != "" {
					t.Errorf("%s: got %v", kind, r.Findings)
				}
			}
		})
	}
	r := l.Lint([]byte(good), lint.ToolDescriptor, nil)
	if len(r.Findings) != 0 {
		t.Errorf("what the bytes are made of gives %v", r.Findings)
	}
}

const (
	toolPrefix     = `{"name":"a","description":"d",`
	toolSuffix     = `,"sideEffect":"read_only"}`
	manifestPrefix = `{"id":"a","version":"1.0.0","runtimeType":"generic",`
	manifestSuffix = `"digest":"sha256:` + "0000000000000000000000000000000000000000000000000000000000000000" + `"}`
)

func TestToolShapes(t *testing.T) {
	const ok = toolPrefix + `"inputSchema":{"type":"object"}`
	runVectors(t, []vector{
		{"a name for unknown and repeated members, an object for missing ones", lint.ToolDescriptor,
			`{"name":"a","x":1,"x":2,"n\u0061me":"b","inputSchema":{"type":"object"},"name":"c"}`, "", []string{
				`shape/missing /description {"name":"a","x":1,"x":2,"n\u0061me":"b","inputSchema":{"type…`,
				`tool/effect-implicit /sideEffect {"name":"a","x":1,"x":2,"n\u0061me":"b","inputSchema":{"type…`,
				`shape/unknown /x "x"`, `shape/duplicate /name "n\u0061me"`,
			}},
		{"the first of repeated members counts", lint.ToolDescriptor, ok + `,"sideEffect":"process","sideEffect":7}`, "", []string{
			`tool/effect-no-capability /requiredCapabilities {"name":"a","description":"d","inputSchema":{"type":"object"…`, `shape/duplicate /sideEffect "sideEffect"`,
		}},
		{"the second schema is not looked at", lint.ToolDescriptor, ok + `,"inputSchema":{"a":1,"a":2}` + toolSuffix, "", []string{`shape/duplicate /inputSchema "inputSchema"`}},
		{"a name that the kernel refuses", lint.ToolDescriptor, strings.Replace(ok, `"a"`, `"`+strings.Repeat("é", 65)+`"`, 1) + toolSuffix, "",
			[]string{`tool/name-length /name [TOOL_NAME_INVALID] "` + strings.Repeat("é", 29) + "\xc3…"}},
		{"bytes count, as they are meant", lint.ToolDescriptor, strings.Replace(ok, `"a"`, `"`+strings.Repeat(`\u0061`, 64)+`"`, 1) + toolSuffix, "", nil},
		{"65 bytes", lint.ToolDescriptor, strings.Replace(ok, `"a"`, `"`+strings.Repeat(`a`, 65)+`"`, 1) + toolSuffix, "",
			[]string{`tool/name-openai /name "` + strings.Repeat("a", 59) + `…`}},
		{"null as a side effect is not the default", lint.ToolDescriptor, ok + `,"requiredCapabilities":["exec"],"sideEffect":null}`, "", []string{`shape/type /sideEffect null`}},
		{"nor is a word that is none", lint.ToolDescriptor, ok + `,"requiredCapabilities":["exec"],"sideEffect":""}`, "", []string{`shape/variant /sideEffect ""`}},
		{"the object form counts", lint.ToolDescriptor, ok + `,"sideEffect":{"exter\u006eal":null}}`, "", []string{
			`tool/effect-no-capability /requiredCapabilities {"name":"a","description":"d","inputSchema":{"type":"object"…`, `shape/variant-form /sideEffect {"exter\u006eal":null}`,
		}},
		{"an object form with a member too many", lint.ToolDescriptor, ok + `,"sideEffect":{"external":null,"external":null}}`, "", []string{`shape/type /sideEffect {"external":null,"external":null}`}},
		{"of another word", lint.ToolDescriptor, ok + `,"sideEffect":{"External":null}}`, "", []string{`shape/type /sideEffect {"External":null}`}},
		{"elements that are not strings", lint.ToolDescriptor, ok + `,"requiredCapabilities":["write",null,"",["x"]," a","write"]` + toolSuffix, "", []string{
			`shape/type /requiredCapabilities/1 null`, `tool/capability-blank /requiredCapabilities/2 ""`, `shape/type /requiredCapabilities/3 ["x"]`,
			`tool/capability-charset /requiredCapabilities/4 " a"`, `tool/capability-duplicate /requiredCapabilities/5 "write"`,
		}},
		{"blank and twice", lint.ToolDescriptor, ok + `,"requiredCapabilities":["\u3000","\u3000"]` + toolSuffix, "", []string{
			`tool/capability-blank /requiredCapabilities/0 "\u3000"`, `tool/capability-blank /requiredCapabilities/1 "\u3000"`, `tool/capability-duplicate /requiredCapabilities/1 "\u3000"`,
		}},
		{"a control character", lint.ToolDescriptor, ok + `,"requiredCapabilities":["a\u0000","\u0085b","\u200bc"]` + toolSuffix, "", []string{
			`tool/capability-charset /requiredCapabilities/0 "a\u0000"`, `tool/capability-charset /requiredCapabilities/1 "\u0085b"`,
		}},
		{"understated by default", lint.ToolDescriptor, ok + `,"requiredCapabilities":["a","file:delete"]}`, "", []string{
			`tool/effect-implicit /sideEffect {"name":"a","description":"d","inputSchema":{"type":"object"…`,
			`tool/effect-understated /sideEffect {"name":"a","description":"d","inputSchema":{"type":"object"…`,
		}},
		{"no capability in an empty list", lint.ToolDescriptor, ok + `,"requiredCapabilities":[],"sideEffect":"external"}`, "", []string{`tool/effect-no-capability /requiredCapabilities []`}},
		{"the root", lint.ToolDescriptor, `7`, "", []string{`shape/not-object  7`}},
		{"an empty array is not a catalogue", lint.ToolDescriptor, `[]`, "", []string{`shape/not-object  []`}},
		{"nor is one that begins with something else", lint.ToolDescriptor, `[null,{}]`, "", []string{`shape/not-object  [null,{}]`}},
	})
}

func TestCatalogues(t *testing.T) {
	named := func(name string) string {
		return `{"name":` + name + `,"description":"d","inputSchema":{"type":"object"},"sideEffect":"read_only"}`
	}
	runVectors(t, []vector{
		{"elements that are not objects", lint.ToolDescriptor, `[` + named(`"a"`) + `,null,["a"],"b"]`, "",
			[]string{`shape/not-object /1 null`, `shape/not-object /2 ["a"]`, `shape/not-object /3 "b"`}},
		{"each later tool of a name", lint.ToolDescriptor, `[` + named(`"a"`) + `,` + named(`"\u0061"`) + `,{},` + named(`"a"`) + `]`, "", []string{
			`tool/duplicate-name /1/name "\u0061"`,
			`shape/missing /2/description {}`, `shape/missing /2/inputSchema {}`, `shape/missing /2/name {}`, `tool/effect-implicit /2/sideEffect {}`,
			`tool/duplicate-name /3/name "a"`,
		}},
		{"also of a name that is refused", lint.ToolDescriptor, `[` + named(`"a b"`) + `,` + named(`"a b"`) + `]`, "",
			[]string{`tool/name-charset /0/name "a b"`, `tool/duplicate-name /1/name "a b"`, `tool/name-charset /1/name "a b"`}},
		{"the first name counts", lint.ToolDescriptor, `[` + named(`"a"`) + `,` + named(`"b","name":"a"`) + `]`, "", []string{`shape/duplicate /1/name "name"`}},
		{"paths into schemas", lint.ToolDescriptor, `[{"name":"a","description":"d","inputSchema":{"type":"object","allOf":[]},"sideEffect":"read_only"}]`, "",
			[]string{`tool/schema-keyword-type /0/inputSchema/allOf []`}},
		{"manifests have no catalogue", lint.PackageManifest, `[` + manifestPrefix + `"schemaVersion":1,` + manifestSuffix + `]`, "",
			[]string{`shape/not-object  [{"id":"a","version":"1.0.0","runtimeType":"generic","schema…`}},
	})
}

func TestManifestNumbers(t *testing.T) {
	l := linter(t, lint.Config{})
	for spelling, want := range map[string]string{
		"0": "manifest/schema-version-zero", "1": "", "4294967295": "",
		"-1": "shape/range", "-4294967296": "shape/range", "4294967296": "shape/range", "18446744073709551616": "shape/range",
		"1" + strings.Repeat("0", 300): "shape/range", "-1" + strings.Repeat("0", 300): "shape/range",
		"1.0": "shape/type", "1e0": "shape/type", "0.0": "shape/type", "-0": "shape/type", "-0.0": "shape/type", "1E2": "shape/type", "1e-400": "shape/type",
		`"1"`: "shape/type", "true": "shape/type", "null": "shape/type", "[1]": "shape/type",
		"1e400": "shape/syntax", "1" + strings.Repeat("0", 400): "shape/syntax", "01": "shape/syntax", "+1": "shape/syntax",
	} {
		text := manifestPrefix + `"schemaVersion":` + spelling + `,` + manifestSuffix
		r := l.Lint([]byte(text), lint.PackageManifest, nil)
		check(t, text, r)
		got := ""
		for _, d := range r.Findings {
			got += d.Code
		}
		if got != want {
			t.Errorf("%.40s: got %q, want %q", spelling, got, want)
		}
	}
}

func TestManifestTexts(t *testing.T) {
	manifest := func(id, version, runtime, digest string) string {
		return `{"id":` + id + `,"version":` + version + `,"runtimeType":` + runtime + `,"schemaVersion":1,"digest":` + digest + `}`
	}
	digest := `"sha256:` + strings.Repeat("0a", 32) + `"`
	runVectors(t, []vector{
		{"nothing wrong", lint.PackageManifest, manifest(`"é\u200b"`, `"0.0.0-0"`, `"gén"`, digest), "", nil},
		{"a long id", lint.PackageManifest, manifest(`"`+strings.Repeat("é", 65)+`"`, `"1.0.0"`, `"g"`, digest), "",
			[]string{`manifest/id-format /id "` + strings.Repeat("é", 29) + "\xc3…"}},
		{"a control character", lint.PackageManifest, manifest(`"a\u0000"`, `"1.0.0"`, `"a\u007f"`, digest), "",
			[]string{`manifest/id-format /id "a\u0000"`, `manifest/runtime-type-format /runtimeType "a\u007f"`}},
		{"faults of all members", lint.PackageManifest, manifest(`null`, `1`, `[]`, `{}`), "",
			[]string{`shape/type /id null`, `shape/type /version 1`, `shape/type /runtimeType []`, `shape/type /digest {}`}},
		{"another document", lint.PackageManifest, `{"schemaVersion":0,"system":"x","x":1}`, "", []string{
			`shape/missing /digest {"schemaVersion":0,"system":"x","x":1}`, `shape/missing /id {"schemaVersion":0,"system":"x","x":1}`,
			`shape/missing /runtimeType {"schemaVersion":0,"system":"x","x":1}`, `shape/missing /version {"schemaVersion":0,"system":"x","x":1}`,
			`manifest/schema-version-zero /schemaVersion 0`, `shape/unknown /system "system"`, `shape/unknown /x "x"`,
		}},
	})
}

// TestHints checks that hints name the value to write.
func TestHints(t *testing.T) {
	l := linter(t, lint.Config{})
	for _, c := range []struct {
		kind lint.Kind
		text string
		want string
	}{
		{lint.ToolDescriptor, `{"annotations":1}`, "MCP"},
		{lint.ToolDescriptor, `{"function":1}`, "OpenAI"},
		{lint.ToolDescriptor, `{"input_schema":1}`, `did you mean "inputSchema"?`},
		{lint.ToolDescriptor, `{"x":1}`, "known: name, description, inputSchema, requiredCapabilities, sideEffect"},
		{lint.ToolDescriptor, `{"sideEffect":"Read-Only"}`, `did you mean "read_only"?`},
		{lint.ToolDescriptor, `{"sideEffect":"none"}`, `"none" is not a side effect; use "read_only", "workspace_write", "process" or "external"`},
		{lint.ToolDescriptor, `{"sideEffect":{"process":null}}`, `write "process"`},
		{lint.ToolDescriptor, `{"inputSchema":{"items":[]}}`, "prefixItems"},
		{lint.ToolDescriptor, `{"inputSchema":{"type":"Object"}}`, `"Object" is not a type; did you mean "object"?`},
		{lint.PackageManifest, `{"schema_version":1}`, `did you mean "schemaVersion"?`},
		{lint.PackageManifest, `{"tools":1}`, "TOML"},
		{lint.PackageManifest, `{"x":1}`, "known: id, version, runtimeType, schemaVersion, digest; release 0.1.1 renamed the type to DefinitionManifest"},
		{lint.PackageManifest, `{"version":"v1.0.0"}`, `write "1.0.0" without the v`},
		{lint.PackageManifest, `{"digest":"sha512:00"}`, `expected the algorithm sha256, got "sha512"`},
		{lint.PackageManifest, `{"digest":"sha256:` + strings.Repeat("A", 64) + `"}`, "uppercase"},
		{lint.PackageManifest, `{"digest":"sha256:00"}`, "expected 64 hex digits after sha256:, got 2 characters"},
	} {
		r := l.Lint([]byte(c.text), c.kind, nil)
		check(t, c.text, r)
		messages := ""
		for _, d := range r.Findings {
			messages += d.FullMessage() + "\n"
		}
		if !strings.Contains(messages, c.want) {
			t.Errorf("%s: no message contains %q:\n%s", c.text, c.want, messages)
		}
	}
}

// TestHostileTools lints documents that would cost a careless linter more
// than their size.
func TestHostileTools(t *testing.T) {
	n := 200_000
	if testing.Short() {
		n = 20_000
	}
	inSchema := func(schema string) string { return toolPrefix + `"inputSchema":` + schema + toolSuffix }
	members := repeat(n, `"k{i}":{}`)
	for _, c := range []struct {
		name string
		kind lint.Kind
		text string
		want int // findings
	}{
		{"unknown members", lint.ToolDescriptor, toolPrefix + repeat(n, `"x{i}":1`) + `,"inputSchema":{"type":"object"}` + toolSuffix, n},
		{"a repeated member", lint.ToolDescriptor, toolPrefix + repeat(n, `"name":"a"`) + `,"inputSchema":{"type":"object"}` + toolSuffix, 1},
		{"capabilities", lint.ToolDescriptor, toolPrefix + `"inputSchema":{"type":"object"},"requiredCapabilities":[` + repeat(n, `"a"`) + `]` + toolSuffix, n - 1},
		{"a catalogue of one name", lint.ToolDescriptor, `[` + repeat(n/10, inSchema(`{"type":"object"}`)) + `]`, n/10 - 1},
		{"a catalogue of numbers", lint.ToolDescriptor, `[` + inSchema(`{"type":"object"}`) + `,` + repeat(n, `1`) + `]`, n},
		{"properties", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{` + members + `}}`), 0},
		{"a repeated key", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{` + repeat(n, `"k":1`) + `}}`), 2},
		{"repeated keys", lint.ToolDescriptor, inSchema(`{"type":"object","x":{` + members + `,` + members + `}}`), n},
		{"escaped keys", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{` + strings.ReplaceAll(members, "k", `\u006b`) + `,` + members + `}}`), n},
		{"required properties", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{` + members + `},"required":[` + repeat(n, `"k{i}"`) + `]}`), 0},
		{"required properties that are not there", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{` + members + `},"required":[` + repeat(n, `"l{i}"`) + `]}`), n},
		{"one required many times", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{"a":{}},"required":[` + repeat(n, `"a"`) + `]}`), n - 1},
		{"references into a large object", lint.ToolDescriptor, inSchema(`{"type":"object","$defs":{` + members + `},"allOf":[` + repeat(n, `{"$ref":"#/$defs/k{i}"}`) + `]}`), 0},
		{"references into a large array", lint.ToolDescriptor, inSchema(`{"type":"object","enum":[` + repeat(n, `1`) + `],"allOf":[` + repeat(n, `{"$ref":"#/enum/{i}"}`) + `]}`), 0},
		{"references to themselves", lint.ToolDescriptor, inSchema(`{"type":"object","allOf":[` + repeat(n, `{"$ref":"#/allOf/{i}"}`) + `]}`), 0},
		{"one long reference", lint.ToolDescriptor, inSchema(`{"type":"object","$ref":"#` + strings.Repeat("/allOf/0", n) + `"}`), 1},
		{"a long reference of escapes", lint.ToolDescriptor, inSchema(`{"type":"object","$ref":"#/` + strings.Repeat("%7e1~0", n) + `"}`), 1},
		{"long keys of escapes", lint.ToolDescriptor, inSchema(`{"type":"object","$defs":{` + repeat(8, `"\u006b{i}`+strings.Repeat("k", 5*n)+`":{}`) + `},"allOf":[` + repeat(n/2, `{"$ref":"#/$defs/k{i}"}`) + `]}`), n / 2},
		{"types", lint.ToolDescriptor, inSchema(`{"type":[` + repeat(n, `"object"`) + `]}`), n - 1},
		{"elements that are not schemas", lint.ToolDescriptor, inSchema(`{"type":"object","allOf":[` + repeat(n, `1`) + `]}`), n},
		{"a name of escapes", lint.ToolDescriptor, inSchema(`{"type":"object","properties":{"` + strings.Repeat("~/", n) + `":1}}`), 1},
		{"patterns that no engine should try", lint.ToolDescriptor, inSchema(`{"type":"object","pattern":"` + strings.Repeat("(", n) + strings.Repeat("x{1000}){1000}", n/10) +
			`","patternProperties":{"(a{1000}){1000}":{},"(?=":{}}}`), 0},
		{"a long id", lint.PackageManifest, `{"id":"` + strings.Repeat(" ", 64*n) + `","version":"` + strings.Repeat("1.", 32*n) + `","runtimeType":"` + strings.Repeat("a", 64*n) +
			`","schemaVersion":1` + strings.Repeat("0", 250) + `,"digest":"sha256:` + strings.Repeat("0", 64*n) + `"}`, 4},
		{"a long name and description", lint.ToolDescriptor, `{"name":"` + strings.Repeat(`\u0061`, 10*n) + `","description":"` + strings.Repeat(" ", 64*n) +
			`","inputSchema":{"type":"object","required":["` + strings.Repeat("a", 64*n) + `"]}` + toolSuffix, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			checkBounded(t, c.kind, c.text, c.want)
		})
	}
}

// checkBounded lints a text and checks how many findings there are, whatever limit
// is set, and that it does not take hours.
func checkBounded(t *testing.T, kind lint.Kind, text string, want int) {
	t.Helper()
	l := linter(t, lint.Config{})
	start := time.Now()
	r := l.Lint([]byte(text), kind, nil)
	elapsed := time.Since(start)
	t.Logf("%d bytes, %d findings, %v", len(text), len(r.Findings), elapsed.Round(time.Millisecond))
	if elapsed > 60*time.Second { // generous: what is square takes hours
		t.Errorf("it took %v", elapsed)
	}
	if got := len(r.Findings) + r.Dropped; got != want {
		t.Errorf("%d findings, want %d; the first are %.3v", got, want, r.Findings[:min(3, len(r.Findings))])
	}
	limited := linter(t, lint.Config{Max: 10}).Lint([]byte(text), kind, nil)
	if len(limited.Findings) > 10 || limited.HasErrors() != r.HasErrors() {
		t.Errorf("with a limit: %d findings", len(limited.Findings))
	}
}

func TestDeepTools(t *testing.T) {
	l := linter(t, lint.Config{})
	deep := func(levels int) string { // of the whole document
		return toolPrefix + `"inputSchema":{"type":"object","not":` + strings.Repeat(`{"not":`, levels-3) + `{}` + strings.Repeat(`}`, levels-3) + `}` + toolSuffix
	}
	for levels, want := range map[int]string{127: "", 128: "shape/depth", 200_000: "shape/depth"} {
		r := l.Lint([]byte(deep(levels)), lint.ToolDescriptor, nil)
		got := ""
		for _, d := range r.Findings {
			got += d.Code + d.Path
		}
		if got != want {
			t.Errorf("%d levels: got %q, want %q", levels, got, want)
		}
	}
	// Each of the levels is a base with a large object, and refers into all.
	var open, closing strings.Builder
	for i := range 100 {
		open.WriteString(`{"$id":"` + strconv.Itoa(i) + `","$ref":"#/not/not/not/x","x":1,"not":`)
		closing.WriteByte('}')
	}
	text := toolPrefix + `"inputSchema":{"type":"object","not":` + open.String() + `{}` + closing.String() + `}` + toolSuffix
	r := l.Lint([]byte(text), lint.ToolDescriptor, nil)
	check(t, text, r)
	if len(r.Findings) != 3 { // the last three lead nowhere
		t.Errorf("got %v", r.Findings)
	}
}

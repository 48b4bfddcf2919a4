package schema

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

var kindNames = [...]string{"not-object", "boolean", "repeated", "dialect", "root", "wrong", "undeclared", "external", "dangling"}

// problems checks a schema and returns what is found as "kind pointer".
func problems(t testing.TB, str string) []string {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(str)); f != nil {
		t.Fatalf("%s: %v", str, f)
	}
	paths := map[int]string{}
	doc.Walk(0, nil, func(n int, steps []jsondoc.Step) bool {
		paths[n] = string(doc.AppendPointer(nil, steps))
		return true
	})
	list := []string{}
	var c Checker
	c.Check((*canon.Doc)(&doc), 0, func(p Problem) {
		if p.Message == "" {
			t.Errorf("%s: a problem without a message", str)
		}
		list = append(list, strings.TrimSpace(kindNames[p.Kind]+" "+paths[p.Node]))
	})
	slices.Sort(list)
	return list
}

func TestKeywordsAreSorted(t *testing.T) {
	if !slices.IsSortedFunc(keywords[:], func(a, b keyword) int { return strings.Compare(a.name, b.name) }) {
		t.Error("the table is not sorted")
	}
	if len(keywords) > 64 {
		t.Error("more keywords than bits")
	}
	longest := 0
	for i, k := range keywords {
		longest = max(longest, len(k.name))
		if keywordIndex([]byte(k.name)) != i {
			t.Errorf("%s is not found", k.name)
		}
	}
	if longest != maxKeywordLen {
		t.Errorf("the longest keyword has %d letters", longest)
	}
	for _, name := range []string{"", "$", "Type", "types", "const", "default", strings.Repeat("z", 30)} {
		if keywordIndex([]byte(name)) >= 0 {
			t.Errorf("%q is found", name)
		}
	}
}

// TestValues reports good values of keywords from bad ones, in the dialects that
// check them.
func TestValues(t *testing.T) {
	for _, c := range []struct {
		keywords     string
		since, until Dialect
		good, bad    string
	}{
		{"type", Draft04, Draft202012, `"null" "boolean" "object" "array" "number" "string" "integer" ["string"] ["null","integer"]`, `"any" "" "Object" 1 null true {} []`},
		{"properties patternProperties definitions", Draft04, Draft202012, `{} {"a":{}} {"":true,"(":false}`, `[] null true "a" 1`},
		{"$defs dependentSchemas", Draft201909, Draft202012, `{} {"a":{}} {"a":true}`, `[] null true "a"`},
		{"additionalProperties not", Draft04, Draft202012, `true false {}`, `null 1 "a" []`},
		{"contains propertyNames", Draft06, Draft202012, `true false {}`, `null 1 "a" []`},
		{"if then else", Draft07, Draft202012, `true false {}`, `null 1 "a" []`},
		{"unevaluatedProperties unevaluatedItems", Draft201909, Draft202012, `true false {}`, `null 1 "a" []`},
		{"additionalItems", Draft04, Draft201909, `true false {}`, `null 1 "a" []`},
		{"items", Draft04, Draft201909, `true {} [] [{}] [true,{}]`, `null 1 "a"`},
		{"items", Draft202012, Draft202012, `true {}`, `null 1 "a" [] [{}]`},
		{"allOf anyOf oneOf", Draft04, Draft202012, `[{}] [true,false]`, `[] {} null true`},
		{"prefixItems", Draft202012, Draft202012, `[{}] [true,false]`, `[] {} null true`},
		{"required", Draft04, Draft202012, `[] ["a"] ["a","A"]`, `true {} null "a"`},
		{"dependentRequired", Draft201909, Draft202012, `{} {"a":[]} {"a":["b","c"]}`, `[] null true`},
		{"enum", Draft04, Draft202012, `[] [null] [1,1]`, `{} null "a"`},
		{"examples", Draft06, Draft202012, `[] [null]`, `{} null "a"`},
		{"minLength maxLength minItems maxItems minProperties maxProperties", Draft04, Draft202012, `0 -0 1 1.0 1e2 0.0 1.5e1`, `-1 1.5 "1" null true -1.0 1e-2`},
		{"minContains maxContains", Draft201909, Draft202012, `0 1 1.0`, `-1 1.5 "1" null`},
		{"minimum maximum", Draft04, Draft202012, `0 -1.5 1e300`, `"1" null true []`},
		{"exclusiveMinimum exclusiveMaximum", Draft04, Draft04, `true false`, `1 null "a"`},
		{"exclusiveMinimum exclusiveMaximum", Draft06, Draft202012, `0 -1.5`, `true null "a"`},
		{"multipleOf", Draft04, Draft202012, `1 0.01 1e300`, `0 -1 0.0 -0 "1" null true`},
		{"uniqueItems", Draft04, Draft202012, `true false`, `1 "true" null`},
		{"readOnly writeOnly", Draft07, Draft202012, `true false`, `1 "true" null`},
		{"deprecated", Draft201909, Draft202012, `true false`, `1 "true" null`},
		{"pattern format title description", Draft04, Draft202012, `"" "(?=a)" "["`, `1 null [] {}`},
		{"$id", Draft06, Draft202012, `"" "a"`, `1 null`},
		{"$comment", Draft07, Draft202012, `"" "a"`, `1 null`},
		{"$anchor", Draft201909, Draft202012, `"" "a"`, `1 null`},
	} {
		for name := range strings.FieldsSeq(c.keywords) {
			for d := Draft04; d <= Draft202012; d++ {
				in := func(value string) []string {
					return problems(t, fmt.Sprintf(`{"$schema":"%s#","type":"object","properties":{"p":{"%s":%s}}}`, d.URI(), name, value))
				}
				for value := range strings.FieldsSeq(c.good) {
					if c.since <= d && d <= c.until {
						if got := in(value); len(got) > 0 && name != "required" {
							t.Errorf("%s: %s of %s gives %v", name, value, d, got)
						}
					}
				}
				for value := range strings.FieldsSeq(c.bad) {
					want := []string{"wrong /properties/p/" + name}
					switch {
					case c.since <= d && d <= c.until:
					case name == "items" || strings.HasPrefix(name, "exclusive"):
						continue // another row
					default:
						want = []string{}
					}
					if got := in(value); !slices.Equal(got, want) {
						t.Errorf("%s: %s of %s gives %v", name, value, d, got)
					}
				}
			}
		}
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		str  string
		want []string
	}{
		// The whole.
		{`{"type":"object"}`, nil},
		{`{}`, []string{"root"}},
		{`true`, []string{"boolean"}},
		{`false`, []string{"boolean"}},
		{`null`, []string{"not-object"}},
		{`7`, []string{"not-object"}},
		{`[{"a":1,"a":2}]`, []string{"not-object", "repeated /0/a"}},
		{`{"type":"string"}`, []string{"root /type"}},
		{`{"type":["object"]}`, []string{"root /type"}},
		{`{"type":"Object"}`, []string{"wrong /type"}},
		{`{"type":5}`, []string{"wrong /type"}},
		{`{"type":[]}`, []string{"wrong /type"}},
		{`{"type":["object",1,"object","object"]}`, []string{"wrong /type/1", "wrong /type/2", "wrong /type/3"}},
		{`{"t\u0079pe":"obj\u0065ct"}`, nil},
		{`{"type":"object","$id":"a#b","$ref":"#/type"}`, nil},

		// Dialects.
		{`{"$schema":"http://json-schema.org/draft-07/schema","type":"object","items":[{}]}`, nil},
		{`{"$schema":"http://json-schema.org/draft-07/schema##","type":"object","items":5}`, []string{"dialect /$schema"}},
		{`{"$schema":"","type":5,"a":{"b":1,"b":2}}`, []string{"dialect /$schema", "repeated /a/b", "root /type"}},
		{`{"$schema":"x","type":[]}`, []string{"dialect /$schema", "root /type"}},
		{`{"$schema":"x"}`, []string{"dialect /$schema", "root"}},
		{`{"$schema":null,"type":"object","items":[]}`, []string{"wrong /$schema", "wrong /items"}},
		{`{"type":"object","not":{"$schema":"http://json-schema.org/draft-07/schema#","items":[5],"$ref":"#/no"}}`, nil},
		{`{"type":"object","not":{"$schema":7,"items":[5]}}`, nil},
		{`{"type":"object","not":{"$schema":7,"x":{"a":1,"a":2}}}`, []string{"repeated /not/x/a"}},

		// Only positions of schemas are visited.
		{`{"type":"object","enum":[{"type":1}],"const":{"type":1},"default":{"type":1},"examples":[{"type":1}],"x":{"type":1}}`, nil},
		{`{"type":"object","dependencies":{"a":{"type":1},"b":["x","x",1],"c":3}}`, []string{"wrong /dependencies/a/type", "wrong /dependencies/b/1", "wrong /dependencies/b/2", "wrong /dependencies/c"}},
		{`{"type":"object","contentSchema":1,"contentEncoding":1,"contentMediaType":1,"$dynamicAnchor":1,"$dynamicRef":1,"$recursiveRef":1,"id":1,"$recursiveAnchor":1}`,
			[]string{"wrong /$dynamicAnchor", "wrong /$dynamicRef", "wrong /$recursiveRef", "wrong /contentEncoding", "wrong /contentMediaType", "wrong /contentSchema"}},
		{`{"$schema":"http://json-schema.org/draft-04/schema","type":"object","id":1,"$id":1,"contentEncoding":1}`, []string{"wrong /id"}},
		{`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","id":1,"$id":1,"contentSchema":1,"$dynamicRef":1,"contentEncoding":1}`, []string{"wrong /$id", "wrong /contentEncoding"}},
		{`{"$schema":"https://json-schema.org/draft/2019-09/schema","type":"object","$recursiveAnchor":"a","$dynamicAnchor":1}`, []string{"wrong /$recursiveAnchor"}},
		{`{"type":"object","properties":{"type":1,"required":{"type":2}}}`, []string{"wrong /properties/required/type", "wrong /properties/type"}},
		{`{"type":"object","properties":{"a":{"items":{"not":{"anyOf":[{"contains":null}]}}}}}`, []string{"wrong /properties/a/items/not/anyOf/0/contains"}},
		{`{"$schema":"http://json-schema.org/draft-04/schema","type":"object","contains":{"type":1},"if":1,"$defs":{"a":1}}`, nil},
		{`{"type":"object","dependentRequired":{"a":["b","b",1,"b"],"c":7}}`,
			[]string{"wrong /dependentRequired/a/1", "wrong /dependentRequired/a/2", "wrong /dependentRequired/a/3", "wrong /dependentRequired/c"}},

		// Repeated keys.
		{`{"type":5,"type":"object","properties":{"a":1},"properties":{}}`, []string{"repeated /properties", "repeated /type"}},
		{`{"type":"object","properties":{"a":1,"a":2,"a":{}}}`, []string{"repeated /properties/a"}},
		{`{"type":"object","properties":{"a":{},"\u0061":2}}`, []string{"repeated /properties/a", "wrong /properties/a"}},
		{`{"type":"object","x":{"a":1,"a":1},"x":7}`, []string{"repeated /x", "repeated /x/a"}},
		{`{"type":"object","enum":[{"a":1,"a":1}]}`, []string{"repeated /enum/0/a"}},

		// Required.
		{`{"type":"object","required":["a","b","a"]}`, []string{"undeclared /required/0", "undeclared /required/1", "wrong /required/2"}},
		{`{"type":"object","properties":{"a":1},"required":["a",7,"A"]}`, []string{"undeclared /required/2", "wrong /properties/a", "wrong /required/1"}},
		{`{"type":"object","properties":[],"required":["a"]}`, []string{"wrong /properties"}},
		{`{"type":"object","properties":{"a":{}},"properties":{},"required":["a"]}`, []string{"repeated /properties", "undeclared /required/0"}},
		{`{"type":"object","properties":{"o":{"required":["x"]}}}`, []string{"undeclared /properties/o/required/0"}},
		{`{"type":"object","items":{"required":["x"]}}`, []string{"undeclared /items/required/0"}},
		{`{"type":"object","additionalProperties":true,"required":["x"]}`, []string{"undeclared /required/0"}},
		{`{"type":"object","additionalProperties":{},"required":["x"]}`, nil},
		{`{"type":"object","$dynamicRef":"#a","required":["x"]}`, nil},
		{`{"type":"object","$recursiveRef":"#","required":["x"]}`, nil},
		{`{"type":"object","dependencies":1,"required":["x"]}`, []string{"wrong /dependencies"}},
		{`{"type":"object","dependencies":{"a":{"required":["x"]}}}`, nil},
		{`{"type":"object","then":{},"else":{},"not":{},"unevaluatedProperties":{},"required":["x"]}`, []string{"undeclared /required/0"}},
		{`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","if":1,"required":["x"]}`, nil},
		{`{"type":"object","patternProperties":{},"required":["x"]}`, nil},
		{`{"type":"object","not":{"properties":{"o":{"required":["x"]}}}}`, nil},
		{`{"type":"object","then":{"required":["x"]},"else":{"items":{"required":["x"]}}}`, nil},
		{`{"type":"object","dependentSchemas":{"a":{"required":["x"]}}}`, nil},
		{`{"type":"object","anyOf":[{"required":["x"]},{"required":["y","y"]}]}`, []string{"wrong /anyOf/1/required/1"}},

		// References.
		{`{"type":"object","$ref":"#"}`, nil},
		{`{"type":"object","$ref":"#name"}`, nil},
		{`{"type":"object","$ref":""}`, []string{"external /$ref"}},
		{`{"type":"object","$ref":"other.json#/a"}`, []string{"external /$ref"}},
		{`{"type":"object","$ref":7}`, []string{"wrong /$ref"}},
		{`{"type":"object","$ref":"#/"}`, []string{"dangling /$ref"}},
		{`{"type":"object","":{},"$ref":"#/"}`, nil},
		{`{"type":"object","x":[1,[2]],"$ref":"#/x/1/0"}`, nil},
		{`{"type":"object","x":[1,[2]],"$ref":"#/x/01"}`, []string{"dangling /$ref"}},
		{`{"type":"object","x":[1],"$ref":"#/x/1"}`, []string{"dangling /$ref"}},
		{`{"type":"object","x":[1],"$ref":"#/x/-"}`, []string{"dangling /$ref"}},
		{`{"type":"object","x":[1],"$ref":"#/x/4294967296"}`, []string{"dangling /$ref"}},
		{`{"type":"object","$ref":"#/type/x"}`, []string{"dangling /$ref"}},
		{`{"type":"object","a/b":{"~1":1},"$ref":"#/a~1b/~01"}`, nil},
		{`{"type":"object","a b":{"%zz":{"é":1}},"$ref":"#/a%20b/%zz/%C3%a9"}`, nil},
		{`{"type":"object","a":{"b":1},"$ref":"#%2Fa"}`, nil},
		{`{"type":"object","a":{"b":1},"$ref":"#/a%2Fb"}`, nil},
		{`{"type":"object","x":{"a":1},"x":{"b":1},"$ref":"#/x/a"}`, []string{"dangling /$ref", "repeated /x"}},
		{`{"type":"object","$id":"https://example.com/","$ref":"#/type"}`, nil},
		{`{"type":"object","d":1,"not":{"$id":"sub","items":{"$ref":"#/d"}}}`, []string{"dangling /not/items/$ref"}},
		{`{"type":"object","not":{"$id":"sub","d":1,"items":{"$ref":"#/d"}}}`, nil},
		{`{"type":"object","not":{"$id":"sub","d":1,"$ref":"#/d"}}`, nil},
		{`{"type":"object","d":1,"not":{"$id":"#sub","items":{"$ref":"#/d"}}}`, nil},
		// Identifiers by dialect, and references to them.
		{draft04 + `"d":1,"not":{"$id":"sub","items":{"$ref":"#/d"}}}`, nil},
		{draft04 + `"d":1,"not":{"id":"sub","items":{"$ref":"#/d"}}}`, []string{"dangling /not/items/$ref"}},
		{draft04 + `"d":1,"not":{"id":"sub","$ref":"#/d"}}`, nil},
		{draft07 + `"d":1,"not":{"id":"sub","items":{"$ref":"#/d"}}}`, nil},
		{draft07 + `"d":1,"not":{"$id":"sub","$ref":"#/d"}}`, nil},
		{draft07 + `"d":1,"not":{"$id":"sub","items":{"$ref":"#/d"}}}`, []string{"dangling /not/items/$ref"}},
		{`{"type":"object","d":1,"properties":{"$id":{"type":"string"},"x":{"$ref":"#/d"}},"default":{"$id":"x"}}`, nil},
		{selfID + `"$ref":"https://example.com/t.json"}`, nil},
		{selfID + `"$ref":"https://example.com/t.json#/$defs/a"}`, nil},
		{selfID + `"$ref":"https://example.com/t.json#/$defs/b"}`, []string{"dangling /$ref"}},
		{selfID + `"$ref":"t.json#/$defs/a"}`, nil},
		{selfID + `"$ref":"./t.json#"}`, nil},
		{selfID + `"$ref":"/t.json#name"}`, nil},
		{selfID + `"$ref":""}`, nil},
		{selfID + `"$ref":"u.json#/$defs/a"}`, []string{"external /$ref"}},
		{selfID + `"$ref":"http://example.com/t.json"}`, []string{"external /$ref"}},
		{selfID + `"$ref":"sub/s.json#/none"}`, nil},
		{selfID + `"not":{"$id":"u.json","d":1,"items":{"anyOf":[{"$ref":"u.json#/d"},{"$ref":"#/d"},{"$ref":"t.json#/$defs/a"},{"$ref":"t.json#/d"}]}}}`, []string{"dangling /not/items/anyOf/3/$ref"}},
		{`{"type":"object","$id":"urn:example:t","d":1,"$ref":"urn:example:t#/d"}`, nil},
		{`{"type":"object","$id":"t.json#","d":1,"$ref":"t.json#/d"}`, nil},
		{`{"type":"object","$id":"://","d":1,"$ref":"%zz"}`, []string{"external /$ref"}},
		{draft07 + `"$id":"https://example.com/t.json","d":1,"items":{"$ref":"t.json#/d"}}`, nil},
		{draft04 + `"$id":"https://example.com/t.json","d":1,"items":{"$ref":"t.json#/d"}}`, []string{"external /items/$ref"}},
		{`{"type":"object","d":1,"not":{"$id":7,"items":{"$ref":"#/d"}}}`, []string{"wrong /not/$id"}},
	} {
		want := append([]string{}, c.want...)
		if diff := cmp.Diff(want, problems(t, c.str)); diff != "" {
			t.Errorf("%s:\n%s", c.str, diff)
		}
	}
}

// TestLargeAsSmall checks that objects and arrays that are indexed are checked
// as those that are looked through.
func TestLargeAsSmall(t *testing.T) {
	for _, n := range []int{0, 1, linearSearchMax - 2, linearSearchMax - 1, linearSearchMax, linearSearchMax + 1, 100} {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `,"k%d":{}`, i)
		}
		names := strings.Repeat(`,"x"`, n)
		str := `{"type":"object","properties":{"a":1` + b.String() + `,"b":{},"\u0061":{}},"x":[0` + strings.Repeat(`,1`, n) + `],"not":{"enum":[],"items":{"$ref":"#/properties/b"},"contains":{"$ref":"#/properties/a/b"},` +
			fmt.Sprintf(`"additionalProperties":{"$ref":"#/x/%d"},"propertyNames":{"$ref":"#/x/%d"}},"required":["a","b","c","c"`, n, n+1) + names + `]}`
		want := []string{"dangling /not/contains/$ref", "dangling /not/propertyNames/$ref", "repeated /properties/a", "undeclared /required/2", "wrong /required/3"}
		for i := range n {
			kind := "wrong"
			if i == 0 {
				kind = "undeclared"
			}
			want = append(want, fmt.Sprintf("%s /required/%d", kind, i+4))
		}
		slices.Sort(want)
		if diff := cmp.Diff(want, problems(t, str)); diff != "" {
			t.Errorf("%d more:\n%s", n, diff)
		}
	}
}

func TestDescribe(t *testing.T) {
	describe := func(str string) (Summary, bool) {
		var doc jsondoc.Doc
		if f := doc.Read([]byte(str)); f != nil {
			t.Fatal(f)
		}
		return new(Checker).Describe((*canon.Doc)(&doc), 0)
	}
	got, ok := describe(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{
		"a":{"type":"string"},"b":{"type":["integer","null"]},"c":true,"d":{"type":"x"},"a":{"type":"array"}},"required":["a","d",7],"additionalProperties":false}`)
	want := Summary{
		Dialect: Draft07, DialectDeclared: true, Types: []string{"object"}, Closed: true,
		Properties: []Property{
			{Name: "b", Types: []string{"integer", "null"}}, {Name: "c"}, {Name: "d", Required: true}, {Name: "a", Types: []string{"array"}, Required: true},
		},
	}
	for i, p := range got.Properties {
		want.Properties[i].Node = p.Node
		if i > 0 && p.Node <= got.Properties[i-1].Node {
			t.Errorf("%s: node %d", p.Name, p.Node)
		}
	}
	if diff := cmp.Diff(want, got); !ok || diff != "" {
		t.Error(diff)
	}
	if got, ok := describe(`{"additionalProperties":{},"properties":7}`); !ok || cmp.Diff(Summary{Dialect: Default}, got) != "" {
		t.Errorf("got %+v", got)
	}
	if got, ok := describe(`{"$schema":"x"}`); !ok || !got.DialectDeclared || !got.UnknownDialect {
		t.Errorf("got %+v", got)
	}
	if _, ok := describe(`true`); ok {
		t.Error("a boolean is described")
	}
}

const (
	draft04 = `{"$schema":"http://json-schema.org/draft-04/schema#","type":"object",`
	draft07 = `{"$schema":"http://json-schema.org/draft-07/schema#","type":"object",`
	selfID  = `{"type":"object","$id":"https://example.com/t.json","$defs":{"a":{"$id":"sub/s.json"}},`
)

func TestNearDialect(t *testing.T) {
	for uri, want := range map[string]string{
		"https://json-schema.org/draft-07/schema#":          "http://json-schema.org/draft-07/schema#",
		"http://www.json-schema.org/draft-07/schema#":       "http://json-schema.org/draft-07/schema#",
		"http://json-schema.org/draft-07/schema##":          "http://json-schema.org/draft-07/schema#",
		"http://json-schema.org/draft-07/schema/":           "http://json-schema.org/draft-07/schema#",
		"http://json-schema.org/draft-07/schema.json#":      "http://json-schema.org/draft-07/schema#",
		"json-schema.org/draft-04/schema":                   "http://json-schema.org/draft-04/schema#",
		"HTTPS://JSON-Schema.org/Draft-06/Schema":           "http://json-schema.org/draft-06/schema#",
		"http://json-schema.org/draft/2020-12/schema":       "https://json-schema.org/draft/2020-12/schema",
		"https://json-schema.org/draft-2020-12/schema":      "https://json-schema.org/draft/2020-12/schema",
		"https://json-schema.org/2019-09/schema":            "https://json-schema.org/draft/2019-09/schema",
		"https://json-schema.org/draft/2020-12/schema.json": "https://json-schema.org/draft/2020-12/schema",
		"http://json-schema.org/schema#":                    "",
		"http://json-schema.org/draft-03/schema#":           "",
		"http://example.com/draft-07/schema#":               "",
		"https://json-schema.org/draft/07/schema":           "",
		"https://json-schema.org/draft/2020-12":             "",
		"":                                                  "",
		strings.Repeat("x", 1<<20):                          "",
	} {
		got := ""
		if d, ok := NearDialect([]byte(uri)); ok {
			got = d.Written()
		}
		if got != want {
			t.Errorf("%.80s: %q, want %q", uri, got, want)
		}
	}
}

func TestDialects(t *testing.T) {
	for d := Draft04; d <= Draft202012; d++ {
		for _, end := range []string{"", "#"} {
			if got, ok := ParseDialect([]byte(d.URI() + end)); !ok || got != d {
				t.Errorf("%s%s is %v, %v", d.URI(), end, got, ok)
			}
		}
	}
	for _, uri := range []string{"", "#", "https://json-schema.org/draft-07/schema", "http://json-schema.org/draft-07/schema##", "http://json-schema.org/schema#", "2020-12"} {
		if d, ok := ParseDialect([]byte(uri)); ok {
			t.Errorf("%q is %s", uri, d)
		}
	}
}

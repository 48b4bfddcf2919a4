package schema

import (
	"encoding/json"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// generator makes random schemas of the keywords in the table.
type generator struct{ *rand.Rand }

func randomElement[T any](m generator, list ...T) T { return list[m.IntN(len(list))] }

// junk are values that are wrong in most places, and right in some.
func (m generator) junk() string {
	return randomElement(m, `null`, `true`, `false`, `0`, `-0`, `-1`, `1`, `1.0`, `1.5`, `2e2`, `-0.5`, `""`, `"string"`, `"object"`, `"x"`, `[]`, `["a"]`, `["a","a"]`, `["string","null"]`, `["null","null"]`,
		`[1]`, `[{}]`, `[true,{}]`, `{}`, `{"a":{}}`, `{"a":1}`, `{"a":["b"]}`, `{"a":["b","b"]}`, `{"a":true}`)
}

// schema makes a schema, or junk in its place.
func (m generator) schema(depth int) string {
	switch {
	case m.IntN(12) == 0:
		return m.junk()
	case depth == 0 || m.IntN(6) == 0:
		return randomElement(m, `{}`, `true`, `{"type":"string"}`)
	}
	var b strings.Builder
	b.WriteByte('{')
	for n, i := m.IntN(4), m.IntN(len(keywords)); n >= 0; n-- {
		k := &keywords[i]
		i = (i + 1 + m.IntN(len(keywords)/5)) % len(keywords)
		if k.name == "$schema" || strings.Contains(b.String(), `"`+k.name+`":`) {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + k.name + `":` + m.value(k, depth))
	}
	b.WriteByte('}')
	return b.String()
}

// value makes a value of a keyword, mostly a good one.
func (m generator) value(k *keyword, depth int) string {
	switch k.name {
	case "$id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef", "$recursiveRef": // meta-schemas check their texts too
		return randomElement(m, `"a"`, `"b"`, `1`, `null`, `{}`)
	}
	if m.IntN(8) == 0 {
		return m.junk()
	}
	schema := func() string { return m.schema(depth - 1) }
	switch k.form {
	case schemaForm:
		return schema()
	case itemsForm:
		return randomElement(m, schema(), `[`+schema()+`]`)
	case schemaMap:
		return randomElement(m, `{}`, `{"a":`+schema()+`}`, `{"a":`+schema()+`,"b/~":`+schema()+`}`)
	case schemaList:
		return randomElement(m, `[`+schema()+`]`, `[`+schema()+`,`+schema()+`]`)
	case typeNames:
		return randomElement(m, `"object"`, `"integer"`, `["object","null"]`, `["object","x"]`, `["array"]`)
	case textSet:
		return randomElement(m, `[]`, `["a"]`, `["a","b"]`, `["a","b","a"]`)
	case dependencyMap:
		return randomElement(m, `{}`, `{"a":["b"]}`, `{"a":`+schema()+`,"b":["c","d"]}`)
	case textSetMap:
		return randomElement(m, `{}`, `{"a":[]}`, `{"a":["b","c"]}`)
	case arrayForm:
		return randomElement(m, `[1]`, `[null,"a"]`)
	case booleanForm:
		return randomElement(m, `true`, `false`)
	case textForm:
		return randomElement(m, `""`, `"a"`)
	case limitForm:
		return randomElement(m, `1`, `true`)
	}
	return randomElement(m, `0`, `1`, `1.0`, `2.5`, `1e3`)
}

// TestAgainstMetaSchemas compares the verdicts on keywords with those of the
// published meta-schemas: under 2020-12 they are the same, under the others
// nothing good is refused, except for a $ref of draft-04 that is not a string. The
// oracle's copy of draft-06 is older than the published one, which has
// examples. A $recursiveAnchor of 2020-12 is a leftover that is not checked.
func TestAgainstMetaSchemas(t *testing.T) {
	rounds := 20_000
	if testing.Short() {
		rounds = 2_000
	}
	var c Checker
	for d := Draft04; d <= Draft202012; d++ {
		t.Run(d.String(), func(t *testing.T) {
			meta, err := jsonschema.NewCompiler().Compile(d.URI())
			if err != nil {
				t.Fatal(err)
			}
			m := generator{rand.New(rand.NewPCG(uint64(d), 7))}
			bad, missed := 0, 0
			for range rounds {
				str := `{"$schema":"` + d.URI() + `"` + strings.Replace(strings.Replace(m.object(), "{", ",", 1), ",}", "}", 1)
				if d == Draft202012 && strings.Contains(str, `"$recursiveAnchor":`) || d == Draft04 && strings.Contains(str, `"$ref":`) || d == Draft06 && strings.Contains(str, `"examples":`) {
					continue
				}
				value, err := jsonschema.UnmarshalJSON(strings.NewReader(str))
				if err != nil {
					t.Fatalf("%s: %v", str, err)
				}
				refused := meta.Validate(value) != nil
				wrong := wrongValues(t, &c, str)
				switch {
				case refused && len(wrong) > 0:
					bad++
				case refused && d == Draft202012:
					t.Errorf("missed in %s: %v", str, meta.Validate(value))
				case refused:
					missed++
				case len(wrong) > 0:
					t.Errorf("false alarm in %s: %v", str, wrong)
				}
			}
			t.Logf("%d schemas, %d refused by both, %d missed", rounds, bad, missed)
			if bad < rounds/10 || bad > rounds*9/10 {
				t.Errorf("only %d of %d schemas are refused", bad, rounds)
			}
		})
	}
}

// object makes a schema that is an object.
func (m generator) object() string {
	for {
		if s := m.schema(3); strings.HasPrefix(s, "{") && json.Valid([]byte(s)) {
			return s
		}
	}
}

// wrongValues returns what is reported of the values of keywords.
func wrongValues(t *testing.T, c *Checker, str string) (list []string) {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(str)); f != nil {
		t.Fatalf("%s: %v", str, f)
	}
	c.Check((*canon.Doc)(&doc), 0, func(p Problem) {
		if p.Kind == WrongValue {
			list = append(list, p.Message)
		}
	})
	return list
}

// TestOracleStaysInTests checks that the oracle, which takes its time when a
// program starts, is not linked into the command.
func TestOracleStaysInTests(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "github.com/divtool/divtool").Output()
	if err != nil {
		t.Skipf("go list: %v", err)
	}
	list := string(out)
	if !strings.Contains(list, "divtool/pkg/agentruntime/schema") || strings.Contains(list, "santhosh-tekuri") {
		t.Errorf("the command is linked with\n%s", list)
	}
}

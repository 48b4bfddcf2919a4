package filter_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/filter"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// match evaluates an expression for a frame of a type.
func match(t testing.TB, source string, ty *frames.Type, frame []byte) (bool, error) {
	t.Helper()
	p, err := filter.Compile(source, all.Types(), ty)
	if err != nil {
		t.Fatalf("%s: %v", source, err)
	}
	m := p.NewMatcher()
	var r frames.Reader
	m.Reset()
	err = r.Read(ty, frame, m)
	m.Finish(err != nil)
	return m.Match()
}

// read is a fuse_read of m1, a/b, 2^64-1 and 512.
const read = "\x0b\x00\x02m1\x00\x03a/b\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x02\x00"

func TestMatch(t *testing.T) {
	requests := all.Types().ByName("diverge.agents.request")
	for source, want := range map[string]bool{
		`name == "fuse_read"`: true, `name != "fuse_read"`: false, `tag == 11`: true, `tag == 11.0`: true,
		// nil
		`payload.write_id == nil`: true, `payload.write_id != nil`: false, `nil != payload.id`: true,
		`payload.write_id == 1`: false, `payload.write_id != 1`: false, `payload.write_id < 1`: false, `payload.write_id >= 0`: false,
		`payload.write_id == payload.connection_id`: false, `payload.attrs.mode == 1`: false, `payload.attrs.mode == nil`: true,
		`not (payload.write_id == 1)`: true, `payload.write_id not in [1]`: false, `not (payload.write_id in [1])`: true,
		`payload.entries[0].name == nil`: true, `len(payload.entries) > 0`: false, `any(payload.entries, .name == "x")`: false,
		`lower(payload.to) == "x"`: false, `payload.to matches "x"`: false, `payload.to contains "x" or true`: true,
		`payload.write_id + 1 > 0`: false, `-payload.write_id < 0`: false, `(payload.write_id ?? 5) == 5`: true,
		`payload.entries[0:1] == nil`: true, `payload.write_id in 0..5`: false,
		// integers
		`payload.offset == 18446744073709551615`: true, `payload.offset > 18446744073709551614`: true,
		`payload.offset < 18446744073709551616`: true, `payload.offset == 18446744073709551614`: false,
		`payload.offset == 18446744073709551615.0`: false, `payload.offset > 9223372036854775807`: true,
		`payload.offset == 0xffffffffffffffff`: true, `payload.offset == 18_446_744_073_709_551_615`: true,
		`payload.offset + 1 == 18446744073709551616`: true, `payload.offset * 2 - payload.offset == payload.offset`: true,
		`-payload.offset == -18446744073709551615`: true, `payload.offset % 10 == 5`: true, `max(payload.offset, 5) == payload.offset`: true,
		`9223372036854775807 + 1 == 9223372036854775808`: true, `int("18446744073709551616") > payload.offset`: true,
		`payload.offset in [18446744073709551615]`: true, `sum([payload.offset, 1]) == 18446744073709551616`: true,
		`"340282366920938463463374607431768211455" > payload.offset`: true, `"7" == 7`: true, `"07" == 7`: false, `type(payload.offset) == "int"`: true,
		// texts, other kinds
		`payload.path matches "^a/"`: true, `payload.path startsWith "a" && payload.path endsWith "b"`: true,
		`payload.path in ["a/b", "c"]`: true, `"id" in payload`: true, `"x" in payload`: false, `payload.path[0:1] == "a"`: true,
		`payload == {"id": "m1", "path": "a/b", "offset": 18446744073709551615, "length": 512}`: true,
		`payload.path == 5`: false, `payload.path != 5`: true, `payload.path < 5`: false, `len(payload) == 4`: true,
		`let p = payload; p.path == "a/b"`: true, `payload.length > 5 ? true : false`: true, `payload?.path == "a/b"`: true,
		`payload["path"] == "a/b"`: true, `split(payload.path, "/")[1] == "b"`: true, `payload.length / 1000 == 0.512`: true,
		`payload.path | upper() == "A/B"`: true, `count(payload.path | split("/"), # != "a") == 1`: true, `if size > 5 { true } else { false }`: true,
	} {
		if got, err := match(t, source, requests, []byte(read)); err != nil || got != want {
			t.Errorf("%s: %v, %v", source, got, err)
		}
	}
	for source, want := range map[string]string{
		`payload.path`: "expected true or false, got a text", `size % 0 == 1`: "integer divide by zero", `payload.path and true`: "got a text",
		`int(payload.path) == 1`: "expected a text of decimal digits", `payload.path - 1 == 1`: "", `any(size, true)`: "expected a list, got a number",
	} {
		if _, err := match(t, source, requests, []byte(read)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
}

func TestCompileErrors(t *testing.T) {
	for source, want := range map[string]string{
		"": "0: the expression is empty", "nme == 1": `1: no type has a member "nme"; did you mean "name"?`,
		"size > 1 && payload.lenght > 1": `21: no type has a member "lenght" in "payload"; did you mean "length"?`,
		`any(warnings, .cod == "x")`:     `16: no type has a member "cod" there; did you mean "code"?`,
		"size":                           "1: expected an expression that is true or false, got a number", "name": "1: expected an expression that is true or false, got a text",
		"[true]": "1: expected an expression that is true or false, got a list", "size +": "6: unexpected token EOF", `x.y()`: `3: unknown function "y"`,
		"len() > 1": "1: len: invalid number of arguments (expected 1, got 0)", `name matches "("`: "14: error parsing regexp: missing closing ): `(`",
		"$env == nil": "1: $env is not supported; name a member",
	} {
		_, err := filter.Compile(source, all.Types(), nil)
		at, ok := err.(*filter.SyntaxError)
		if !ok || fmt.Sprintf("%d: %s", at.Column, at.Message) != want {
			t.Errorf("%s: %+v, want %s", source, err, want)
		}
	}
}

// document returns the document of a frame, and its error.
func document(ty *frames.Type, frame []byte, o frames.Options) ([]byte, error) {
	return frames.Set{ty}.Decode(frame, o)
}

// pointers lists the paths of all members of a value, as Go holds JSON.
func pointers(path string, v any, add func(path string, v any)) {
	if path != "" {
		add(path, v)
	}
	switch v := v.(type) {
	case map[string]any:
		for name, child := range v {
			pointers(path+"/"+strings.NewReplacer("~", "~0", "/", "~1").Replace(name), child, add)
		}
	case []any:
		for i, child := range v {
			pointers(fmt.Sprintf("%s/%d", path, i), child, add)
		}
	}
}

// Every member of a document is what its field prints, for valid and malformed frames.
func TestFieldsAreMembers(t *testing.T) {
	checked := 0
	for _, ty := range all.Types() {
		for _, m := range ty.Messages() {
			checked += checkFields(t, ty, m.Name, sample.Of(ty, m, 1))
			for i, bad := range sample.MalformedOf(ty, m, 0) {
				if i%6 == 0 { // decoding all takes a while
					checked += checkFields(t, ty, m.Name, bad.Frame)
				}
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d members", checked)
	}
}

func checkFields(t testing.TB, ty *frames.Type, answers string, frame []byte) (checked int) {
	o := frames.Options{Request: answers}
	text, decodeErr := document(ty, frame, o)
	var whole any
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	if d.Decode(&whole) != nil {
		return 0
	}
	var list []string
	var want []any
	pointers("", whole, func(path string, v any) {
		if len(list) < 100 {
			list, want = append(list, path), append(want, v)
		}
	})
	f, err := filter.ParseFields(list)
	if err != nil {
		t.Fatal(err)
	}
	r := f.NewReader()
	reader := frames.Reader{Options: o}
	r.Reset()
	reader.Read(reader.VersionOf(ty, frame), frame, r)
	r.Finish(decodeErr != nil)
	r.Value(&frames.Value{Kind: frames.TextValue, Name: "type", Bytes: []byte(ty.Name)})
	if decodeErr != nil {
		r.Value(&frames.Value{Kind: frames.BoolValue, Name: "partial", Uint: 1})
	}
	r.Document(text)
	got := strings.Split(string(r.Append(nil)), "\t")
	for i, v := range want {
		s, isText := v.(string)
		var again any
		if isText {
			json.Unmarshal([]byte(`"`+got[i]+`"`), &again)
			if again != s {
				t.Errorf("%s %s of %x: %q, want %q", ty.Name, list[i], frame, got[i], s)
			}
			continue
		}
		d := json.NewDecoder(strings.NewReader(got[i]))
		d.UseNumber()
		if d.Decode(&again); !reflect.DeepEqual(again, v) {
			t.Errorf("%s %s of %x: %s, want %v", ty.Name, list[i], frame, got[i], v)
		}
	}
	return len(list)
}

// An expression never panics, and a member compares with itself as the printed document
// shows it.
func FuzzCompile(f *testing.F) {
	for _, source := range []string{
		`name == "fuse_read"`, `payload.offset > 18446744073709551615`, `any(warnings, .code == "x")`, `not (size in [1, 2])`,
		`let x = payload; x.id[0:1] matches "a"`, `payload?.path ?? "x" == "x"`, `sum(map(1..3, # * 2)) > 1`, `{"a": 1}.a == 1`,
		`reduce([1, 2], #acc + #, 0) == 3`, `size ** 2 / 3 % 4 == 1`, `(1; 2) == 2`, `"a" | upper() == "A"`, `-1 .. 5`, `b"x" == b"x"`,
	} {
		f.Add(source, []byte(read))
	}
	types := all.Types()
	ty := types.ByName("diverge.agents.request")
	f.Fuzz(func(t *testing.T, source string, frame []byte) {
		if len(source) > 200 || len(frame) > 1000 {
			return
		}
		p, err := filter.Compile(source, types, nil)
		if err != nil {
			return
		}
		m := p.NewMatcher()
		var r frames.Reader
		for range 2 {
			m.Reset()
			fault, _ := diag.From(r.Read(ty, frame, m))
			m.Finish(fault != nil)
			if m.NeedsDocument {
				text, _ := document(ty, frame, frames.Options{Notes: true})
				m.Document(text)
			}
			m.Match()
		}
	})
}

// The members that comparisons see are those of the printed document.
func FuzzMembers(f *testing.F) {
	types := all.Types()
	for i, ty := range types {
		f.Add(uint8(i), sample.Of(ty, ty.Messages()[0], 1))
	}
	f.Fuzz(func(t *testing.T, which uint8, frame []byte) {
		ty := types[int(which)%len(types)]
		if len(frame) > 2000 || ty.IsResponse() {
			return
		}
		text, err := document(ty, frame, frames.Options{})
		var doc jsondoc.Doc
		if fault := doc.Read(text); fault != nil {
			t.Fatal(fault)
		}
		payload := doc.Member(0, "payload")
		if payload < 0 || doc.Kind(payload) != jsondoc.Object {
			return
		}
		for k, end := payload+1, doc.Next(payload); k < end; k = doc.Next(k + 1) {
			source, ok := literal(&doc, k+1)
			if !ok {
				continue
			}
			member := fmt.Sprintf("payload[%s]", doc.Raw(k))
			p, compileErr := filter.Compile(member+" == "+source, types, ty)
			if compileErr != nil {
				continue // a name that no declaration has
			}
			m := p.NewMatcher()
			r := frames.Reader{}
			m.Reset()
			r.Read(r.VersionOf(ty, frame), frame, m)
			m.Finish(err != nil)
			if matches, err := m.Match(); !matches && !isRepeated(&doc, payload, k) {
				t.Errorf("%s %x: %s is not %s: %v", ty.Name, frame, member, source, err)
			}
		}
	})
}

// literal returns a value of a document as an expression, where the two spell it alike.
func literal(doc *jsondoc.Doc, n int) (string, bool) {
	switch doc.Kind(n) {
	case jsondoc.Number:
		_, ok := new(big.Int).SetString(string(doc.Raw(n)), 10)
		return string(doc.Raw(n)), ok
	case jsondoc.String:
		s := doc.Value(n)
		return fmt.Sprintf("%q", s), strings.Trim(s, "abcdefghijklmnopqrstuvwxyz/0123456789") == ""
	case jsondoc.True, jsondoc.False:
		return string(doc.Raw(n)), true
	}
	return "", false
}

func isRepeated(doc *jsondoc.Doc, object, name int) bool {
	count := 0
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		if doc.Value(k) == doc.Value(name) {
			count++
		}
	}
	return count > 1
}

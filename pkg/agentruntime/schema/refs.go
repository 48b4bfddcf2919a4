package schema

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

var slash = []byte("/")

// resource is a schema with an identifier, or the root.
type resource struct {
	node   int
	parent int // the resource around it, or noParent
	id     int // the value of its identifier; 0 for a root without one

	uri      string // of the identifier, joined with those around it
	resolved bool   // uri has been computed
}

const noParent = -1

// identifier returns the value of the identifier that a schema has in the dialect, or 0.
func (c *Checker) identifier(o *object) int {
	id := o.value(c.dialect.idKeyword())
	if id == 0 || c.doc.Kind(id) != jsondoc.String || c.dialect <= Draft07 && o.value("$ref") != 0 {
		return 0
	}
	if value := c.doc.Bytes(id); len(value) > 0 && value[0] == '#' {
		return 0
	}
	return id
}

// addResource adds a schema inside a resource and returns its index.
func (c *Checker) addResource(o *object, parent int) int {
	c.resources = append(c.resources, resource{node: o.node, parent: parent, id: c.identifier(o)})
	return len(c.resources) - 1
}

// uri returns the identifier of a resource as an absolute URI, as far as the identifiers
// around it are absolute; "" when there is none.
func (c *Checker) uri(i int) string {
	if i == noParent {
		return ""
	}
	r := &c.resources[i]
	if !r.resolved {
		r.resolved = true
		if r.uri = c.uri(r.parent); r.id != 0 {
			joined, _, _ := strings.Cut(join(r.uri, c.doc.Value(r.id)), "#")
			c.resources[i].uri = joined
		}
	}
	return c.resources[i].uri
}

// maxURI is the length in bytes of the longest URI that is joined, so that many references
// below a long identifier take little time.
const maxURI = 4096

// join joins a reference with a base (RFC 3986). A text that is not a URI stays.
func join(base, reference string) string {
	if max(len(base), len(reference)) > maxURI {
		return reference
	}
	b, err := url.Parse(base)
	if err != nil {
		return reference
	}
	r, err := url.Parse(reference)
	if err != nil {
		return reference
	}
	return b.ResolveReference(r).String()
}

// outsideRef is a reference that names neither its own resource nor one around it.
type outsideRef struct {
	node int
	uri  string // without the fragment
}

// checkRef checks a reference in a resource.
func (c *Checker) checkRef(n, base int) {
	target := c.doc.Bytes(n)
	if len(target) > 0 && target[0] == '#' {
		if len(target) > 1 && target[1] == '/' {
			c.checkPointer(n, c.resources[base].node, target[1:])
		}
		return
	}
	uri, fragment, _ := strings.Cut(join(c.uri(base), string(target)), "#")
	for i := base; i != noParent; i = c.resources[i].parent {
		if c.resources[i].id != 0 && c.uri(i) == uri {
			if strings.HasPrefix(fragment, "/") {
				c.checkPointer(n, c.resources[i].node, []byte(fragment))
			}
			return
		}
	}
	c.outside = append(c.outside, outsideRef{n, uri})
}

// checkPointer checks that a percent-encoded pointer of reference n resolves in a resource.
func (c *Checker) checkPointer(n, resource int, pointer []byte) {
	if !c.resolves(resource, pointer) {
		c.addProblem(DanglingRef, n, "the reference "+text.QuoteNode(c.doc, n)+" does not resolve", "references start at the root of the schema, not of the descriptor")
	}
}

// reportOutside reports the references to other documents. Those to a resource elsewhere
// in the schema are left open.
func (c *Checker) reportOutside() {
	if len(c.outside) == 0 {
		return
	}
	inside := map[string]bool{}
	for i := range c.resources {
		if c.resources[i].id != 0 {
			inside[c.uri(i)] = true
		}
	}
	for _, ref := range c.outside {
		if !inside[ref.uri] {
			c.addProblem(ExternalRef, ref.node, "the reference "+text.QuoteNode(c.doc, ref.node)+" points outside the schema", "copy the target to $defs and refer to that")
		}
	}
}

// resolves reports whether a percent-encoded pointer of a reference resolves to a value
// in base.
func (c *Checker) resolves(base int, pointer []byte) bool {
	rest := percentDecode(pointer)[1:]
	n := base
	for more := true; more; {
		var step []byte
		step, rest, more = bytes.Cut(rest, slash)
		if n = c.resolveStep(n, step); n == 0 {
			return false
		}
	}
	return true
}

func (c *Checker) resolveStep(n int, step []byte) int {
	switch c.doc.Kind(n) {
	case jsondoc.Object:
		return c.index.member(c.doc, n, jsondoc.UnescapePointerToken(step))
	case jsondoc.Array:
		if i, ok := parseArrayIndex(step); ok {
			return c.index.element(c.doc, n, i)
		}
	}
	return 0
}

// parseArrayIndex parses an index below 10^9 without leading zeros.
func parseArrayIndex(step []byte) (int, bool) {
	if len(step) == 0 || len(step) > 9 || step[0] == '0' && len(step) > 1 {
		return 0, false
	}
	i := 0
	for _, d := range step {
		if d < '0' || d > '9' {
			return 0, false
		}
		i = 10*i + int(d-'0')
	}
	return i, true
}

// percentDecode decodes %20 and similar sequences. Invalid sequences are kept.
func percentDecode(str []byte) []byte {
	if bytes.IndexByte(str, '%') < 0 {
		return str
	}
	out := make([]byte, 0, len(str))
	for i := 0; i < len(str); i++ {
		if str[i] == '%' && i+2 < len(str) {
			high, low := hexDigit(str[i+1]), hexDigit(str[i+2])
			if high < 16 && low < 16 {
				out = append(out, high<<4|low)
				i += 2
				continue
			}
		}
		out = append(out, str[i])
	}
	return out
}

func hexDigit(c byte) byte {
	switch {
	case '0' <= c && c <= '9':
		return c - '0'
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return c | 0x20 - 'a' + 10
	}
	return 16
}

// index finds members and elements. It scans large objects and arrays once for any
// number of lookups.
type index struct {
	members  map[int]*stringTable
	elements map[int][]int32
}

func (x *index) member(doc *jsondoc.Doc, object int, name []byte) int {
	t := x.members[object]
	if t == nil {
		value, count := 0, 0
		for k, end := object+1, doc.Next(object); k < end && count <= linearSearchMax; k = doc.Next(k + 1) {
			if equals(doc, k, name) {
				value = k + 1
			}
			count++
		}
		if count <= linearSearchMax {
			return value
		}
		t = x.indexMembers(doc, object)
	}
	if k := t.get(doc, name); k != 0 {
		return k + 1
	}
	return 0
}

func (x *index) indexMembers(doc *jsondoc.Doc, object int) *stringTable {
	t := new(stringTable)
	t.reset(doc.Count(object))
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		t.put(doc, k)
	}
	if x.members == nil {
		x.members = map[int]*stringTable{}
	}
	x.members[object] = t
	return t
}

func (x *index) element(doc *jsondoc.Doc, array, i int) int {
	if i < linearSearchMax {
		return max(doc.Element(array, i), 0)
	}
	list, known := x.elements[array]
	if !known {
		for e, end := array+1, doc.Next(array); e < end; e = doc.Next(e) {
			list = append(list, int32(e))
		}
		if x.elements == nil {
			x.elements = map[int][]int32{}
		}
		x.elements[array] = list
	}
	if i >= len(list) {
		return 0
	}
	return int(list[i])
}

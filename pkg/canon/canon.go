// Package canon reads, compares and prints JSON as the reference does
// (serde_json without float_roundtrip and arbitrary_precision), and computes
// the ids that depend on it, above all the ids of dependency tool templates
// (spec/diverge-templates.md).
//
// Where to start:
//
//   - [TemplateID] returns the id of a template, [AppendTemplate] the bytes
//     that are hashed, [Append] the canonical text of any JSON value.
//   - [Diff] lists the differences between two templates; [Explain] lists what
//     the id ignores of one.
//   - [Doc] is a parsed JSON text. A [Reader] checks a value against a [Shape], a
//     declared type, and reports what the reference refuses, drops or changes.
//     The shapes of templates are declared here; declare your own for other
//     types.
//   - [Hasher] and [Templates] compute ids of many templates without
//     allocating for each.
//
// Goals: exactly the bytes that the reference hashes, and a refusal exactly where
// the reference refuses. Non-goal: RFC 8785, which differs in numbers and in the
// order of names.
//
// An error of this package is a *[diag.Diagnostic] with a code, a JSON Pointer
// and a byte range; [diag.From] returns it.
package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Append appends the canonical text of text, which must be one JSON value:
// compact, members sorted by the bytes of their names, the last of repeated
// members, numbers and strings as serde_json prints them. The code of an error
// is shape/syntax or shape/depth (with a magic key also shape/type and
// shape/unknown).
func Append(dst, text []byte) ([]byte, error) { return AppendRemarked(dst, text, nil) }

// AppendRemarked is [Append] with a function that is called with what the canonical text
// leaves out or changes, such as repeated members. It may be nil.
func AppendRemarked(dst, text []byte, onRemark func(*Doc, Remark)) ([]byte, error) {
	var doc Doc
	if err := doc.Read(text); err != nil {
		return dst, err
	}
	r := Reader{Doc: &doc}
	if onRemark != nil {
		r.OnRemark = func(m Remark) { onRemark(&doc, m) }
	}
	if err := r.Read(0, &AnyValue, 1); err != nil {
		return dst, err
	}
	p := printer{doc: doc.document()}
	return p.appendAny(dst, 0), nil
}

// ID is the id of a template: the SHA-256 of its hashed form.
type ID [sha256.Size]byte

// String returns the id as 64 lowercase hex digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// AppendHex appends the id as 64 lowercase hex digits.
func (id ID) AppendHex(dst []byte) []byte { return hex.AppendEncode(dst, id[:]) }

// TemplateID returns the id of text, which must be one template
// (spec/diverge-templates.md 3).
func TemplateID(text []byte) (ID, error) {
	canonical, err := AppendTemplate(nil, text)
	if err != nil {
		return ID{}, err
	}
	return sha256.Sum256(canonical), nil
}

// AppendTemplate appends the bytes that are hashed for text, which must be one
// template: its canonical text without image references and with its secrets
// sorted.
func AppendTemplate(dst, text []byte) ([]byte, error) {
	var doc Doc
	if err := doc.Read(text); err != nil {
		return dst, err
	}
	var h Hasher
	if err := h.Check(&doc, 0, 1); err != nil {
		return dst, err
	}
	return append(dst, h.Canonical(&doc, 0)...), nil
}

// Hasher computes ids of templates that are in larger texts. It keeps its
// memory from one template to the next; it is not safe for concurrent use.
type Hasher struct {
	// OnRemark is called with what the hash does not see or the reference rewrites.
	OnRemark func(Remark)

	reader  Reader
	printer printer
	buf     []byte
}

// Check returns the error for which the reference refuses the template at a
// node, or nil. depth is 1 when the template is the whole text.
func (h *Hasher) Check(doc *Doc, node, depth int) error {
	h.reader.Doc, h.reader.OnRemark = doc, h.OnRemark
	return h.reader.Read(node, &TemplateShape, depth)
}

// Canonical returns the hashed bytes of a template that Check has accepted.
// They are valid until the next call.
func (h *Hasher) Canonical(doc *Doc, node int) []byte {
	h.printer.doc = doc.document()
	h.buf = h.printer.append(h.buf[:0], node, &TemplateShape)
	return h.buf
}

// ID returns the id of a template that Check has accepted.
func (h *Hasher) ID(doc *Doc, node int) ID {
	return sha256.Sum256(h.Canonical(doc, node))
}

// printer writes canonical text from nodes that a Reader has accepted.
type printer struct {
	doc   *document
	names []int32 // stack of the names of the objects being printed
}

// append appends the canonical text of node under shape s.
func (p *printer) append(dst []byte, node int, s *Shape) []byte {
	switch s.Kind {
	case Text:
		return p.str(dst, node)
	case Unsigned:
		v, _ := p.doc.Uint(node)
		return strconv.AppendUint(dst, v, 10)
	case Word:
		return p.word(dst, node, s.Words)
	case List:
		dst = append(dst, '[')
		for c, end := node+1, p.doc.Next(node); c < end; c = p.doc.Next(c) {
			if c > node+1 {
				dst = append(dst, ',')
			}
			dst = p.append(dst, c, s.Elem)
		}
		return append(dst, ']')
	case Grant:
		return p.grant(dst, node)
	case Record:
		return p.record(dst, node, s)
	default:
		return p.appendAny(dst, node)
	}
}

func (p *printer) str(dst []byte, node int) []byte {
	if _, exact := p.doc.Plain(node); exact {
		return append(dst, p.doc.Raw(node)...)
	}
	return jsondoc.AppendQuoted(dst, p.doc.AppendString(nil, node), false)
}

// word prints a word that may be given as an index or as an object.
func (p *printer) word(dst []byte, node int, words []string) []byte {
	switch p.doc.Kind(node) {
	case jsondoc.Number:
		v, _ := p.doc.Uint(node)
		return strconv.AppendQuote(dst, words[v])
	case jsondoc.Object:
		return p.str(dst, node+1)
	default:
		return p.str(dst, node)
	}
}

// record prints the members of a record that are present, sorted by name.
func (p *printer) record(dst []byte, node int, s *Shape) []byte {
	var valueBuf [inlineMembers]int
	var orderBuf [inlineMembers]int16 // small: clearing it is a part of the cost
	values := memberSlots(s, &valueBuf)
	p.values(node, s, values)
	mode := ""
	if t := s.tagIndex(); t >= 0 {
		mode = p.tagWord(values[t], s.Members[t].Shape.Words)
	}
	dst = append(dst, '{')
	order := memberSlots(s, &orderBuf)
	for k, i := range order[:p.hashedMembers(s, values, mode, order)] {
		m, v := &s.Members[i], values[i]
		if k > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, '"')
		dst = append(dst, m.Name...)
		dst = append(dst, '"', ':')
		switch {
		case m.SortHash:
			dst = p.sortedStrings(dst, v)
		case m.Name == s.Tag:
			dst = strconv.AppendQuote(dst, mode)
		default:
			dst = p.append(dst, v, m.Shape)
		}
	}
	return append(dst, '}')
}

// hashedMembers fills order with the members of the hashed form, sorted by
// name, and returns their number. Insertion sort is fastest for so few.
func (p *printer) hashedMembers(s *Shape, values []int, mode string, order []int16) (n int) {
	for i := range s.Members {
		m, v := &s.Members[i], values[i]
		if v == 0 || m.Unhashed || m.Only != "" && m.Only != mode || m.Presence == Omitted && p.doc.Next(v) == v+1 {
			continue
		}
		at := n
		for at > 0 && nameAfter(s.Members[order[at-1]].Name, m.Name) {
			order[at] = order[at-1]
			at--
		}
		order[at] = int16(i)
		n++
	}
	return n
}

// nameAfter reports whether a sorts after b by bytes. The first byte mostly
// decides.
func nameAfter(a, b string) bool {
	if a[0] != b[0] {
		return a[0] > b[0]
	}
	return a > b
}

// values finds the node of each member's value; 0 for an absent member.
func (p *printer) values(node int, s *Shape, values []int) {
	doc := p.doc
	if doc.Kind(node) == jsondoc.Array {
		i := 0
		for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
			values[i] = c
			i++
		}
		return
	}
	next := 0
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		if i := s.lookup(doc, k, next); i >= 0 {
			values[i] = k + 1
			next = i + 1
		}
	}
}

func (p *printer) tagWord(node int, words []string) string {
	if v, ok := p.doc.Uint(node); ok {
		return words[v]
	}
	return words[slices.IndexFunc(words, func(w string) bool { return p.doc.StringIs(node, w) })]
}

// sortedStrings prints an array of strings in the order of their bytes.
func (p *printer) sortedStrings(dst []byte, node int) []byte {
	mark := len(p.names)
	for c, end := node+1, p.doc.Next(node); c < end; c = p.doc.Next(c) {
		p.names = append(p.names, int32(c))
	}
	items := p.names[mark:]
	p.sort(items)
	dst = append(dst, '[')
	for i, c := range items {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = p.str(dst, int(c))
	}
	p.names = p.names[:mark]
	return append(dst, ']')
}

func (p *printer) sort(names []int32) {
	byBytes := func(a, b int32) int { return p.doc.CompareStrings(int(a), int(b)) }
	if !slices.IsSortedFunc(names, byBytes) {
		slices.SortStableFunc(names, byBytes)
	}
}

// grant prints a grant: its kind, then its actions or the sorted members
// actions, tags and within.
func (p *printer) grant(dst []byte, node int) []byte {
	parts := splitGrant(p.doc, node)
	dst = append(dst, '{', '"')
	dst = append(dst, parts.Kind.Name...)
	dst = append(dst, '"', ':')
	if parts.Within < 0 {
		return append(p.actions(dst, parts.Actions), '}')
	}
	dst = append(dst, `{"actions":`...)
	dst = p.actions(dst, parts.Actions)
	if parts.Tags >= 0 {
		dst = append(dst, `,"tags":`...)
		if p.doc.Kind(parts.Tags) == jsondoc.Array {
			dst = p.append(dst, parts.Tags, &StringList)
		} else {
			dst = p.word(dst, parts.Tags, WithinWords)
		}
	}
	dst = append(dst, `,"within":`...)
	dst = p.within(dst, parts.Within)
	return append(dst, '}', '}')
}

func (p *printer) within(dst []byte, node int) []byte {
	if p.doc.Kind(node) == jsondoc.String || unitWord(p.doc, node, WithinWords) >= 0 {
		return p.word(dst, node, WithinWords)
	}
	return p.record(dst, node, &TagTestShape)
}

func (p *printer) actions(dst []byte, node int) []byte {
	dst = append(dst, '[')
	for c, end := node+1, p.doc.Next(node); c < end; c = p.doc.Next(c) {
		if c > node+1 {
			dst = append(dst, ',')
		}
		dst = p.str(dst, actionName(p.doc, c))
	}
	return append(dst, ']')
}

// appendAny prints a value of any type: names sorted at every depth, the last
// of repeated members, magic objects replaced by their JSON. The recursion is as
// deep as the value, which a Reader has bounded.
func (p *printer) appendAny(dst []byte, node int) []byte {
	doc := p.doc
	switch doc.Kind(node) {
	case jsondoc.String:
		return p.str(dst, node)
	case jsondoc.Number:
		return p.number(dst, node)
	case jsondoc.Array:
		dst = append(dst, '[')
		for c, end := node+1, doc.Next(node); c < end; c = doc.Next(c) {
			if c > node+1 {
				dst = append(dst, ',')
			}
			dst = p.appendAny(dst, c)
		}
		return append(dst, ']')
	case jsondoc.Object:
		return p.object(dst, node)
	default:
		return append(dst, doc.Raw(node)...)
	}
}

// number prints a number. Short integers are copied, which is faster.
func (p *printer) number(dst []byte, node int) []byte {
	spelling := p.doc.Raw(node)
	if p.doc.Node(node).Flags&jsondoc.Fractional == 0 && len(spelling) < 19 && spelling[0] != '-' {
		return append(dst, spelling...)
	}
	return jsondoc.AppendNum(dst, p.doc.Num(node))
}

func (p *printer) object(dst []byte, node int) []byte {
	doc := p.doc
	if doc.Next(node) > node+1 && doc.StringIs(node+1, rawValueName) {
		if expanded, d := expandRawValue(doc, node); d == nil {
			q := printer{doc: expanded}
			return q.appendAny(dst, 0)
		}
	}
	mark := len(p.names)
	for k, end := node+1, doc.Next(node); k < end; k = doc.Next(k + 1) {
		p.names = append(p.names, int32(k))
	}
	p.sort(p.names[mark:])
	dst = append(dst, '{')
	for i, end := mark, len(p.names); i < end; i++ {
		k := int(p.names[i])
		if i+1 < end && doc.CompareStrings(k, int(p.names[i+1])) == 0 {
			continue // a later member with that name counts
		}
		if dst[len(dst)-1] != '{' {
			dst = append(dst, ',')
		}
		dst = p.str(dst, k)
		dst = append(dst, ':')
		dst = p.appendAny(dst, k+1)
	}
	p.names = p.names[:mark]
	return append(dst, '}')
}

package jsondoc

import (
	"bytes"
	"slices"
)

// Builder makes a Doc value by value, with the text of the values. The Doc is what
// [Doc.Read] makes of that text, which is compact. A Builder that is reset keeps its
// memory.
type Builder struct {
	doc      Doc
	reader   reader // as if it had read the text so far
	tooLarge bool
}

// Reset begins a document. maxOpen is [Doc.MaxOpen].
func (b *Builder) Reset(maxOpen int) {
	d := &b.doc
	d.MaxOpen, d.text, d.nodes, d.open = maxOpen, d.text[:0], d.nodes[:0], d.open[:0]
	d.hasSpace, d.stringFlags = false, 0
	b.reader = newReader(d, d.text, 0, b.reader.nestedObjects[:0])
	b.tooLarge = false
}

// Len returns the number of nodes so far.
func (b *Builder) Len() int { return len(b.doc.nodes) }

// InObject reports whether the innermost array or object that is open is an object.
func (b *Builder) InObject() bool { return len(b.doc.open) > 0 && b.reader.inObject() }

// Name begins a member.
func (b *Builder) Name(name []byte) {
	b.End(AppendQuoted(b.Begin(), name, true))
	b.doc.text = append(b.doc.text, ':')
}

// Open begins an object or an array.
func (b *Builder) Open(kind Kind) {
	bracket, _ := brackets(kind)
	b.opened(append(b.Begin(), bracket))
}

// Close ends the innermost object or array.
func (b *Builder) Close() {
	kind := Array
	if b.reader.inObject() {
		kind = Object
	}
	_, bracket := brackets(kind)
	b.closed(append(b.doc.text, bracket))
}

// Begin returns the text so far. The caller appends the text of a value that is no
// object or array, and passes the result to End.
func (b *Builder) Begin() []byte {
	d := &b.doc
	if n := len(d.text); n > 0 && d.text[n-1] != '{' && d.text[n-1] != '[' && d.text[n-1] != ':' {
		d.text = append(d.text, ',')
	}
	b.reader.pos = len(d.text)
	return d.text
}

// End ends the value that the caller of Begin appended.
func (b *Builder) End(text []byte) { b.ended(text, b.reader.pos) }

// Copy appends a value of another document as [Doc.Append] prints it.
func (b *Builder) Copy(d *Doc, i int, style Style) {
	b.doc.text = d.print(b.Begin(), i, style, b)
}

// Doc returns the document, which is valid until the next Reset. Everything in it must
// be closed. The fault is that of a text that is too large.
func (b *Builder) Doc() (*Doc, *Fault) {
	if b.tooLarge {
		return nil, &Fault{Reason: TooLarge, Offset: 0}
	}
	return &b.doc, nil
}

// InsertFirst adds a member with a text before the members of the document, which must
// be a closed object.
func (b *Builder) InsertFirst(name, value string) {
	if b.tooLarge {
		return
	}
	d := &b.doc
	member := append(AppendQuoted(nil, []byte(name), true), ':')
	start := len(member)
	member = AppendQuoted(member, []byte(value), true)
	end := len(member)
	if len(d.text) > len("{}") {
		member = append(member, ',')
	}
	if d.text = slices.Insert(d.text, 1, member...); !b.fits() {
		return
	}
	nameFlags, valueFlags := stringFlags(member[:start]), stringFlags(member[start:end])
	d.stringFlags |= nameFlags | valueFlags
	root := &d.nodes[0]
	if root.End += uint32(len(member)); root.Flags&Collapsed != 0 {
		return
	}
	root.Next += 2
	for i := 1; i < len(d.nodes); i++ {
		n := &d.nodes[i]
		n.Start, n.End, n.Next = n.Start+uint32(len(member)), n.End+uint32(len(member)), n.Next+2
	}
	d.nodes = slices.Insert(d.nodes, 1,
		Node{Start: 1, End: uint32(start), Next: 2, Kind: String, Flags: nameFlags},
		Node{Start: uint32(1 + start), End: uint32(1 + end), Next: 3, Kind: String, Flags: valueFlags})
}

// fits reports whether nodes can address the text. Otherwise the text ends.
func (b *Builder) fits() bool {
	if b.tooLarge = b.tooLarge || len(b.doc.text) > MaxText; b.tooLarge {
		b.doc.text = b.doc.text[:0]
	}
	return !b.tooLarge
}

// ended adds the node of a string, number or literal that starts at an offset of the
// text and ends with it.
func (b *Builder) ended(text []byte, start int) {
	d := &b.doc
	if d.text = text; !b.fits() {
		return
	}
	kind, flags := Number, Flags(0)
	switch value := text[start:]; value[0] {
	case '"':
		kind, flags = String, stringFlags(value)
		d.stringFlags |= flags
	case 't':
		kind = True
	case 'f':
		kind = False
	case 'n':
		kind = Null
	default:
		flags = numberFlags(value)
	}
	b.reader.pos = len(text)
	b.reader.leaf(kind, start, flags)
}

// opened adds the node of the object or array that the last byte of the text opens.
func (b *Builder) opened(text []byte) {
	if b.doc.text = text; b.fits() {
		b.reader.pos = len(text) - 1
		b.reader.openContainer(text[len(text)-1])
	}
}

// closed ends the node of the object or array that the last byte of the text closes.
func (b *Builder) closed(text []byte) {
	if b.doc.text = text; b.fits() {
		b.reader.pos = len(text)
		b.reader.closeContainer()
	}
}

// stringFlags returns the flags of a string as it is printed: it is valid.
func stringFlags(text []byte) (flags Flags) {
	if bytes.IndexByte(text, '\\') >= 0 {
		flags = Escaped
	}
	if slices.ContainsFunc(text, func(c byte) bool { return c >= 0x80 }) {
		flags |= NonASCII
	}
	return flags
}

// numberFlags returns the flags of a number.
func numberFlags(text []byte) (flags Flags) {
	exponent := bytes.ContainsAny(text, "eE")
	if exponent || bytes.IndexByte(text, '.') >= 0 {
		flags = Fractional
	}
	return flags | rangeFlag(text, exponent)
}

// brackets returns the brackets of an object or an array.
func brackets(kind Kind) (opening, closing byte) {
	if kind == Object {
		return '{', '}'
	}
	return '[', ']'
}

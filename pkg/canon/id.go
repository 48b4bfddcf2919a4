package canon

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// ID is the id of a template: the SHA-256 of its hashed form.
type ID [sha256.Size]byte

// String returns the id as 64 lowercase hex digits.
func (id ID) String() string { return hex.EncodeToString(id[:]) }

// AppendHex appends the id as 64 lowercase hex digits.
func (id ID) AppendHex(dst []byte) []byte { return hex.AppendEncode(dst, id[:]) }

// TemplateID returns the id of the one template that text holds
// (spec/diverge-templates.md 3). A refusal is a *[diag.Diagnostic].
func TemplateID(text []byte) (ID, error) {
	canonical, err := AppendTemplate(nil, text)
	if err != nil {
		return ID{}, err
	}
	return sha256.Sum256(canonical), nil
}

// AppendTemplate appends the bytes that are hashed for the one template that
// text holds: its canonical text without image references and with its
// secrets sorted. A refusal is a *[diag.Diagnostic].
func AppendTemplate(dst, text []byte) ([]byte, error) {
	var doc jsondoc.Doc
	if f := doc.Read(text); f != nil {
		return dst, SyntaxDiagnostic(f)
	}
	var h Hasher
	if d := h.Check(&doc, 0, 1); d != nil {
		return dst, d
	}
	return append(dst, h.Canonical(&doc, 0)...), nil
}

// Hasher computes ids of templates that stand in larger texts. It keeps its
// memory from one template to the next; it is not safe for concurrent use.
type Hasher struct {
	// OnRemark is told what the hash does not see or the reference rewrites.
	OnRemark func(Remark)

	reader  Reader
	printer printer
	buf     []byte
}

// Check tells why the reference refuses the template at the given node, or
// nil. depth is 1 when the template is the whole text.
func (h *Hasher) Check(doc *jsondoc.Doc, node, depth int) *diag.Diagnostic {
	h.reader.Doc, h.reader.OnRemark = doc, h.OnRemark
	return h.reader.Read(node, &TemplateShape, depth)
}

// Canonical returns the hashed bytes of a template that Check has found good.
// They are valid until the next call.
func (h *Hasher) Canonical(doc *jsondoc.Doc, node int) []byte {
	h.printer.doc = doc
	h.buf = h.printer.append(h.buf[:0], node, &TemplateShape)
	return h.buf
}

// ID returns the id of a template that Check has found good.
func (h *Hasher) ID(doc *jsondoc.Doc, node int) ID {
	return sha256.Sum256(h.Canonical(doc, node))
}

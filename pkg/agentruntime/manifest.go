package agentruntime

import (
	"math"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
)

// MaxIDBytes is up to how many bytes of UTF-8 an id passes without a word.
// The peer's own bound is not known; this is the one of tool names.
const MaxIDBytes = 128

// Manifest is a package manifest (spec section 4) as it stands in a document.
type Manifest struct {
	Node          int // of its object
	ID            Value
	Version       Value
	RuntimeType   Value
	SchemaVersion Value
	Digest        Value
	// SchemaVersionNumber is the value of SchemaVersion, where that is OK.
	SchemaVersionNumber uint32
}

var manifestObject = objectDecl{name: "a package manifest", members: manifestMembers, renamedMember: renamedManifestMembers}

// ReadManifest reads a package manifest and reports all that is wrong with its
// shape, none of which keeps the other members from being read. It returns
// false when the node is no object. The text of the document must be sound
// (spec section 2).
func ReadManifest(doc *jsondoc.Doc, node int, report func(Problem)) (Manifest, bool) {
	r := reader{doc, report}
	m := Manifest{Node: node}
	values := [...]*Value{
		memberID:            &m.ID,
		memberVersion:       &m.Version,
		memberRuntimeType:   &m.RuntimeType,
		memberSchemaVersion: &m.SchemaVersion,
		memberDigest:        &m.Digest,
	}
	if !r.read(node, &manifestObject, values[:]) {
		return m, false
	}
	r.readText(&m.ID)
	r.readText(&m.Version)
	r.readText(&m.RuntimeType)
	r.schemaVersion(&m)
	r.readText(&m.Digest)
	return m, true
}

// schemaVersion reads a whole number of 32 bits, spelled as one.
func (r *reader) schemaVersion(m *Manifest) {
	n := m.SchemaVersion.Node
	if m.SchemaVersion.Absent() {
		return
	}
	if r.doc.Kind(n) != jsondoc.Number {
		r.reportWrongType(n, "a whole number", "")
		return
	}
	spelling := r.doc.Raw(n)
	if r.doc.Node(n).Flags&jsondoc.Fractional != 0 || string(spelling) == "-0" {
		r.report(Problem{
			Kind: WrongType, Node: n, Message: text.Excerpt(spelling) + " is not spelled as a whole number",
			Hint: "write it without sign, point and exponent",
		})
		return
	}
	v, ok := r.doc.Uint(n)
	if !ok || v > math.MaxUint32 {
		r.report(Problem{
			Kind: WrongRange, Node: n, Message: text.Excerpt(spelling) + " is out of range",
			Hint: "a number from 0 to 4294967295 is needed",
		})
		return
	}
	m.SchemaVersionNumber, m.SchemaVersion.OK = uint32(v), true
}

package template

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// template is a template that decodes: the nodes of its members, -1 for those
// that are not there.
type template struct {
	memory, disk, arguments, secrets, permissions int
	digest, references                            int
	mounts                                        [2]int // as mountLists names them
}

// mountLists are the members that hold mounts, in the order of the wire.
var mountLists = [2]string{"fuse_file_mounts", "fuse_directory_mounts"}

// readTemplate finds the members of a template that decodes.
func readTemplate(doc *jsondoc.Doc, node int) template {
	t := template{
		memory:      doc.Member(node, "memory"),
		disk:        doc.Member(node, "disk"),
		arguments:   doc.Member(node, "arguments"),
		secrets:     doc.Member(node, "secrets"),
		permissions: doc.Member(node, "permissions"),
	}
	image := doc.Member(node, "image")
	t.digest = memberValue(doc, image, &canon.ImageShape, "digest")
	t.references = memberValue(doc, image, &canon.ImageShape, "references")
	for i, name := range mountLists {
		t.mounts[i] = -1
		if !isService(doc, node) {
			t.mounts[i] = doc.Member(node, name)
		}
	}
	return t
}

// isService tells whether a template is a service, whose mounts do not count.
func isService(doc *jsondoc.Doc, node int) bool {
	mode := doc.Member(node, "mode")
	index, ok := doc.Uint(mode)
	return doc.StringIs(mode, "service") || ok && index == 1
}

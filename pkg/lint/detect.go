package lint

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// memberFlags are the members of an object that determine its kind.
type memberFlags struct {
	opNode                                  int // the node of its value, or 0
	scopeEpoch, kind, owner, ref            bool
	inputSchema, runtimeType, schemaVersion bool
	templateMembers                         int // how many of the next row are set
	image, memory, disk, arguments, mode    bool
	dependencies, id, secrets               bool
	grantKind, effect, feature              bool
}

// detect returns the kind of a document by its members: the first case that matches. It
// returns Auto for an unrecognized document. An incomplete document is detected by the
// members before the fault.
func detect(doc *jsondoc.Doc) Kind {
	if doc.Len() == 0 {
		return Auto
	}
	switch doc.Kind(0) {
	case jsondoc.Object:
		f := scanMembers(doc, 0)
		return f.objectKind(doc)
	case jsondoc.Array:
		if doc.Len() > 1 && doc.Kind(1) == jsondoc.Object {
			f := scanMembers(doc, 1)
			return f.elementKind()
		}
	}
	return Auto
}

func (f *memberFlags) objectKind(doc *jsondoc.Doc) Kind {
	switch {
	case f.opNode > 0 && doc.StringIs(f.opNode, "scope.sync"):
		return rule.ScopeSync
	case f.opNode > 0 && doc.StringIs(f.opNode, "scope.apply"):
		return rule.ScopeApply
	case f.scopeEpoch && f.kind:
		return rule.ScopeRecord
	case f.owner && f.ref:
		return rule.ScopeSelector
	case f.inputSchema:
		return rule.ToolDescriptor
	case f.runtimeType || f.schemaVersion:
		return rule.PackageManifest
	case f.templateMembers >= 2:
		return rule.Template
	case f.dependencies || f.id && f.secrets:
		return rule.Registration
	}
	return Auto
}

// elementKind returns the kind of an array by its first element.
func (f *memberFlags) elementKind() Kind {
	switch {
	case f.inputSchema:
		return rule.ToolDescriptor
	case f.templateMembers >= 2:
		return rule.Template
	case f.grantKind:
		return rule.Grants
	case f.effect && f.feature:
		return rule.LaserGrants
	}
	return Auto
}

// scanMembers finds the members of an object that determine its kind.
func scanMembers(doc *jsondoc.Doc, object int) memberFlags {
	var f memberFlags
	var buf [64]byte
	for k, end := object+1, doc.Next(object); k < end; k = doc.Next(k + 1) {
		name, ok := doc.Plain(k)
		if !ok {
			if start, end := doc.Span(k); end-start > 6*len(buf) {
				continue // longer than any name that matters
			}
			name = doc.AppendString(buf[:0], k)
		}
		f.add(doc, string(name), k+1)
	}
	for _, has := range [...]bool{f.image, f.memory, f.disk, f.arguments, f.mode} {
		if has {
			f.templateMembers++
		}
	}
	return f
}

func (f *memberFlags) add(doc *jsondoc.Doc, name string, value int) {
	switch name {
	case "op":
		if f.opNode == 0 {
			f.opNode = value
		}
	case "scope_epoch":
		f.scopeEpoch = true
	case "kind":
		f.kind = true
	case "owner":
		f.owner = true
	case "ref":
		f.ref = true
	case "inputSchema":
		f.inputSchema = true
	case "runtimeType":
		f.runtimeType = true
	case "schemaVersion":
		f.schemaVersion = true
	case "image":
		f.image = true
	case "memory":
		f.memory = true
	case "disk":
		f.disk = true
	case "arguments":
		f.arguments = true
	case "mode":
		f.mode = true
	case "dependencies":
		f.dependencies = true
	case "id":
		f.id = true
	case "secrets":
		f.secrets = f.secrets || doc.Kind(value) == jsondoc.Object
	case "effect":
		f.effect = true
	case "feature":
		f.feature = true
	default:
		f.grantKind = f.grantKind || canon.GrantKindByName(name) != nil
	}
}

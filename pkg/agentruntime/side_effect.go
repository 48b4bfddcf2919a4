package agentruntime

import "github.com/divtool/divtool/pkg/explain/explanation"

// SideEffect is what a tool changes, as declared in its descriptor (spec section 3.2).
// The zero value is the default. Side effects have no order.
type SideEffect uint8

// The side effects.
const (
	ReadOnly SideEffect = iota
	WorkspaceWrite
	Process
	External
)

// The words of a descriptor.
const (
	readOnlyWord       = "read_only"
	workspaceWriteWord = "workspace_write"
	processWord        = "process"
	externalWord       = "external"
)

// SideEffectInfo describes a side effect.
type SideEffectInfo struct {
	Effect  SideEffect
	Word    string // in a descriptor
	Meaning string // "changes files of the workspace"
	// Annotations are the suggested annotations of an MCP tool with the effect,
	// and Reason explains them. They are not part of either contract (spec
	// section 10).
	Annotations Annotations
	Reason      string
}

var sideEffects = [...]SideEffectInfo{
	{
		Effect: ReadOnly, Word: readOnlyWord, Meaning: "changes nothing",
		Annotations: Annotations{ReadOnly: True, OpenWorld: False},
		Reason:      "a tool that contacts something outside is external",
	},
	{
		Effect: WorkspaceWrite, Word: workspaceWriteWord, Meaning: "changes files of the workspace",
		Annotations: Annotations{ReadOnly: False, OpenWorld: False},
		Reason:      "it may overwrite files, and nothing declares that safe",
	},
	{
		Effect: Process, Word: processWord, Meaning: "starts a command or process",
		Annotations: Annotations{ReadOnly: False, Destructive: True, OpenWorld: True},
		Reason:      "a process may do anything",
	},
	{
		Effect: External, Word: externalWord, Meaning: "acts on or communicates with something outside the workspace and the process sandbox",
		Annotations: Annotations{ReadOnly: False, OpenWorld: True},
		Reason:      "it acts outside the workspace, and nothing declares that safe",
	},
}

// SideEffects returns all side effects in the order of their declaration.
func SideEffects() []SideEffectInfo { return append([]SideEffectInfo(nil), sideEffects[:]...) }

// Info returns the description of the side effect.
func (e SideEffect) Info() SideEffectInfo { return sideEffects[e] }

// String returns the word of a descriptor.
func (e SideEffect) String() string { return sideEffects[e].Word }

// ParseSideEffect returns the side effect with the exact word.
func ParseSideEffect(word string) (SideEffect, bool) {
	for i := range sideEffects {
		if sideEffects[i].Word == word {
			return sideEffects[i].Effect, true
		}
	}
	return 0, false
}

// Hint is the value of an annotation of an MCP tool.
type Hint uint8

// The hints.
const (
	Unset Hint = iota // absent
	False
	True
)

var hintNames = [...]string{"", "false", "true"}

// String returns the JSON of a hint, "" for Unset.
func (h Hint) String() string { return hintNames[h] }

// Annotations are the hints of an MCP tool about its effects (revision 2025-11-25).
// Clients must not trust them.
type Annotations struct {
	ReadOnly    Hint
	Destructive Hint
	Idempotent  Hint
	OpenWorld   Hint
}

// Annotation is an annotation and its value.
type Annotation struct {
	Member string // in JSON: "readOnlyHint"
	Value  Hint
	// Default is the value that clients use for an absent annotation.
	Default Hint
	// OnlyForWriters reports whether the annotation applies only if readOnlyHint is
	// false.
	OnlyForWriters bool
}

// List returns all annotations in the order of MCP's schema.
func (a Annotations) List() []Annotation {
	return []Annotation{
		{Member: "readOnlyHint", Value: a.ReadOnly, Default: False},
		{Member: "destructiveHint", Value: a.Destructive, Default: True, OnlyForWriters: true},
		{Member: "idempotentHint", Value: a.Idempotent, Default: False, OnlyForWriters: true},
		{Member: "openWorldHint", Value: a.OpenWorld, Default: True},
	}
}

// SideEffect returns ReadOnly for annotations that declare a read-only tool without
// outside contact. All other annotations are ambiguous, and it returns false.
func (a Annotations) SideEffect() (SideEffect, bool) {
	if a.ReadOnly == True && a.OpenWorld == False {
		return ReadOnly, true
	}
	return 0, false
}

// AnnotationTable explains the suggested annotations.
func (info *SideEffectInfo) AnnotationTable() explanation.Table {
	t := explanation.Table{Title: "suggested MCP annotations (" + info.Reason + ")", Head: []string{"annotation", "value"}}
	for _, a := range info.Annotations.List() {
		value := a.Value.String()
		if a.Value == Unset {
			value = "omit (clients assume " + a.Default.String() + ")"
			if a.OnlyForWriters && info.Annotations.ReadOnly == True {
				value = "omit (no meaning for a tool that only reads)"
			}
		}
		t.Rows = append(t.Rows, []string{a.Member, value})
	}
	return t
}

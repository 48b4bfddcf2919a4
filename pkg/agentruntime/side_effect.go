package agentruntime

import (
	"strings"
)

// SideEffect is what a tool changes, as its descriptor declares it (spec
// section 3.2). The zero value is the default of a descriptor that does not
// say. Side effects are equal or not; none is stronger than another.
type SideEffect uint8

// The side effects.
const (
	ReadOnly SideEffect = iota
	WorkspaceWrite
	Process
	External
)

// SideEffectInfo is what is known of a side effect.
type SideEffectInfo struct {
	Effect  SideEffect
	Word    string // in a descriptor
	Meaning string // the intended reading: "changes files of the workspace"
	// Annotations are what suits the effect in an MCP tool, and Why says why:
	// a suggestion, not part of either contract (spec section 10).
	Annotations Annotations
	Reason      string
}

var sideEffects = [...]SideEffectInfo{
	{
		Effect: ReadOnly, Word: "read_only", Meaning: "changes nothing",
		Annotations: Annotations{ReadOnly: True, OpenWorld: False},
		Reason:      "outside contact would have been declared external",
	},
	{
		Effect: WorkspaceWrite, Word: "workspace_write", Meaning: "changes files of the workspace",
		Annotations: Annotations{ReadOnly: False, OpenWorld: False},
		Reason:      "overwriting is possible, and nothing says that it is safe",
	},
	{
		Effect: Process, Word: "process", Meaning: "starts a command or process",
		Annotations: Annotations{ReadOnly: False, Destructive: True, OpenWorld: True},
		Reason:      "a process may do anything",
	},
	{
		Effect: External, Word: "external", Meaning: "acts on or talks to something outside workspace and process sandbox",
		Annotations: Annotations{ReadOnly: False, OpenWorld: True},
		Reason:      "it reaches beyond the workspace, and nothing says that what it does there is safe",
	},
}

// SideEffects returns all side effects in the order of their declaration.
func SideEffects() []SideEffectInfo { return append([]SideEffectInfo(nil), sideEffects[:]...) }

// Info returns what is known of the side effect.
func (e SideEffect) Info() SideEffectInfo { return sideEffects[e] }

// String is the word of a descriptor.
func (e SideEffect) String() string { return sideEffects[e].Word }

// ParseSideEffect returns the side effect of a word, written exactly.
func ParseSideEffect(word string) (SideEffect, bool) {
	for i := range sideEffects {
		if sideEffects[i].Word == word {
			return sideEffects[i].Effect, true
		}
	}
	return 0, false
}

// NearestSideEffect returns the side effect that a word writes but for case,
// hyphens, underscores and spaces: "ReadOnly".
func NearestSideEffect(word string) (SideEffect, bool) {
	for i := range sideEffects {
		if similar(sideEffects[i].Word, []byte(word)) {
			return sideEffects[i].Effect, true
		}
	}
	return 0, false
}

// sideEffectWords are the words, for messages.
func sideEffectWords() string {
	words := make([]string, len(sideEffects))
	for i := range sideEffects {
		words[i] = sideEffects[i].Word
	}
	return strings.Join(words, ", ")
}

// Hint is one annotation of an MCP tool.
type Hint uint8

// The hints.
const (
	Unset Hint = iota // left out
	False
	True
)

var hintNames = [...]string{"", "false", "true"}

// String is the JSON of a hint, "" for one that is left out.
func (h Hint) String() string { return hintNames[h] }

// Annotations are the hints of an MCP tool about its effects (revision
// 2025-11-25). A client must not trust them.
type Annotations struct {
	ReadOnly    Hint
	Destructive Hint
	Idempotent  Hint
	OpenWorld   Hint
}

// Annotation is one of the annotations and its value.
type Annotation struct {
	Member string // in JSON: "readOnlyHint"
	Value  Hint
	// Default is what a client takes where the annotation is left out.
	Default Hint
	// OnlyForWriters reports that the annotation means something only where
	// readOnlyHint is false.
	OnlyForWriters bool
}

// List returns the annotations in the order of MCP's schema, those left out
// included.
func (a Annotations) List() []Annotation {
	return []Annotation{
		{Member: "readOnlyHint", Value: a.ReadOnly, Default: False},
		{Member: "destructiveHint", Value: a.Destructive, Default: True, OnlyForWriters: true},
		{Member: "idempotentHint", Value: a.Idempotent, Default: False, OnlyForWriters: true},
		{Member: "openWorldHint", Value: a.OpenWorld, Default: True},
	}
}

// SideEffect returns the side effect that annotations promise. Only one
// promise is safe to take: what changes nothing and reaches nothing outside
// is read-only. For all others a person has to choose, and it returns false.
func (a Annotations) SideEffect() (SideEffect, bool) {
	if a.ReadOnly == True && a.OpenWorld == False {
		return ReadOnly, true
	}
	return 0, false
}

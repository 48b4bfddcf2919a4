package agentruntime

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
	// OnlyForWriters tells that the annotation means something only where
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

// Package scope holds the scope records of subc (spec/subc-scope.md): their
// types, how the daemon reads them, and why it refuses them.
//
// Where to begin:
//
//   - [ParseRecord], [ParseSync], [ParseApply] and [ParseSelector] read a text.
//     [ReadRecord] and the other Read functions read a value of a document and
//     report all problems instead of the first.
//   - [Diff] returns what becomes of a scope, and of the routes under it, when
//     one record follows another.
//   - [NewState], [State.Check] and [Call] compare records with what the daemon
//     holds. The reasons for which it refuses one record are a [Refusal] each,
//     in the daemon's order.
//   - [Codes] and [RouteRefusals] are the daemon's codes; [RecordType] and the
//     other Type functions describe the wire types for schemas.
//
// Goals: exactly the verdicts of the pinned daemon (release 0.30), on records
// alone and against a state. Non-goal: the texts of lint rules, which are in
// pkg/lint.
package scope

import (
	"strconv"
	"strings"
	"unicode"
)

// Optional is a value that can be absent.
type Optional[T comparable] struct {
	Value T
	Set   bool
}

// Some returns a value that is present.
func Some[T comparable](v T) Optional[T] { return Optional[T]{v, true} }

// PrincipalKind is who is meant by a principal (section 4).
type PrincipalKind uint8

// The kinds of a principal.
const (
	Reserved   PrincipalKind = iota // a supervised module that proved its launch
	Direct                          // a local key holder without module identity
	Unverified                      // not stamped today
)

var principalKinds = []string{"reserved", "direct", "unverified"}

// String returns the word of the wire.
func (k PrincipalKind) String() string { return principalKinds[k] }

// Principal is a module or a local caller.
type Principal struct {
	Kind     PrincipalKind
	ModuleID string // of a Reserved one
}

// Module returns the principal of a module.
func Module(id string) Principal { return Principal{Reserved, id} }

// RecordKind is what a scope is for.
type RecordKind uint8

// The kinds of a scope.
const (
	Head RecordKind = iota
	Worker
	Ephemeral
)

var recordKinds = []string{"head", "worker", "ephemeral"}

// String returns the word of the wire.
func (k RecordKind) String() string { return recordKinds[k] }

// Record is what a module registers for one of its sessions. Its owner is not
// part of it.
type Record struct {
	Ref         string
	Epoch       uint64
	Kind        RecordKind
	ExpiresAt   Optional[uint64] // milliseconds of the daemon's clock
	Parent      Optional[Parent]
	ChildOwners []Principal
	Carriers    []Carrier
	Attributes  Attributes
}

// Parent is the parent scope of a record.
type Parent struct {
	Owner Principal
	Ref   string
	Epoch uint64
}

// Carrier may open routes under a scope.
type Carrier struct {
	Principal Principal
	Targets   []string // modules it may reach, when Limited
	Limited   bool     // false: any module
}

// Attributes are what only an authority owner may set.
type Attributes struct {
	AgentID   Optional[string]
	Delegates bool
	FlowID    Optional[string]
	RunID     Optional[string]
}

// Empty reports whether no attribute is set. Such attributes need no authority.
func (a Attributes) Empty() bool { return a == Attributes{} }

// End names a scope to end.
type End struct {
	Ref   string
	Epoch uint64
}

// Selector names the scope that a route is opened under.
type Selector struct {
	Owner Principal
	Ref   string
	Epoch Optional[uint64]
}

// Sync is the body of scope.sync: the whole set of an owner. Of a list that
// is over the limit only the first MaxScopes+1 records are kept.
type Sync struct {
	Generation uint64
	Scopes     []Record
}

// Apply is the body of scope.apply: changes to the set of an owner. Of Upsert
// no more records are kept than of [Sync].
type Apply struct {
	Generation uint64
	Upsert     []Record
	End        []End
}

// The limits of the daemon (section 2).
const (
	MaxScopes         = 10_000     // live scopes of an owner; entries in scopes, upsert and end, each
	MaxAttributeBytes = 4_096      // of compact JSON, in one record
	MaxTargets        = 16         // in one carrier entry; at least 1
	MaxExpiryAheadMS  = 86_400_000 // of a deadline before the daemon's clock
	MaxTokenBytes     = 256        // of flow_id and run_id; at least 1
	MaxModuleIDBytes  = 255        // at least 1
	MaxBodyBytes      = 67_108_864 // of a frame
)

// EncodedSize returns the length in bytes of the compact JSON that a writer would make of
// the attributes: members in their order, those that are absent left out.
func (a Attributes) EncodedSize() int {
	size, members := 0, 0
	add := func(name string, value int) {
		size += len(name) + 3 + value // quotes and colon
		members++
	}
	if a.AgentID.Set {
		add("agent_id", jsonSize(a.AgentID.Value))
	}
	if a.Delegates {
		add("delegates", len("true"))
	}
	if a.FlowID.Set {
		add("flow_id", jsonSize(a.FlowID.Value))
	}
	if a.RunID.Set {
		add("run_id", jsonSize(a.RunID.Value))
	}
	return len("{}") + size + max(members-1, 0)
}

// jsonSize is the length of a string as serde_json writes it: only quotes,
// backslashes and what is below 0x20 are escaped.
func jsonSize(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\', c == '\b', c == '\t', c == '\n', c == '\f', c == '\r':
			n++
		case c < 0x20:
			n += len(`\u0000`) - 1
		}
	}
	return n
}

// TokenFault returns why a text is not a token, as flow_id and run_id must be:
// 1 to 256 bytes, each from 0x21 to 0x7E. It returns "" for a token. Lengths and
// indexes count bytes, not characters.
func TokenFault(s string) string {
	if s == "" {
		return "it is empty"
	}
	if len(s) > MaxTokenBytes {
		return "it is " + strconv.Itoa(len(s)) + " bytes long, " + strconv.Itoa(MaxTokenBytes) + " is the limit"
	}
	for i := range len(s) {
		if s[i] < 0x21 || s[i] > 0x7e {
			return "byte " + strconv.Itoa(i) + " of it is 0x" + strconv.FormatUint(uint64(s[i]), 16)
		}
	}
	return ""
}

// ModuleIDFault returns why no module can register under an id (section 7), or
// nothing. Such an id decodes and is accepted in a scope, and matches nobody.
func ModuleIDFault(id string) string {
	switch {
	case id == "":
		return "it is empty"
	case len(id) > MaxModuleIDBytes:
		return "it is " + strconv.Itoa(len(id)) + " bytes long, " + strconv.Itoa(MaxModuleIDBytes) + " is the limit"
	case id == "." || id == "..":
		return "it is a dot name"
	case strings.ContainsAny(id, `/\`):
		return "it holds a slash or a backslash"
	case strings.ContainsFunc(id, unicode.IsControl):
		return "it holds a control character"
	}
	return ""
}

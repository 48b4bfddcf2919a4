// Package scope implements the scope records of subc (spec/subc-scope.md): their
// types, how the daemon reads them, and why it refuses them.
//
// Where to start:
//
//   - [ParseRecord], [ParseSync], [ParseApply] and [ParseSelector] read a text.
//     [ReadRecord] and the other Read functions read a value of a document and
//     report all problems, not only the first.
//   - [Diff] returns the effect on a scope and its routes when one record follows
//     another.
//   - [NewState], [State.Check] and [Call] compare records with the daemon's
//     state. Each reason for which it refuses one record is a [Refusal], in the
//     daemon's order.
//   - [Codes] and [RouteRefusals] are the daemon's codes; [RecordShape] and the
//     other shapes declare the wire types.
//
// Goals: exactly the verdicts of the pinned daemon (release 0.30), for single records
// and against a state. Non-goal: the texts of lint rules, which are in
// pkg/lint.
package scope

import (
	"fmt"
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

// PrincipalKind is the kind of a principal (section 4).
type PrincipalKind uint8

// The kinds of a principal.
const (
	Reserved   PrincipalKind = iota // a supervised module that proved its launch
	Direct                          // a local key holder without a module identity
	Unverified                      // not used by the daemon today
)

var principalKinds = []string{"reserved", "direct", "unverified"}

// String returns the word of the wire.
func (k PrincipalKind) String() string { return principalKinds[k] }

// Principal is a module or a local caller.
type Principal struct {
	Kind     PrincipalKind
	ModuleID string // if Kind is Reserved
}

// Module returns the principal of a module.
func Module(id string) Principal { return Principal{Reserved, id} }

// RecordKind is the purpose of a scope.
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

// Record is the scope that a module registers for one of its sessions. It does not
// include the owner.
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

// Attributes are the settings that only an authority owner may set.
type Attributes struct {
	AgentID   Optional[string]
	Delegates bool
	FlowID    Optional[string]
	RunID     Optional[string]
}

// Empty reports whether no attribute is set. Empty attributes require no authority.
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

// Sync is the body of scope.sync: all scopes of an owner. If the list is over the
// limit, only the first MaxScopes+1 records are kept.
type Sync struct {
	Generation uint64
	Scopes     []Record
}

// Apply is the body of scope.apply: changes to the scopes of an owner. Upsert has the
// same limit as the list of [Sync].
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

// EncodedSize returns the length in bytes of the attributes as compact JSON without
// absent members.
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

// jsonSize returns the length of a string as serde_json writes it: only quotes,
// backslashes and characters below 0x20 are escaped.
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

// TokenFault returns why a text is not a token (1 to 256 bytes, each from 0x21 to
// 0x7E), as flow_id and run_id must be. It returns "" for a token. Lengths and
// indexes count bytes.
func TokenFault(s string) string {
	if s == "" {
		return "it is empty"
	}
	if len(s) > MaxTokenBytes {
		return "it is " + strconv.Itoa(len(s)) + " bytes long, the limit is " + strconv.Itoa(MaxTokenBytes)
	}
	for i := range len(s) {
		if s[i] < 0x21 || s[i] > 0x7e {
			return fmt.Sprintf("byte %d is 0x%02x, which is not from 0x21 to 0x7e", i, s[i])
		}
	}
	return ""
}

// ModuleIDFault returns why no module can register under an id (section 7), or "".
// The daemon accepts such an id in a scope, but it never matches a module.
func ModuleIDFault(id string) string {
	switch {
	case id == "":
		return "it is empty"
	case len(id) > MaxModuleIDBytes:
		return "it is " + strconv.Itoa(len(id)) + " bytes long, the limit is " + strconv.Itoa(MaxModuleIDBytes)
	case id == "." || id == "..":
		return "it is \".\" or \"..\""
	case strings.ContainsAny(id, `/\`):
		return "it contains a slash or a backslash"
	case strings.ContainsFunc(id, unicode.IsControl):
		return "it contains a control character"
	}
	return ""
}

package scope

import "slices"

// Optional is a value that may be absent.
type Optional[T comparable] struct {
	Value T
	Set   bool
}

// Some is a value that is there.
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

// String is the word of the wire.
func (k PrincipalKind) String() string { return principalKinds[k] }

// Principal is a module or a local caller.
type Principal struct {
	Kind     PrincipalKind
	ModuleID string // of a Reserved one
}

// Module is the principal of a module.
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

// String is the word of the wire.
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

// Parent is the scope that a record stands under.
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

// Empty tells whether nothing is set: such attributes need no authority.
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

// ContainsPrincipal tells whether p is among the principals.
func ContainsPrincipal(principals []Principal, p Principal) bool {
	return slices.Contains(principals, p)
}

package agentruntime

import "strings"

// Invalidation is a mask of the parts of a context that a change makes stale
// (spec section 7). It has no JSON form; its number is seen in debug output
// only. The zero value is NONE.
type Invalidation uint16

// The bits of a mask.
const (
	InvalidateSystem Invalidation = 1 << iota
	InvalidateToolCatalog
	InvalidateSkills
	InvalidateMemory
	InvalidatePlan
	InvalidateRuntimeState

	assignedBits = 1<<iota - 1
)

// MaskBit is what is known of a bit.
type MaskBit struct {
	Bit     Invalidation
	Name    string // "TOOL_CATALOG"
	Slot    Slot   // the slot it speaks of, judged by its name
	Meaning string // "the list of tools is stale"
}

var maskBits = [...]MaskBit{
	{InvalidateSystem, "SYSTEM", SlotSystem, "the system prompt is stale"},
	{InvalidateToolCatalog, "TOOL_CATALOG", SlotToolCatalog, "the list of tools is stale"},
	{InvalidateSkills, "SKILLS", SlotSkills, "the skills are stale"},
	{InvalidateMemory, "MEMORY", SlotMemory, "the memory is stale"},
	{InvalidatePlan, "PLAN", SlotPlan, "the plan is stale"},
	{InvalidateRuntimeState, "RUNTIME_STATE", SlotRuntimeState, "the runtime state is stale"},
}

// maskNone is the name of the empty mask.
const maskNone = "NONE"

// MaskBits returns all assigned bits, the lowest first.
func MaskBits() []MaskBit { return append([]MaskBit(nil), maskBits[:]...) }

// Union has the bits of both masks.
func (m Invalidation) Union(other Invalidation) Invalidation { return m | other }

// Contains tells whether the mask has all bits of another one; it always has
// those of NONE.
func (m Invalidation) Contains(other Invalidation) bool { return m&other == other }

// IsEmpty tells whether the mask is NONE.
func (m Invalidation) IsEmpty() bool { return m == 0 }

// Bits returns the assigned bits that are set, the lowest first.
func (m Invalidation) Bits() []MaskBit {
	var set []MaskBit
	for _, b := range maskBits {
		if m.Contains(b.Bit) {
			set = append(set, b)
		}
	}
	return set
}

// Unassigned returns the bits that have no name. The contract's own
// operations cannot make a mask that has one.
func (m Invalidation) Unassigned() Invalidation { return m &^ assignedBits }

// String names the mask as [ParseInvalidation] reads it: NONE, or the names of
// the bits joined by |, the unassigned ones as one number in hex.
func (m Invalidation) String() string {
	if m.IsEmpty() {
		return maskNone
	}
	var parts []string
	for _, b := range m.Bits() {
		parts = append(parts, b.Name)
	}
	if rest := m.Unassigned(); rest != 0 {
		const digits = "0123456789abcdef"
		parts = append(parts, string([]byte{'0', 'x', digits[rest>>12], digits[rest>>8&15], digits[rest>>4&15], digits[rest&15]}))
	}
	return strings.Join(parts, "|")
}

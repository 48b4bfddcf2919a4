package agentruntime

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/text"
)

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
	Slot    Slot   // the slot it speaks of, checked by its name
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

// Contains reports whether the mask has all bits of another one; it always has
// those of NONE.
func (m Invalidation) Contains(other Invalidation) bool { return m&other == other }

// IsEmpty reports whether the mask is NONE.
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

// MaskError describes which word of a text is no mask.
type MaskError struct {
	Word     string // as it was written
	Offset   int    // of the word in the text, in bytes
	IsNumber bool   // it is a number, but not one from 0 to 65535
}

func (e *MaskError) Error() string {
	if e.IsNumber {
		return text.Quote(e.Word) + " is no mask: a number from 0 to 65535 is needed"
	}
	if e.Word == "" {
		return "a mask is empty: a name or a number is needed"
	}
	return text.Quote(e.Word) + " names no bit of a mask: there is " + maskNames()
}

func maskNames() string {
	names := []string{maskNone}
	for _, b := range maskBits {
		names = append(names, b.Name)
	}
	return strings.Join(names, ", ")
}

// ParseInvalidation reads a mask: names (in any case) and numbers (decimal,
// 0x, 0b), joined by | or a comma, and the debug spelling
// ContextInvalidation(5). An error is a *[MaskError].
func ParseInvalidation(text string) (Invalidation, error) {
	var m Invalidation
	for at := 0; ; {
		word, rest := text[at:], -1
		if end := strings.IndexAny(word, "|,"); end >= 0 {
			word, rest = word[:end], at+end+1
		}
		bits, err := parseMaskWord(strings.TrimSpace(word))
		if err != nil {
			err.Offset = at + len(word) - len(strings.TrimLeftFunc(word, unicode.IsSpace))
			return 0, err
		}
		m |= bits
		if rest < 0 {
			return m, nil
		}
		at = rest
	}
}

// parseMaskWord reads one word of a mask.
func parseMaskWord(word string) (Invalidation, *MaskError) {
	if strings.EqualFold(word, maskNone) {
		return 0, nil
	}
	for _, b := range maskBits {
		if strings.EqualFold(word, b.Name) {
			return b.Bit, nil
		}
	}
	number, isDebug := strings.CutPrefix(word, "ContextInvalidation(")
	if isDebug {
		if number, isDebug = strings.CutSuffix(number, ")"); !isDebug {
			return 0, &MaskError{Word: word}
		}
	}
	return parseMaskNumber(word, number)
}

// parseMaskNumber reads the number of a word.
func parseMaskNumber(word, number string) (Invalidation, *MaskError) {
	digits, base := number, 10
	if len(number) > 2 && number[0] == '0' {
		switch number[1] | 0x20 {
		case 'x':
			digits, base = number[2:], 16
		case 'b':
			digits, base = number[2:], 2
		}
	}
	v, err := strconv.ParseUint(digits, base, 16)
	if err != nil {
		unsigned := strings.TrimLeft(number, "+-")
		return 0, &MaskError{Word: word, IsNumber: unsigned != "" && unsigned[0]-'0' <= 9}
	}
	return Invalidation(v), nil
}

// Slot is a part of the context that a model sees. Slots are ordered by their
// declaration (spec section 8.1); the value of a slot is its rank, 0 to 9.
type Slot uint8

// The slots.
const (
	SlotSystem Slot = iota
	SlotInstructions
	SlotToolCatalog
	SlotSkills
	SlotMemory
	SlotPlan
	SlotRuntimeState
	SlotHistory
	SlotObservations
	SlotCheckpoint
)

// SlotInfo is what is known of a slot.
type SlotInfo struct {
	Slot Slot
	Name string // in the contract: "ToolCatalog"
	Word string // ours, since slots have no JSON form: "tool_catalog"
}

var slots = [...]SlotInfo{
	{SlotSystem, "System", "system"},
	{SlotInstructions, "Instructions", "instructions"},
	{SlotToolCatalog, "ToolCatalog", "tool_catalog"},
	{SlotSkills, "Skills", "skills"},
	{SlotMemory, "Memory", "memory"},
	{SlotPlan, "Plan", "plan"},
	{SlotRuntimeState, "RuntimeState", "runtime_state"},
	{SlotHistory, "History", "history"},
	{SlotObservations, "Observations", "observations"},
	{SlotCheckpoint, "Checkpoint", "checkpoint"},
}

// Slots returns all slots in their order.
func Slots() []SlotInfo { return append([]SlotInfo(nil), slots[:]...) }

// Name is the slot's name in the contract: "ToolCatalog".
func (s Slot) Name() string { return slots[s].Name }

// String is our word for the slot: "tool_catalog".
func (s Slot) String() string { return slots[s].Word }

// ParseSlot returns the slot of a word or a name, written exactly.
func ParseSlot(text string) (Slot, bool) {
	for i := range slots {
		if slots[i].Word == text || slots[i].Name == text {
			return slots[i].Slot, true
		}
	}
	return 0, false
}

// Invalidation returns the bit of a mask that speaks of the slot; false for
// the slots without one.
func (s Slot) Invalidation() (Invalidation, bool) {
	for i := range maskBits {
		if maskBits[i].Slot == s {
			return maskBits[i].Bit, true
		}
	}
	return 0, false
}

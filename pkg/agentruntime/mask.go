package agentruntime

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/divtool/divtool/internal/text"
)

// Invalidation is a mask of the parts of a context that a change makes stale (spec
// section 7). It has no JSON form; its number appears only in debug output. The zero
// value is NONE.
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

// MaskBit describes a bit.
type MaskBit struct {
	Bit     Invalidation
	Name    string // "TOOL_CATALOG"
	Slot    Slot   // the slot with the same name
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

// MaskBits returns all assigned bits, lowest first.
func MaskBits() []MaskBit { return append([]MaskBit(nil), maskBits[:]...) }

// Union returns the bits of both masks.
func (m Invalidation) Union(other Invalidation) Invalidation { return m | other }

// Contains reports whether the mask has all bits of another mask; true for NONE.
func (m Invalidation) Contains(other Invalidation) bool { return m&other == other }

// IsEmpty reports whether the mask is NONE.
func (m Invalidation) IsEmpty() bool { return m == 0 }

// Bits returns the assigned bits that are set, lowest first.
func (m Invalidation) Bits() []MaskBit {
	var set []MaskBit
	for _, b := range maskBits {
		if m.Contains(b.Bit) {
			set = append(set, b)
		}
	}
	return set
}

// Unassigned returns the bits without a name. The operations of the contract cannot set
// them.
func (m Invalidation) Unassigned() Invalidation { return m &^ assignedBits }

// String returns the mask in the form that [ParseInvalidation] reads: NONE, or the names
// of the bits joined by |, with the unassigned bits as one hex number.
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

// MaskError describes a word that is not a mask.
type MaskError struct {
	Word     string // in its original spelling
	Offset   int    // of the word in the text, in bytes
	IsNumber bool   // the word is a number out of range
}

func (e *MaskError) Error() string {
	if e.IsNumber {
		return text.Expected("an integer from 0 to 65535", text.Quote(e.Word))
	}
	if e.Word == "" {
		return text.Expected("a mask name or a number", "nothing")
	}
	names := maskNames()
	return text.Quote(e.Word) + " is not a mask name" + text.Suggestion(strings.ToUpper(e.Word), names, len(names))
}

func maskNames() []string {
	names := []string{maskNone}
	for _, b := range maskBits {
		names = append(names, b.Name)
	}
	return names
}

// ParseInvalidation parses a mask: names (in any case) and numbers (decimal, 0x, 0b)
// joined by | or a comma, and the debug form ContextInvalidation(5). The error is a
// *[MaskError].
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

// Slot is a part of the context of a model. Slots are ordered by their declaration (spec
// section 8.1); the value of a slot is its rank, 0 to 9.
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

// SlotInfo describes a slot.
type SlotInfo struct {
	Slot Slot
	Name string // in the contract: "ToolCatalog"
	Word string // the name in divtool, since slots have no JSON form: "tool_catalog"
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

// Name returns the slot's name in the contract: "ToolCatalog".
func (s Slot) Name() string { return slots[s].Name }

// String returns the slot's name in divtool: "tool_catalog".
func (s Slot) String() string { return slots[s].Word }

// ParseSlot returns the slot with the exact word or name.
func ParseSlot(text string) (Slot, bool) {
	for i := range slots {
		if slots[i].Word == text || slots[i].Name == text {
			return slots[i].Slot, true
		}
	}
	return 0, false
}

// Invalidation returns the mask bit of the slot, and false for slots without a bit.
func (s Slot) Invalidation() (Invalidation, bool) {
	for i := range maskBits {
		if maskBits[i].Slot == s {
			return maskBits[i].Bit, true
		}
	}
	return 0, false
}

package agentruntime

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

// ParseSlot returns the slot of a word or a name, spelled exactly.
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

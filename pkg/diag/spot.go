package diag

// Anchor is which bytes of a JSON document are at fault, as seen from a value.
type Anchor uint8

// The spots.
const (
	AnchorValue  Anchor = iota // the value
	AnchorName                 // the name of the member whose value it is
	AnchorParent               // the object that lacks a member
)

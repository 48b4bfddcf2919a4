package diag

// Spot is which bytes of a JSON document are at fault, as seen from a value.
type Spot uint8

// The spots.
const (
	AtValue  Spot = iota // the value
	AtName               // the name of the member whose value it is
	AtParent             // the object that lacks a member
)

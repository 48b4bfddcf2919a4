package canon

// Class is the class of cause of a difference between two texts.
type Class uint8

// The classes. Those up to ClassOrder change what is hashed, the others do
// not.
const (
	ClassValue       Class = iota // another value
	ClassAdded                    // only the second has it
	ClassRemoved                  // only the first has it
	ClassOrder                    // the same elements in another order, where order counts
	ClassKeyOrder                 // members in another order
	ClassNumber                   // another spelling of a number
	ClassEscapes                  // another spelling of a string or a name
	ClassWhitespace               // white space
	ClassDropped                  // a member that the peer drops
	ClassReferences               // where the image may be fetched
	ClassEmpty                    // empty beside absent
	ClassSecretOrder              // the same secrets in another order
	ClassRepeated                 // a repeated name, of which the last counts
	ClassArrayForm                // an array in place of an object
	ClassWordForm                 // another form of a word
	ClassRawValue                 // an object that stands for the JSON in its string
)

var classes = [...]struct{ name, why string }{
	ClassValue:       {"value", ""},
	ClassAdded:       {"added", ""},
	ClassRemoved:     {"removed", ""},
	ClassOrder:       {"order", ""},
	ClassKeyOrder:    {"key-order", "members are sorted by name"},
	ClassNumber:      {"number-spelling", "numbers are read and printed again"},
	ClassEscapes:     {"string-escapes", "escapes are read and printed again"},
	ClassWhitespace:  {"white-space", "white space is not hashed"},
	ClassDropped:     {"dropped-member", "unknown member, dropped by the peer"},
	ClassReferences:  {"references", "where the bytes come from is not what the tool is"},
	ClassEmpty:       {"empty-member", "empty is the same as absent"},
	ClassSecretOrder: {"secret-order", "secrets are sorted"},
	ClassRepeated:    {"repeated-member", "only the last of a repeated name counts"},
	ClassArrayForm:   {"array-form", "an array is read by position, and hashed as an object"},
	ClassWordForm:    {"word-form", "an unusual form of a word, hashed as the word"},
	ClassRawValue:    {"raw-value", "replaced by the JSON in its string"},
}

// String is the name of the class: "key-order".
func (c Class) String() string { return classes[c].name }

// Reason says why a difference of the class changes nothing; "" for those that
// count.
func (c Class) Reason() string { return classes[c].why }

// AffectsHash tells whether a difference of the class changes what is hashed.
func (c Class) AffectsHash() bool { return c <= ClassOrder }

package schema

// Kind says what is wrong with a schema.
type Kind uint8

// The kinds of a problem.
const (
	NotObject          Kind = iota // null, a number, a string or an array in place of a schema
	Boolean                        // true or false as the whole schema
	DuplicateKey                   // an object repeats a key; the node is a later value
	UnknownDialect                 // $schema names no dialect that is known
	RootType                       // the root's type is not "object"
	WrongValue                     // a keyword has a value that its dialect refuses
	RequiredUndeclared             // required names a property that properties does not list
	ExternalRef                    // $ref leads out of the document
	DanglingRef                    // $ref leads nowhere
)

// Problem is one thing that is wrong with a schema.
type Problem struct {
	Kind    Kind
	Node    int    // the value it is about
	Message string // what is wrong
	Hint    string // what to do about it; may be empty
}

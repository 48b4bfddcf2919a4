package agentruntime

import "github.com/divtool/divtool/pkg/diag"

// ProblemKind says what is wrong with, or odd about, the shape of a document.
type ProblemKind uint8

// The kinds of a problem. All but VariantForm keep the document from being
// decoded.
const (
	NotObject       ProblemKind = iota // another value in place of a document
	UnknownMember                      // the types are closed
	DuplicateMember                    // a known member stands twice
	MissingMember                      // a required member is not there
	WrongType                          // another JSON type, or spelling of a number
	WrongRange                         // a whole number out of range
	WrongWord                          // a string that is no side effect
	VariantForm                        // {"process":null} in place of "process": it decodes
)

// Problem is one thing that is wrong with the shape of a document.
type Problem struct {
	Kind    ProblemKind
	Anchor  diag.Anchor
	Node    int    // the value; the object for AtParent
	Member  string // the missing one, for AtParent
	Message string // what is wrong
	Hint    string // what to do about it; may be empty
}

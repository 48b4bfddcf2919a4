package scope

import "github.com/divtool/divtool/pkg/diag"

// ProblemKind says what is wrong with, or odd about, the shape of a value.
type ProblemKind uint8

// The kinds of a problem. Those from ExplicitNull on are remarks: the daemon
// accepts such a text.
const (
	WrongType     ProblemKind = iota // another JSON type
	NotObject                        // an array in place of an object; our own refusal
	MissingMember                    // a required member is not there
	UnknownMember                    // of a strict object
	DuplicateMember
	WrongRange // a number that is not a plain u64
	WrongWord  // a string that is none of the words
	ExplicitNull
	NullTargets     // null as the targets of a carrier: any module
	IgnoredMember   // an unknown member of a request
	lastProblemKind = IgnoredMember
)

// IsRemark tells whether the daemon accepts what the problem is about.
func (k ProblemKind) IsRemark() bool { return k >= ExplicitNull && k <= lastProblemKind }

// Problem is one thing that is wrong with the shape of a text.
type Problem struct {
	Kind     ProblemKind
	Anchor   diag.Anchor
	Node     int    // the value; the object for AtParent
	Member   string // the missing one, for AtParent
	AboutOp  bool   // it is about the member op, or keeps it from being read
	Accepted bool   // the decoder of the daemon accepts it, we do not
	Message  string // what is wrong
	Hint     string // what to do about it; may be empty
}

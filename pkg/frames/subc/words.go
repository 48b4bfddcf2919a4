package subc

import (
	"slices"

	"github.com/divtool/divtool/pkg/scope"
)

// Term is a word in the body of a frame, and what it means.
type Term struct{ Name, Meaning string }

// ops are those of control bodies that are known.
var ops = [...]Term{
	{"scope.sync", "the owner's whole set of scopes: those not in it end"},
	{"scope.apply", "changes to single scopes of the owner"},
	{"scope.describe", "asks for the state of one scope"},
	{"route.bind", "the daemon binds a route to the module"},
	{"route.open", "a client opens a route"},
	{"route.status", "the module says how a route is"},
	{"route.closing", "a route is about to close"},
	{"route.closed", "a route has closed"},
	{"catalog.update", "the module changes what it offers"},
}

// errorCodes are those of error bodies of which the spec says something,
// beside the refusals of scope calls.
var errorCodes = [...]Term{
	{"unknown_channel", "the route is dead"},
	{"stale_route_epoch", "the route is dead"},
	{"unknown_subscription", "there is no held request of this corr"},
}

// Ops returns the words that the op of a control body may be.
func Ops() []Term { return slices.Clone(ops[:]) }

// ErrorCodes returns the codes of error bodies, those of scope calls left out.
func ErrorCodes() []Term { return slices.Clone(errorCodes[:]) }

// meaningOf is what one of some words means, "" when it is none of them.
func meaningOf(words []Term, name string) string {
	for i := range words {
		if words[i].Name == name {
			return words[i].Meaning
		}
	}
	return ""
}

// meaningOfOp says what the op of a control body is; "" when it is not known.
func meaningOfOp(op string) string { return meaningOf(ops[:], op) }

// meaningOfCode says what the code of an error body means for the caller; ""
// when the spec says nothing of it.
func meaningOfCode(code string) string {
	if text := meaningOf(errorCodes[:], code); text != "" {
		return text
	}
	c, _ := scope.CodeByName(code)
	return c.Meaning
}

// Package scope holds the scope records of subc (spec/subc-scope.md) and what
// they mean: their types, how the daemon reads them, and for which reasons it
// refuses one. It also says in plain English what a grant of a Diverge
// template allows; the shapes of those grants stand in pkg/canon, since ids
// depend on them.
//
// A type of the wire is declared once, as a table of its members
// (tables.go); reading, refusals and remarks come from it. The reasons why
// the daemon refuses one record are a [Refusal] each, in the daemon's order.
// Lint reports all that apply, the daemon answers the first. [Diff] says what
// becomes of a scope, and of the routes under it, when one record follows
// another.
//
// Goals: exactly the verdicts of the pinned daemon (release 0.30), on records
// alone and against a state. Not a goal: the rules' texts, which stand in
// pkg/lint.
package scope

// Package lint says before deployment what a peer will refuse, and what it
// would drop, change or ignore without a word.
//
// A document is read once. Its kind is given, or told by its members; the
// rules of the kind's family look at it and report findings, each with the
// rule, a JSON Pointer, a byte range and a message. Rules are values in the
// packages below rules, a family of them for each protocol; they are put
// together in families.go and nowhere else.
//
// Goals: the same findings, in the same order, for the same text; work and
// memory in proportion to the text, whatever it holds. Not goals: files,
// reports, and deciding which findings matter, which are the callers'.
package lint

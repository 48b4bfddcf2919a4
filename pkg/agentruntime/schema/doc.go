// Package schema judges the JSON Schema of a tool's arguments
// (spec/agent-runtime.md 6.3): whether its keywords have values that the
// dialect takes, whether its references lead somewhere, and what providers of
// models will not like about it.
//
// A keyword is declared once, in keywords.go: its name, the dialects that
// know it, what its value must be. Only positions of schemas are visited,
// never the insides of enum, const, default, examples or unknown keywords. Of
// repeated keys the last counts, as for the reference.
//
// Not goals: judging values by a schema, regular expressions (those of
// ECMA-262 are not Go's), and following references, so that a schema that
// refers to itself costs nothing. Work and memory stay in proportion to the
// text.
package schema

// Package cbor reads and writes frames that are one CBOR item, by declared
// types (spec/laser-forward.md).
//
// A [Type] is a table of fields or variants that reads like the table of the
// specification; everything comes from it: reading with byte offsets, strict
// checks, warnings, spans, annotations, writing, examples.
//
// Reading has the order of section 12, each step over the whole item before
// the next: a scan that knows no types settles whether the bytes are well
// formed and keep to the profile (scan.go); a walk along the declaration sends
// the values and finds what the declaration refuses (reading.go). Values in front
// of a fault are sent all the same. Both keep their own stacks, so the depth
// of a frame costs no call stack; nothing is reserved by a declared length. A
// frame that has nothing odd, and is not deep, is printed without either
// (direct.go).
//
// Writing gives the bytes that the reference writes: definite lengths,
// shortest heads, keys as declared. What a frame holds that writing would not
// give back is told while reading, deviation by deviation.
//
// Goals: one strict reading of the family's frames, honest about what the
// reference would do. Not goals: a CBOR library for Go values; indefinite
// lengths and tags beyond the one that the family writes.
package cbor

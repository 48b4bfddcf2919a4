package agentruntime

import (
	"bytes"
	"unicode/utf8"
)

// The bounds of a tool's name (spec sections 6.2 and 10).
const (
	// MaxNameBytes is the length of the longest name in bytes of UTF-8 that
	// the kernel takes.
	MaxNameBytes = 128
	// MaxOpenAINameBytes is the length of the longest name of a function at
	// OpenAI.
	MaxOpenAINameBytes = 64
)

// NameFit says where the name of a tool can be used.
type NameFit uint8

// The fits of a name, the best first.
const (
	NameEverywhere NameFit = iota
	NameNotOpenAI          // too long for an OpenAI function, or with a dot
	NameNotMCP             // a character that MCP advises against
	NameTooLong            // the kernel refuses it
	NameEmpty              // the kernel refuses it
)

// ClassifyName says where a tool's name can be used.
func ClassifyName(name []byte) NameFit {
	switch {
	case len(name) == 0:
		return NameEmpty
	case len(name) > MaxNameBytes:
		return NameTooLong
	}
	if _, found := FirstUnsafeNameRune(name); found {
		return NameNotMCP
	}
	if len(name) > MaxOpenAINameBytes || bytes.IndexByte(name, '.') >= 0 {
		return NameNotOpenAI
	}
	return NameEverywhere
}

// FirstUnsafeNameRune returns the first character of a name that MCP advises
// against, or false when there is none.
func FirstUnsafeNameRune(name []byte) (rune, bool) {
	for i, c := range name {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.':
		default:
			r, _ := utf8.DecodeRune(name[i:])
			return r, true
		}
	}
	return 0, false
}

package view

import (
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// field is a member of a frame, or an element, as a row of a tree shows it.
type field struct {
	name string // fit to be shown
	kind frames.ValueKind
	// noRow fields have no row: what is inside stands in their place.
	noRow bool
	// summarized fields have others inside that are best read together: a time.
	summarized bool
	depth      int         // how many rows it stands inside of
	last       int         // index of the last field inside; its own when none is
	span       frames.Span // in the outermost frame; zero when it has no bytes
	key        int         // offset of its name in the frame; below 0 when not known
	text       string      // the value; "" for what has others inside
	cut        bool        // text is only the beginning
	remarks    remarkChain // what is said of it
	shade      int         // its colour in a dump; below 0 when others are inside
	hash       uint64      // of its path
}

// remarkChain is a chain of remarks, by one more than their index; 0 is none.
type remarkChain struct{ first, last int }

// hasSpan tells whether the field has a place in the frame.
func (f *field) hasSpan() bool { return f.span != frames.Span{} }

func (f *field) end() int { return f.span.Offset + f.span.Length }

// isContainer tells whether a value has others inside.
func isContainer(k frames.ValueKind) bool { return k == frames.OpenObject || k == frames.OpenArray }

// maxName is how many bytes of a name are kept.
const maxName = 256

// displayName makes a name fit to be shown: in quotes, unless it is a word.
func displayName(name []byte) string {
	cut := ""
	if len(name) > maxName {
		name, cut = truncate(name, maxName), "…"
	}
	if isWord(name) {
		return string(name) + cut
	}
	return `"` + string(text.AppendEscaped(nil, name)) + cut + `"`
}

func isWord(name []byte) bool {
	for _, c := range name {
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c >= 0x80
		if !letter && strings.IndexByte("_-.$/:@", c) < 0 {
			return false
		}
	}
	return len(name) > 0 && string(text.AppendEscaped(nil, name)) == string(name)
}

// hashSeed and hashPath name a JSON Pointer by a number, part by part
// (FNV-1a). Two paths of one number would only swap what is said of them.
const hashSeed uint64 = 14695981039346656037

func hashPath[T []byte | string](h uint64, text T) uint64 {
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return h
}

// hashPart goes on with one part of a path, not yet escaped.
func hashPart(h uint64, part []byte) uint64 {
	h = hashPath(h, "/")
	for _, c := range part {
		switch c {
		case '~':
			h = hashPath(h, "~0")
		case '/':
			h = hashPath(h, "~1")
		default:
			h = (h ^ uint64(c)) * 1099511628211
		}
	}
	return h
}

package frames

import (
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Plausible is what peers write in a field. Other values are valid, but no peer has a
// reason to write them; they give the warning implausible, since the frame may be
// damaged, of another type, or of another version (drift.md 3.3).
type Plausible struct {
	Max      uint64 // the largest number, or number of nanoseconds of a time; 0 for no limit
	MaxSize  int    // of a text, in bytes; 0 for no limit
	NotFirst string // characters that a text does not begin with
}

// checkPlausible warns of a value that is not plausible. Texts are plausible without
// control characters.
func (r *Reader) checkPlausible(f *Field, parent string, span Span) {
	p, b := f.Plausible, r.Frame[span.Offset:span.Offset+span.Length]
	why := ""
	switch f.Kind {
	case U32:
		why = p.checkNumber(uint64(binary.BigEndian.Uint32(b)))
	case U64:
		why = p.checkNumber(binary.BigEndian.Uint64(b))
	case Time:
		if why = p.checkNumber(uint64(binary.BigEndian.Uint32(b[8:]))); why != "" {
			why += " nanoseconds"
		}
	case Text16, Text:
		why = p.checkText(b[prefixSize(f):])
	}
	if why != "" {
		r.Warn("implausible", parent+"/"+f.Name, span, f.Name+": "+why+"; the frame may be damaged, of another type, or of another version")
	}
}

func (p *Plausible) checkNumber(v uint64) string {
	if p.Max == 0 || v <= p.Max {
		return ""
	}
	return fmt.Sprintf("no peer writes more than %d, got %d", p.Max, v)
}

func (p *Plausible) checkText(text []byte) string {
	if at := controlCharacter(text); at >= 0 {
		c, _ := utf8.DecodeRune(text[at:])
		return fmt.Sprintf("no peer writes control characters, got %U at byte %d", c, at)
	}
	if p.MaxSize > 0 && len(text) > p.MaxSize {
		return fmt.Sprintf("no peer writes more than %d bytes, got %d", p.MaxSize, len(text))
	}
	if len(text) > 0 && strings.IndexByte(p.NotFirst, text[0]) >= 0 {
		return fmt.Sprintf("no peer writes %q as the first character", text[0])
	}
	return ""
}

// controlCharacter returns the offset of the first character of category Cc, -1 for
// none. The text is UTF-8.
func controlCharacter(text []byte) int {
	for at := 0; at < len(text); at++ {
		switch c := text[at]; {
		case c < ' ' || c == 0x7f:
			return at
		case c == 0xc2 && at+1 < len(text) && text[at+1] < 0xa0:
			return at // U+0080 to U+009F
		}
	}
	return -1
}

package jsondoc

import "unicode/utf8"

// Reason says why a text is not JSON, or why a value in it is refused.
type Reason uint8

// The reasons. Those from UTF8 on are of a value, not of the grammar.
const (
	EndInValue Reason = iota
	EndInString
	EndInArray
	EndInObject
	ExpectedValue
	ExpectedColon
	ExpectedComma
	ExpectedName
	TrailingComma
	BadNumber
	BadEscape
	ControlCharacter
	TrailingText
	TooLarge
	ByteOrderMark
	UTF16
	UTF8
	LoneSurrogate
	NumberRange
	Depth
)

var reasonTexts = [...]string{
	EndInValue:       "the text ends where a value is expected",
	EndInString:      "the text ends inside a string",
	EndInArray:       "the text ends inside an array",
	EndInObject:      "the text ends inside an object",
	ExpectedValue:    "a value is expected here",
	ExpectedColon:    "a colon is expected behind the name of a member",
	ExpectedComma:    "a comma or the closing bracket is expected here",
	ExpectedName:     "the name of a member must be a string in double quotes",
	TrailingComma:    "a comma stands before the closing bracket",
	BadNumber:        "this is not how JSON writes a number",
	BadEscape:        `no such escape: JSON knows \" \\ \/ \b \f \n \r \t and \u with four hex digits`,
	ControlCharacter: "a control character stands raw in a string: write it as an escape",
	TrailingText:     "more text follows the end of the JSON value",
	TooLarge:         "the text is larger than 4 GiB",
	ByteOrderMark:    "the text begins with a byte order mark, which JSON does not have: save it without one",
	UTF16:            "the text is UTF-16: JSON is UTF-8",
	UTF8:             "this text is not UTF-8",
	LoneSurrogate:    "half of a surrogate pair stands alone",
	NumberRange:      "the number is larger than a double can hold",
	Depth:            "more than 127 arrays and objects are open at once",
}

// Fault is where and why reading stopped, or what a value is refused for.
type Fault struct {
	Reason Reason
	Offset int // of the byte at fault, in the text
}

func (f *Fault) Error() string { return reasonTexts[f.Reason] }

// AtEnd tells whether more text could mend the fault.
func (f *Fault) AtEnd() bool { return f.Reason <= EndInObject }

// ValueFault returns the first value fault (UTF8, LoneSurrogate or NumberRange)
// at or below node i, or nil.
func (d *Doc) ValueFault(i int) *Fault {
	if d.nodes[i].Flags&Invalid == 0 {
		return nil
	}
	for n, end := i, d.Next(i); n < end; n++ {
		if d.nodes[n].Flags&Invalid == 0 {
			continue
		}
		switch d.nodes[n].Kind {
		case String:
			return d.stringFault(n)
		case Number:
			return &Fault{NumberRange, int(d.nodes[n].Start)}
		case Array, Object:
			if d.nodes[n].Flags&Collapsed != 0 {
				return d.collapsedFault(n)
			}
		}
	}
	return nil
}

// stringFault finds what is wrong with the text of an unsound string.
func (d *Doc) stringFault(n int) *Fault {
	return d.textFault(int(d.nodes[n].Start)+1, int(d.nodes[n].End)-1)
}

// textFault finds what is wrong with the content of a string.
func (d *Doc) textFault(at, end int) *Fault {
	for at < end {
		if d.text[at] == '\\' {
			_, size, ok := decodeEscape(d.text[at:end])
			if !ok {
				return &Fault{LoneSurrogate, at}
			}
			at += size
			continue
		}
		r, size := utf8.DecodeRune(d.text[at:end])
		if r == utf8.RuneError && size == 1 {
			return &Fault{UTF8, at}
		}
		at += size
	}
	return nil
}

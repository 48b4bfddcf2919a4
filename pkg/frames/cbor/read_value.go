package cbor

import (
	"bytes"
	"math"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
)

// uint reads an unsigned integer; for a u128 also tag 2 with bytes.
func (s *reader) uint(dst []byte, t *Type, h head) ([]byte, bool) {
	if h.major != majorUint {
		return s.notUint(dst, t, h)
	}
	if t.Bits < 64 && h.arg>>t.Bits != 0 {
		return dst, s.outOfRange(t, h.next-s.at, strconv.FormatUint(h.arg, 10))
	}
	start := s.at
	s.checkHead(h, start)
	s.at = h.next
	if t.Bits == 128 {
		s.v.Bytes = strconv.AppendUint(s.scratch[:0], h.arg, 10)
		s.scratch = s.v.Bytes
		dst = s.emit(dst, frames.TextValue, start, s.at)
		return dst, true
	}
	dst = s.emitUint(dst, h.arg, start)
	return dst, true
}

// emitUint sends a number that ends here.
func (s *reader) emitUint(dst []byte, n uint64, start int) []byte {
	if dst != nil {
		return frameio.AppendUint(dst, n)
	}
	s.v.Uint = n
	return s.emit(dst, frames.UintValue, start, s.at)
}

func (s *reader) notUint(dst []byte, t *Type, h head) ([]byte, bool) {
	switch {
	case h.major == majorNegative:
		return dst, s.outOfRange(t, h.next-s.at, "a negative integer")
	case h.major == majorTag && (h.arg == tagBignum || h.arg == tagNegativeBignum):
		return s.bignum(dst, t, h)
	}
	return dst, s.wrongType(h, t.expected())
}

func (s *reader) outOfRange(t *Type, length int, have string) bool {
	return s.reject(codeRange, length, t.expected(), text.Expected(t.expected(), have))
}

// bignum reads tag 2 or 3 with the bytes of a bignum.
func (s *reader) bignum(dst []byte, t *Type, h head) ([]byte, bool) {
	bytesHead, ok := s.head(h.next)
	if !ok {
		return dst, s.stopTruncated()
	}
	if bytesHead.major != majorBytes {
		if h.arg == tagNegativeBignum { // always out of range: section 12
			return dst, s.outOfRange(t, bytesHead.next-s.at, "a negative integer")
		}
		return dst, s.reject(codeType, bytesHead.next-s.at, "bytes", text.Expected("a byte string after the tag of a big number", describe(bytesHead)))
	}
	end := s.stringEnd(bytesHead)
	if end < 0 {
		return dst, s.stopTruncated()
	}
	content := s.frame[bytesHead.next:end]
	number := bytes.TrimLeft(content, "\x00")
	switch {
	case h.arg == tagNegativeBignum:
		return dst, s.outOfRange(t, end-s.at, "a negative integer")
	case len(number)*8 > 128 || len(number)*8-leadingZeros(number) > t.Bits:
		return dst, s.outOfRange(t, end-s.at, "a number of "+strconv.Itoa(len(number))+" bytes")
	case t.Bits < 128:
		return dst, s.reject(codeTag, end-s.at, t.expected(), text.Expected(t.expected(), "a big number with a tag"))
	}
	start := s.at
	s.checkHead(h, start)
	s.checkHead(bytesHead, start)
	if len(number) <= 8 || len(number) < len(content) {
		s.warn(warnBignumForm, start, end, true)
	}
	hi, lo := number128(number)
	s.scratch = append128(s.scratch[:0], hi, lo)
	s.v.Bytes = s.scratch
	s.at = end
	dst = s.emit(dst, frames.TextValue, start, end)
	return dst, true
}

// leadingZeros returns the number of bits before the first 1. b must not begin with a zero
// byte.
func leadingZeros(b []byte) int {
	if len(b) == 0 {
		return 0
	}
	return bits.LeadingZeros8(b[0])
}

// number128 returns the value of at most 16 big-endian bytes.
func number128(b []byte) (hi, lo uint64) {
	for _, c := range b {
		hi, lo = hi<<8|lo>>56, lo<<8|uint64(c)
	}
	return hi, lo
}

// append128 appends a number of 128 bits in decimal.
func append128(dst []byte, hi, lo uint64) []byte {
	if hi == 0 {
		return strconv.AppendUint(dst, lo, 10)
	}
	// Below 4·10^38 there are at most three groups of 19 digits.
	const group = 1e19
	q1, rest := hi/group, hi%group
	q0, low := bits.Div64(rest, lo, group)
	dst = append128(dst, q1, q0)
	var digits [20]byte
	text := strconv.AppendUint(digits[:0], low, 10)
	dst = append(dst, "0000000000000000000"[:19-len(text)]...)
	return append(dst, text...)
}

func (s *reader) str(dst []byte, t *Type, h head) ([]byte, bool) {
	if h.major != majorText {
		return dst, s.wrongType(h, t.expected())
	}
	start := s.at
	end := s.stringEnd(h)
	if end < 0 {
		return dst, false
	}
	content := s.frame[h.next:end]
	if t.Agent || t.MaxSize > 0 {
		if code, fault := t.textFault(content); code != "" {
			return dst, s.reject(code, end-start, t.expected(), fault)
		}
	}
	s.checkHead(h, start)
	dst = s.emitText(dst, content, start, end)
	return dst, true
}

// emitText sends text, and skips it.
func (s *reader) emitText(dst []byte, content []byte, start, end int) []byte {
	s.at = end
	if dst != nil {
		if out, ok := jsondoc.AppendClean(dst, content); ok {
			return out
		}
	}
	if !s.validated && !utf8.Valid(content) {
		s.validate()
	}
	s.v.Bytes = content
	return s.emit(dst, frames.TextValue, start, end)
}

// textFault returns the code and the description of the fault in a text of the type, "" for
// none.
func (t *Type) textFault(content []byte) (code, fault string) {
	switch {
	case t.Agent:
		if fault = agentFault(content); fault != "" {
			code = codeAgentID
		}
	case t.MaxSize > 0 && (len(content) == 0 || len(content) > t.MaxSize):
		code = codeRange
		fault = text.Expected(t.expected(), strconv.Itoa(len(content)))
	}
	return code, fault
}

// maxAgentSize is the size of the longest agent name, in bytes.
const maxAgentSize = 256

// agentFault describes the fault in an agent name (section 3.2), "" for none.
func agentFault(name []byte) string {
	switch {
	case len(name) == 0:
		return "an agent name must not be empty"
	case len(name) > maxAgentSize:
		return "the agent name has " + text.Count(len(name), "byte") + "; the limit is " + text.Count(maxAgentSize, "byte")
	}
	for at := 0; at < len(name); {
		r, size := utf8.DecodeRune(name[at:])
		if r < 0x20 || r >= 0x7f && r <= 0x9f {
			return "the agent name contains the control character U+" + hex4(r)
		}
		at += size
	}
	return ""
}

func hex4(r rune) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[r>>12&15], digits[r>>8&15], digits[r>>4&15], digits[r&15]})
}

func (s *reader) bytes(dst []byte, t *Type, h head) ([]byte, bool) {
	if h.major != majorBytes {
		return dst, s.wrongType(h, t.expected())
	}
	start := s.at
	end := s.stringEnd(h)
	if end < 0 {
		return dst, false
	}
	b := s.frame[h.next:end]
	if t.Size > 0 && h.arg != uint64(t.Size) {
		return dst, s.reject(codeType, end-start, t.expected(), text.Expected(t.expected(), strconv.FormatUint(h.arg, 10)))
	}
	s.checkHead(h, start)
	s.v.Bytes, s.at = b, end
	dst = s.emit(dst, frames.BytesValue, start, end)
	return dst, true
}

func (s *reader) boolean(dst []byte, t *Type, h head) ([]byte, bool) {
	b := s.frame[s.at]
	if b != headFalse && b != headTrue {
		return dst, s.wrongType(h, t.expected())
	}
	start := s.at
	s.v.Uint, s.at = uint64(b-headFalse), h.next
	dst = s.emit(dst, frames.BoolValue, start, s.at)
	return dst, true
}

// float reads a float. A value that JSON cannot express is sent as the item.
func (s *reader) float(dst []byte, t *Type, h head) ([]byte, bool) {
	if h.major != majorSimple || h.info < headHalf&31 {
		if h.major == majorUint && t.WholeAsInteger != "" {
			return dst, s.reject(codeType, h.next-s.at, t.expected(), t.wholeAsIntegerMessage())
		}
		return dst, s.wrongType(h, t.expected())
	}
	start, v := s.at, floatValue(h)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		switch {
		case t.Bits == 32 && hasPayload(v):
			s.warn(warnNaN, start, h.next, false)
		case nonShortestFloat(h):
			s.warn(warnNonShortest, start, h.next, false)
		}
		return s.emitRaw(dst)
	}
	if nonShortestFloat(h) {
		s.warn(warnNonShortest, start, h.next, true)
	} else if t.Bits == 32 && float64(float32(v)) != v {
		s.warn(warnRounded, start, h.next, true)
	}
	s.at = h.next
	dst = s.number(dst, v, start)
	return dst, true
}

// wholeAsIntegerMessage refuses an integer that another peer writes for a float.
func (t *Type) wholeAsIntegerMessage() string {
	return text.Expected(t.expected(), "an integer") + "; the Rust crate refuses the frame, " + t.WholeAsInteger + " writes 1.0 as an integer"
}

// number sends a float as a number with a decimal point or an exponent.
func (s *reader) number(dst []byte, v float64, start int) []byte {
	s.scratch = jsondoc.AppendNum(s.scratch[:0], jsondoc.Num{Kind: jsondoc.Float, Float: v})
	s.v.Bytes = s.scratch
	return s.emit(dst, frames.NumberValue, start, s.at)
}

func (s *reader) null(dst []byte) []byte {
	start := s.at
	s.at++
	return s.emit(dst, frames.NullValue, start, s.at)
}

func (t *Type) expected() string {
	switch t.Kind {
	case UintKind:
		if t.Bits < 64 {
			return "an integer from 0 to " + strconv.FormatUint(1<<t.Bits-1, 10)
		}
		return "an integer from 0 to 2^" + strconv.Itoa(t.Bits) + "-1"
	case IntKind:
		return t.expectedInt()
	case FloatKind:
		return "a float"
	case BoolKind:
		return "a boolean"
	case TextKind:
		if t.MaxSize > 0 {
			return "text of 1 to " + text.Count(t.MaxSize, "byte")
		}
		return "text"
	case BytesKind:
		if t.Size > 0 {
			return strconv.Itoa(t.Size) + " bytes"
		}
		return "a byte string"
	case ArrayKind, TupleKind:
		return "an array"
	case EnumKind:
		return "a word"
	case JSONKind:
		return "a value of JSON"
	case ScalarOrListKind:
		return "text, a number, a boolean, null or an array of them"
	}
	return "a map"
}

// expectedWord describes the values of an enum in a frame or a document: container holds
// a word with its data.
func (t *Type) expectedWord(container string) string {
	if t.onlyWords() {
		return text.OneOf(t.variantNames())
	}
	return "a word or " + container
}

// enum reads a word, or checks the head of a map from a word to its data.
func (s *reader) enum(dst []byte, t *Type, h head) ([]byte, *Type, bool) {
	switch {
	case h.major == majorMap && h.arg != 1:
		return dst, nil, s.reject(codeType, h.next-s.at, "a map of 1 entry", text.Expected("a map of 1 entry", strconv.FormatUint(h.arg, 10)))
	case h.major == majorMap:
		return dst, t, true
	case h.major != majorText:
		return dst, nil, s.wrongType(h, t.expectedWord("a map of 1 entry"))
	}
	start := s.at
	end := s.stringEnd(h)
	if end < 0 || (h.arg > maxKeySize || len(s.levels) >= s.maxDepth) && !s.wordFits(h) {
		return dst, nil, false
	}
	word := s.frame[h.next:end]
	switch v := t.variant(word); {
	case v == nil && !t.Open:
		return dst, nil, s.unknownWord(t, word, end-start)
	case v != nil && v.Type != nil:
		return dst, nil, s.reject(codeType, end-start, "a map of 1 entry", v.dataMessage("a map of 1 entry"))
	case v == nil:
		message := ""
		if s.reportsText() {
			message = t.unrecognizedMessage(word)
		}
		s.warnText(warnUnrecognized, start, end, false, message)
	}
	s.checkHead(h, start)
	dst = s.emitText(dst, word, start, end)
	return dst, nil, true
}

// variantData reads the word in a map of one entry, and its data.
func (s *reader) variantData(dst []byte, t *Type) ([]byte, bool) {
	start := s.at
	h, ok := s.head(start)
	if !ok {
		return dst, false
	}
	s.levels[len(s.levels)-1].key = start
	word, ok := s.textKey(h)
	if !ok {
		return dst, false
	}
	end := s.at
	s.at = start
	if h.arg > maxKeySize && !s.keyFits(h, len(s.levels)-1) {
		return dst, false
	}
	v := t.variant(word)
	switch {
	case v == nil:
		s.unknownWord(t, word, end-start)
	case v.Type == nil:
		s.reject(codeType, end-start, "text", v.aloneMessage())
	}
	s.at = end
	if v == nil || v.Type == nil {
		if !s.dryRun {
			return dst, false
		}
		return s.value(dst, &Any, nil)
	}
	dst = s.name(dst, v.Name)
	s.checkHead(h, start)
	if v.Nullable && s.at < s.limit && s.frame[s.at] == headNull {
		dst = s.null(dst)
		return dst, true
	}
	return s.value(dst, v.Type, nil)
}

func (s *reader) unknownWord(t *Type, word []byte, length int) bool {
	return s.reject(codeEnum, length, t.listVariants(), t.unknownWordMessage(word))
}

// union checks the head of a map whose kind selects its keys.
func (s *reader) union(t *Type, h head, printing bool) (parts *Type, ok bool) {
	if h.major != majorMap {
		return nil, s.wrongType(h, t.expected())
	}
	// While printing, a known kind may be after a fault: the frame is read again then.
	if !printing && !s.validate() {
		return nil, false
	}
	m := Item{s.frame, s.at, s.limit}.Map()
	kind, ok := m.Get(kindKey)
	word, isText := kind.Text()
	v := t.variant(word)
	switch {
	case isText && v != nil:
		return v.Type, true
	case !s.validate():
		return nil, false
	case !ok:
		return nil, s.missingKind()
	case !isText:
		return nil, s.badKindType(kind)
	case len(word) > maxKeySize:
		return nil, s.rejectKind(codeKeySize, kind.at, kind.end(), "", keySizeMessage(uint64(len(word))))
	case !t.Open:
		return nil, s.rejectKind(codeEnum, kind.at, kind.end(), t.listVariants(), t.unknownWordMessage(word))
	}
	s.setPath(len(s.levels), kindKey)
	s.reportWarning(warnUnrecognized, kind.at, kind.end(), false, t.unrecognizedMessage(word))
	return unknownUnion, true
}

// unknownUnion is a map of an unknown kind.
var unknownUnion = &Type{Name: "unknown kind", Fields: []Field{{Name: kindKey, Type: &Text, Meaning: "kind of the value"}}}

// missingKind refuses a map without a kind, at its end.
func (s *reader) missingKind() bool {
	end := skip(s.frame, s.at, s.limit)
	if end < 0 {
		return s.stopAtLimit() // the kind may be after the limit
	}
	return s.rejectKind(codeMissing, end, end, kindKey, text.MissingMember(kindKey, ""))
}

// badKindType refuses a kind that is not text.
func (s *reader) badKindType(kind Item) bool {
	h, ok := kind.head()
	switch {
	case !ok || h.major == majorText:
		return s.stopAtLimit()
	case h.major == majorTag:
		// Without a kind no key is declared, so the first tag of the map counts.
		s.scanUnread(s.at, kind.end())
		return false
	}
	return s.rejectKind(codeType, kind.at, h.next, "text", text.Expected("text", describe(h)))
}

// rejectKind refuses the kind of the next map.
func (s *reader) rejectKind(code string, start, end int, need, text string) bool {
	s.setPath(len(s.levels), kindKey)
	return s.rejectPath(code, start, end-start, need, text)
}

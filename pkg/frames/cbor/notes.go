package cbor

import (
	"bytes"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
	"time"

	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// note sends the note of the value that was just read, or of the array or map that was
// just opened at a depth. With Spans, every value gets a note.
func (s *reader) note(t *Type, f *Field, start, depth int) {
	if !s.spans && !s.wantsNote(t, f, start) {
		return
	}
	end := s.at
	if len(s.levels) > depth {
		end = s.levelEnd(&s.levels[depth])
	}
	item := Item{s.frame, start, min(end, s.limit)}
	n := &s.noteEvent
	*n = frames.Note{Span: frames.Span{Offset: start, Length: end - start}}
	s.text = s.text[:0]
	switch {
	case f != nil && f.Describe != nil:
		s.text = f.Describe(s.text, item, s.parent(depth))
	case f != nil && f.Embedded != nil:
		s.embeddedNote(f, item, depth, n)
	case t.Describe != nil:
		s.text = t.Describe(s.text, item.Map())
	case f != nil && f.Unit != NoUnit:
		s.unitNote(f, item, n)
	case t.Kind >= ScalarOrListKind || t.Kind == FloatKind:
		s.rawNote(item, f != nil && t == &Any)
	case t.Kind == BytesKind && t.Size == 0:
		s.bytesNote(item, n)
	}
	if len(s.text) == 0 && s.spans {
		n.Kind = f == nil || f.Meaning == ""
		s.text = append(s.text, meaning(t, f)...)
	}
	if s.noteSince(f); len(s.text) > 0 {
		s.pointer(depth)
		s.emitNote()
	}
}

// wantsNote reports whether the value at start may have a note that does more than name
// its kind.
func (s *reader) wantsNote(t *Type, f *Field, start int) bool {
	if t.Describe != nil || f != nil && (f.Describe != nil || f.Embedded != nil || f.Unit != NoUnit || f.Since != "") {
		return true
	}
	switch t.Kind {
	case AnyKind, JSONKind, ScalarOrListKind, FloatKind:
		return f != nil && t == &Any || s.raw == start
	case BytesKind:
		return t.Size == 0
	}
	return false
}

// levelEnd returns the end of an open array or map.
func (s *reader) levelEnd(l *level) int {
	if l.end != 0 {
		return l.end
	}
	if s.validated {
		l.end = s.scan.ends[l.container]
	} else {
		l.end = skip(s.frame, l.start, s.limit)
	}
	if l.end <= 0 {
		l.end = len(s.frame) // truncated
	}
	return l.end
}

func (s *reader) parent(depth int) Map {
	return Map{Item{s.frame, s.levels[depth-1].start, s.limit}}
}

// meaning returns the meaning of the field, or else the name of the type.
func meaning(t *Type, f *Field) string {
	if f != nil && f.Meaning != "" {
		return f.Meaning
	}
	return t.displayName()
}

// emitNote sends the note s.sent with the path in s.path and the text in s.text.
func (s *reader) emitNote() {
	s.scratch = append(append(s.scratch[:0], payloadPath...), s.path...)
	s.noteEvent.Path, s.noteEvent.Text = s.scratch, s.text
	s.sink.Note(&s.noteEvent)
}

// unitNote describes the number of a field by its unit.
func (s *reader) unitNote(f *Field, item Item, n *frames.Note) {
	v, ok := item.Uint()
	switch {
	case f.Unit == ShowMeaning:
		if !ok && item.frame[item.at] == headFalse || item.IsNull() {
			return
		}
		s.text = append(s.text, f.Meaning...)
	case f.Unit == HexID:
		s.text = AppendHexID(s.text, item)
	case !ok:
	case f.Unit == Micros:
		s.timeNote(v, n)
	case f.Unit == Duration:
		s.text = appendDuration(s.text, v)
	case f.Unit == ByteSize:
		s.text = frameio.AppendSize(s.text, v)
	}
}

// AppendHexID appends an integer of up to 128 bits in hex.
func AppendHexID(dst []byte, item Item) []byte {
	h, ok := item.head()
	switch {
	case !ok:
		return dst
	case h.major == majorUint:
		return strconv.AppendUint(append(dst, "0x"...), h.arg, 16)
	case h.major != majorTag:
		return dst
	}
	number, ok := Item{item.frame, h.next, item.limit}.Bytes()
	if !ok {
		return dst
	}
	number = bytes.TrimLeft(number, "\x00")
	if len(number) == 0 {
		return append(dst, "0x0"...)
	}
	dst = strconv.AppendUint(append(dst, "0x"...), uint64(number[0]), 16)
	return hex.AppendEncode(dst, number[1:])
}

// lastMicro is the last microsecond of the year 9999, in Unix time.
const lastMicro = 253402300799_999_999

// timeNote describes a time in UTC.
func (s *reader) timeNote(v uint64, n *frames.Note) {
	if v > lastMicro {
		s.text = append(s.text, "after the year 9999"...)
		n.Advice = true
		return
	}
	s.noteValue = time.UnixMicro(int64(v)).UTC().AppendFormat(s.noteValue[:0], time.RFC3339Nano)
	s.text = frameio.AppendUTC(s.text, s.noteValue)
	n.Value = s.noteValue
}

// appendDuration appends microseconds in larger units.
func appendDuration(dst []byte, v uint64) []byte {
	if v > math.MaxInt64/1000 {
		return append(dst, "more than 292 years"...)
	}
	return append(dst, (time.Duration(v) * time.Microsecond).String()...)
}

// maxDiagnosed is the size of the largest item that gets a note in diagnostic notation,
// in bytes.
const maxDiagnosed = 4096

// rawNote adds the diagnostic notation of a value that was sent as its bytes, or of any
// value if always is set.
func (s *reader) rawNote(item Item, always bool) {
	if item.limit-item.at > maxDiagnosed || !always && s.raw != item.at {
		return
	}
	if notation, ok := diagnose(item.frame[item.at:item.limit]); ok {
		s.text = text.AppendEscaped(s.text, []byte(notation))
	}
}

// maxNoteText is how many bytes of text a note repeats.
const maxNoteText = 4096

// bytesNote repeats bytes that are text.
func (s *reader) bytesNote(item Item, n *frames.Note) {
	b, ok := item.Bytes()
	switch {
	case !ok:
	case len(b) == 0:
		s.text = append(s.text, "no bytes"...)
	case !frameio.IsPlainText(b):
		s.text = frameio.AppendSize(s.text, uint64(len(b)))
	default:
		s.text = append(s.text, "text"...)
		if len(b) <= maxNoteText {
			n.Value = b
		}
	}
}

// embeddedReader reads the frames inside bytes of a frame.
type embeddedReader struct {
	reader reader
	codec  Codec
	doc    frames.Document
	frame  []byte // what was read last
	limits limits
	spans  bool
}

// Read reads the frame again, for sinks that need more than its document.
func (r *embeddedReader) Read(sink frames.Sink) {
	r.reader.notes, r.reader.spans, r.reader.noWarnings = true, r.spans, false
	r.reader.read(&r.codec, r.frame, sink, r.limits)
	r.reader.notes, r.reader.spans = false, false
}

// embeddedNote describes the frame inside bytes, if it can be read.
func (s *reader) embeddedNote(f *Field, item Item, depth int, n *frames.Note) {
	b, ok := item.Bytes()
	if !ok {
		return
	}
	if len(b) == 0 {
		s.text = append(s.text, "no bytes"...)
		return
	}
	t := &Any
	if known := f.Embedded(s.parent(depth)); known != nil {
		t = known.inVersion(b)
	}
	if s.embedded == nil {
		s.embedded = new(embeddedReader)
	}
	s.text = append(s.text, t.Name...)
	if t.Describe != nil {
		s.text = t.Describe(append(s.text, ", "...), RootMap(b))
	}
	// Every type refuses a malformed item in the same way: it is not read twice, and not
	// at all where it does not begin like a frame.
	fault, valid := "", false
	if !isMap(b[0]) {
		fault = s.embedded.formFault(b, s.maxDepth)
	}
	if fault == "" {
		d := s.readEmbedded(t, b)
		if valid = d == nil; !valid {
			fault, valid = d.Message, t != &Any && s.embedded.reader.isWellFormed() && s.readEmbedded(&Any, b) == nil
		}
	}
	if valid {
		n.Decoded, n.Embedded = s.embedded.doc.Payload(), s.embedded
	}
	switch {
	case fault == "":
	case t == &Any:
		s.text = text.AppendEscaped(append(s.text, ", not valid: "...), []byte(fault))
	default:
		s.text = text.AppendEscaped(append(s.text, " expected, but not valid: "...), []byte(fault))
	}
}

// formFault returns why b is not one well-formed item, "" if it is.
func (r *embeddedReader) formFault(b []byte, maxDepth int) string {
	if skip(b, 0, len(b)) == len(b) {
		return ""
	}
	s := &r.reader
	s.frame, s.validated, s.maxDepth = b, false, maxDepth
	switch s.validate(); {
	case s.isWellFormed():
		return ""
	case s.scan.malformed.code != "":
		return s.scan.malformed.diagnostic().Message
	}
	return trailingMessage(b, s.scan.end)
}

// isWellFormed reports whether the frame, which has been scanned, is one well-formed item.
func (s *reader) isWellFormed() bool {
	return s.scan.malformed.code == "" && s.scan.end == len(s.frame)
}

// readEmbedded reads b as a frame of type t into the document of the embedded reader, of
// which only the payload is used.
func (s *reader) readEmbedded(t *Type, b []byte) *diag.Diagnostic {
	s.embedded.doc.Reset()
	s.embedded.reader.noWarnings = true
	s.embedded.codec.Root = t
	s.embedded.frame, s.embedded.limits, s.embedded.spans = b, limits{depth: s.maxDepth}, s.spans
	return s.embedded.reader.read(&s.embedded.codec, b, &s.embedded.doc, s.embedded.limits)
}

// diagnose returns the diagnostic notation of an item (RFC 8949, section 8).
func diagnose(item []byte) (string, bool) {
	mode, err := fxcbor.DiagOptions{MaxNestedLevels: maxDiagnosed}.DiagMode()
	if err != nil {
		return "", false
	}
	text, err := mode.Diagnose(item)
	return text, err == nil
}

// warning is one of the warnings of section 12.
type warning uint8

const (
	warnUnknownField warning = iota
	warnOrder
	warnUnsorted
	warnNonShortest
	warnRounded
	warnNaN
	warnNull
	warnBignumForm
	warnExplicitDefault
	warnMissingNullable
	warnMissingDefaulted
	warnUnrecognized
	warnOldShape
)

// warnings has the code and the text of each warning.
var warnings = [...]struct{ code, text string }{
	warnUnknownField:     {"unknown-field", ""}, // unknownMember has the text
	warnOrder:            {"order", "the member is out of order; the Rust crate writes the members in declared order"},
	warnUnsorted:         {"order", "the member is out of order; the Rust crate sorts the members"},
	warnNonShortest:      {"non-shortest", "the head is longer than necessary; the Rust crate writes the shortest"},
	warnRounded:          {"non-shortest", "the Rust crate rounds this number to single precision"},
	warnNaN:              {"non-shortest", "the Rust crate does not keep the payload of this NaN"},
	warnNull:             {"non-shortest", "the Rust crate reads this value as null"},
	warnBignumForm:       {"bignum-form", "the Rust crate writes a big number as an integer up to 64 bits, otherwise without leading zero bytes"},
	warnExplicitDefault:  {"explicit-default", "the Rust crate omits the member instead of writing this value"},
	warnMissingNullable:  {"missing-nullable", "the Rust crate always writes it, with null for no value"},
	warnMissingDefaulted: {"missing-defaulted", "the Rust crate always writes it"},
	warnUnrecognized:     {"unrecognized", ""}, // unrecognizedMessage has the text
	warnOldShape:         {"old-shape", ""},
}

// maxSuggested is the size of the longest unknown key that is compared with the declared
// ones, in bytes.
const maxSuggested = 64

// unknownMember returns the text of the warning about a key that a struct does not have.
func (t *Type) unknownMember(key []byte) string {
	var known []string
	if len(key) <= maxSuggested {
		for i := range t.Fields {
			known = append(known, t.Fields[i].Name)
		}
	}
	return text.DroppedMember(string(key), known)
}

// refusedMember returns the text of the fault of such a key in a closed struct.
func (t *Type) refusedMember(key []byte) string {
	var known []string
	for i := range t.Fields {
		known = append(known, t.Fields[i].Name)
	}
	return text.UnknownMember(string(key), known)
}

// missingWarning returns the text of a warning about a key that is not there.
func (f *Field) missingWarning(w warning) string {
	message := text.MissingMember(f.Name, "") + "; " + warnings[w].text
	if f.OtherPeer != "" {
		message += "; " + f.OtherPeer
	}
	return message
}

// maxWarnings is how many warnings of one frame are reported one by one: a hostile frame
// can have millions.
const maxWarnings = 1000

// warningTotals counts the warnings of a frame.
type warningTotals struct {
	count int
	first warning // of the warnings that are only counted
	lossy bool    // whether one of them is lossy
}

// reportsText reports whether the next warning is reported with its text.
func (s *reader) reportsText() bool { return s.reportsWarnings() && s.reported.count < maxWarnings }

func (s *reader) reportsWarnings() bool { return !s.dryRun && !s.noWarnings }

// warn reports a warning about the current value. With lose set, writing the payload does
// not restore the bytes.
func (s *reader) warn(w warning, start, end int, lossy bool) {
	s.warnText(w, start, end, lossy, "")
}

func (s *reader) warnText(w warning, start, end int, lossy bool, text string) {
	if !s.reportsWarnings() {
		return
	}
	if s.reported.count < maxWarnings {
		s.pointer(len(s.levels))
	}
	s.reportWarning(w, start, end, lossy, text)
}

// reportWarning reports a warning about the value at s.path.
func (s *reader) reportWarning(w warning, start, end int, lossy bool, text string) {
	if !s.reportsWarnings() {
		return
	}
	if s.reported.count++; s.reported.count > maxWarnings {
		if s.reported.count == maxWarnings+1 {
			s.reported.first = w
		}
		s.reported.lossy = s.reported.lossy || lossy
		return
	}
	if text == "" {
		text = warnings[w].text
	}
	path := payloadPath + string(s.path)
	s.sink.Warn(&diag.Diagnostic{
		Code: warnings[w].code, Severity: diag.Warning, Path: path,
		Offset: start, Length: end - start, Message: text,
	})
	if lossy {
		s.sink.Lossy(path, text)
	}
}

// reportRest reports the number of warnings that were only counted.
func (s *reader) reportRest() {
	n := s.reported.count - maxWarnings
	if n <= 0 {
		return
	}
	total := strconv.Itoa(n) + " more warnings of this and other kinds"
	s.sink.Warn(&diag.Diagnostic{Code: warnings[s.reported.first].code, Severity: diag.Warning, Path: payloadPath, Message: total})
	if s.reported.lossy {
		s.sink.Lossy(payloadPath, total)
	}
}

// checkHead warns of a head that is longer than needed, where writing gives a shorter one.
func (s *reader) checkHead(h head, at int) {
	if h.info >= infoOneByte { // most are not: this much is inlined
		s.checkLongHead(h, at)
	}
}

func (s *reader) checkLongHead(h head, at int) {
	if h.nonShortest() {
		s.warn(warnNonShortest, at, h.next, true)
	}
}

// Report lets a declaration add warnings and notes to a map that has been read.
type Report struct {
	Map
	s     *reader
	depth int
}

func (s *reader) newReport(start, depth int) *Report {
	s.mapReport = Report{Map{Item{s.frame, start, s.at}}, s, depth}
	return &s.mapReport
}

// Warn reports a warning about a key, which may be absent.
func (r *Report) Warn(code, name, text string) {
	span := r.span(name)
	if r.s.pointer(r.depth); name != "" {
		r.s.setPath(r.depth, name)
	}
	r.s.sink.Warn(&diag.Diagnostic{
		Code: code, Severity: diag.Warning, Path: payloadPath + string(r.s.path),
		Offset: span.Offset, Length: span.Length, Message: text,
	})
}

// WantsNotes reports whether the sink wants notes.
func (r *Report) WantsNotes() bool { return r.s.notes }

// Note sends a note about a key, or about the whole map if name is "".
func (r *Report) Note(name, text string, advice bool) {
	s := r.s
	if !s.notes {
		return
	}
	s.pointer(r.depth)
	if name != "" {
		s.setPath(r.depth, name)
	}
	s.text = append(s.text[:0], text...)
	s.noteEvent = frames.Note{Span: r.span(name), Advice: advice}
	s.emitNote()
}

// span returns the byte range of the value of a key, of the map if the key is absent.
func (r *Report) span(name string) frames.Span {
	if v, ok := r.Get(name); ok && name != "" {
		return v.Span()
	}
	return frames.Span{Offset: r.at, Length: r.limit - r.at}
}

// variantNames returns the words of an enum.
func (t *Type) variantNames() []string {
	names := make([]string, len(t.Variants))
	for i := range t.Variants {
		names[i] = t.Variants[i].Name
	}
	return names
}

// listVariants lists the words of an enum.
func (t *Type) listVariants() string { return "one of " + strings.Join(t.variantNames(), ", ") }

// unknownWordMessage returns the message for a word that the enum or union does not have.
func (t *Type) unknownWordMessage(word []byte) string {
	quoted, known := string(word[:min(len(word), maxQuoted)]), t.knownVariants()
	return text.Quote(quoted) + " is not a known " + t.displayName() + text.Suggestion(quoted, known, len(known))
}

// unrecognizedMessage returns the text of the warning about such a word where it is
// accepted.
func (t *Type) unrecognizedMessage(word []byte) string {
	return text.QuoteBytes(word) + " is not a known " + t.displayName() + `; the Rust crate keeps it only as "unrecognized"`
}

// aloneMessage and dataMessage describe a word that must have no data, or needs some.
func (v *Variant) aloneMessage() string {
	return text.Quote(v.Name) + " has no data; expected the word alone"
}

func (v *Variant) dataMessage(container string) string {
	return text.Quote(v.Name) + " has data; " + text.Expected(text.SuchAs(container, text.ExampleObject(v.Name, v.Type.example(0))), "the word alone")
}

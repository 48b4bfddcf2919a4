package cbor

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// warning is one of the warnings of section 12.
type warning uint8

const (
	warnUnknownField warning = iota
	warnOrder
	warnUnsorted
	warnNonShortest
	warnRounded
	warnBignumForm
	warnExplicitDefault
	warnMissingNullable
	warnMissingDefaulted
	warnUnrecognized
	warnOldShape
)

// warnings are the codes and what a strict reader minds.
var warnings = [...]struct{ code, text string }{
	warnUnknownField:     {"unknown-field", "the peer does not know this key and ignores it"},
	warnOrder:            {"order", "the key stands out of its order; the peer writes the keys as declared"},
	warnUnsorted:         {"order", "the key stands out of its order; the peer writes the keys sorted"},
	warnNonShortest:      {"non-shortest", "a shorter head would do; the peer writes the shortest"},
	warnRounded:          {"non-shortest", "the peer keeps this number in single precision, rounded"},
	warnBignumForm:       {"bignum-form", "not how the peer writes this big number: plain up to 64 bits, else without leading zero bytes"},
	warnExplicitDefault:  {"explicit-default", "the peer leaves the key out in place of writing this value"},
	warnMissingNullable:  {"missing-nullable", "the key is missing; the peer always writes it, with null for none"},
	warnMissingDefaulted: {"missing-defaulted", "the key is missing; the peer always writes it"},
	warnUnrecognized:     {"unrecognized", `the peer does not know this word and keeps it only as "unrecognized"`},
	warnOldShape:         {"old-shape", ""},
}

// maxWarnings is how many warnings of one frame are told one by one: a frame
// made for the purpose has millions.
const maxWarnings = 1000

// warningTotals counts the warnings of a frame.
type warningTotals struct {
	count int
	first warning // of those that are not told one by one
	lossy bool    // of those
}

// warn tells a warning about what is being read. With lose set, writing the
// payload again does not give back the bytes.
func (s *reader) warn(w warning, start, end int, lossy bool) {
	s.warnText(w, start, end, lossy, "")
}

func (s *reader) warnText(w warning, start, end int, lossy bool, text string) {
	if s.bail() || s.dryRun {
		return
	}
	if s.reported.count < maxWarnings {
		s.pointer(len(s.levels))
	}
	s.reportWarning(w, start, end, lossy, text)
}

// reportWarning tells a warning about what s.path leads to.
func (s *reader) reportWarning(w warning, start, end int, lossy bool, text string) {
	if s.bail() || s.dryRun {
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

// reportRest tells how many warnings were not told one by one.
func (s *reader) reportRest() {
	n := s.reported.count - maxWarnings
	if n <= 0 {
		return
	}
	text := "and " + strconv.Itoa(n) + " more warnings of this and other kinds"
	s.sink.Warn(&diag.Diagnostic{Code: warnings[s.reported.first].code, Severity: diag.Warning, Path: payloadPath, Message: text})
	if s.reported.lossy {
		s.sink.Lossy(payloadPath, text)
	}
}

// checkHead warns of a head that is longer than needed, where writing would
// give a shorter one.
func (s *reader) checkHead(h head, at int) {
	if h.info >= infoOneByte && h.nonShortest() {
		s.warn(warnNonShortest, at, h.next, true)
	}
}

// Report is how a declaration judges a map that has been read.
type Report struct {
	Map
	s     *reader
	depth int
}

func (s *reader) newReport(top *level, depth int) *Report {
	s.mapReport = Report{Map{Item{s.frame, top.start, s.at}}, s, depth}
	return &s.mapReport
}

// Warn tells a warning of the given code about a key, there or not.
func (r *Report) Warn(code, name, text string) {
	span := r.span(name)
	r.s.setPath(r.depth, name)
	r.s.sink.Warn(&diag.Diagnostic{
		Code: code, Severity: diag.Warning, Path: payloadPath + string(r.s.path),
		Offset: span.Offset, Length: span.Length, Message: text,
	})
}

// WantsNotes tells whether notes are wanted.
func (r *Report) WantsNotes() bool { return r.s.notes }

// Note tells something about a key; about the whole map when the name is "".
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

// span is the bytes of the value of a key; of the map when it is not there.
func (r *Report) span(name string) frames.Span {
	if v, ok := r.Get(name); ok && name != "" {
		return v.Span()
	}
	return frames.Span{Offset: r.at, Length: r.limit - r.at}
}

// listVariants lists the words of an enum.
func (t *Type) listVariants() string {
	names := make([]string, len(t.Variants))
	for i := range t.Variants {
		names[i] = t.Variants[i].Name
	}
	return "one of " + strings.Join(names, ", ")
}

// quoteShort quotes text from a frame for a message.
func quoteShort(raw []byte) string { return string(text.AppendQuote(nil, raw, maxQuoted)) }

package decode

import (
	"github.com/divtool/divtool/internal/filter"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// collector is a sink of members, not of documents: those that an expression or a field
// names.
type collector interface {
	frames.ResetSink
	Finish(fault bool)
	Wants(name string) bool
	Document(text []byte)
}

// filters are what selects and replaces the documents of a decoder.
type filters struct {
	where    *filter.Matcher // nil for all
	fields   *filter.FieldReader
	member   *filter.Member  // to extract
	document frames.Document // of members that no event is about
	text     []byte          // of the document
	line     []byte          // of the fields of the last frame
	unread   unread          // of the item
}

func newFilters(m *Mode) (f filters) {
	if m.Where != nil {
		f.where = m.Where.NewMatcher()
	}
	if m.Fields != nil {
		f.fields = m.Fields.NewReader()
	}
	if m.Extract != nil {
		f.member = filter.NewMember(m.Extract.Path)
	}
	return f
}

// readFunc reads an item into a sink, and completes its info.
type readFunc func(d *frameDecoder, it *item, sink frames.ResetSink)

// unread is what reading an item changes.
type unread struct {
	info   frames.DocInfo
	family frames.Set
}

// restore makes an item one that has not been read.
func (d *frameDecoder) restore(it *item) {
	it.info, d.frames.Family = d.filters.unread.info, d.filters.unread.family
}

// filtered reads an item for the filters: whether it is shown, and its fields.
// It reports whether it must be read once more, to be shown or checked.
func (d *frameDecoder) filtered(it *item, read readFunc) (again bool) {
	f := &d.filters
	f.unread = unread{it.info, d.frames.Family}
	it.hidden, it.filterFault = false, nil
	if f.where != nil {
		d.collect(it, f.where, f.where.NeedsDocument, read)
		matches, err := f.where.Match()
		it.hidden = !matches
		if err != nil {
			it.filterFault = &diag.Diagnostic{Code: "filter", Offset: -1, Message: "the filter cannot be evaluated: " + err.Error()}
		}
		if it.hidden && !d.mode.checks() {
			return false
		}
		d.restore(it)
	}
	if f.fields != nil && !it.hidden {
		d.collect(it, f.fields, f.fields.NeedsDocument(), read)
		f.line = append(f.fields.Append(f.line[:0]), '\n')
		if !d.mode.checks() {
			return false
		}
		d.restore(it)
	}
	if f.member != nil && !it.hidden {
		d.collect(it, f.member, f.member.NeedsDocument, read)
		if !d.mode.checks() {
			return false
		}
		d.restore(it)
	}
	return true
}

// collect reads an item into a collector, which needs no notes.
func (d *frameDecoder) collect(it *item, c collector, needsDocument bool, read readFunc) {
	options := &d.frames.Options
	notes, spans := options.Notes, options.Spans
	options.Notes, options.Spans = false, false
	read(d, it, c)
	options.Notes, options.Spans = notes, spans
	c.Finish(it.info.Fault != nil)
	sendInfo(c, &it.info)
	if it.rowName != "" && c.Wants("name") {
		sendText(c, "name", it.rowName)
	}
	if !needsDocument {
		return
	}
	d.restore(it)
	read(d, it, &d.filters.document)
	it.placeFault()
	d.filters.text = d.filters.document.Append(d.filters.text[:0], it.frame, &it.info)
	c.Document(d.filters.text)
}

// sendInfo sends the members that a document has in addition to the events of its frame.
func sendInfo(c collector, info *frames.DocInfo) {
	sendText(c, "file", info.File)
	sendText(c, "type", info.Type)
	if info.Index >= 0 {
		sendNumber(c, frames.UintValue, "index", info.Index)
		sendNumber(c, frames.UintValue, "offset", info.Offset)
	}
	if info.Fault != nil {
		sendNumber(c, frames.BoolValue, "partial", 1)
	}
}

func sendText(c collector, name, value string) {
	if value != "" && c.Wants(name) {
		c.Value(&frames.Value{Kind: frames.TextValue, Name: name, Bytes: []byte(value)})
	}
}

func sendNumber(c collector, kind frames.ValueKind, name string, value int) {
	if c.Wants(name) {
		c.Value(&frames.Value{Kind: kind, Name: name, Uint: uint64(value)})
	}
}

// checks reports whether frames that are not shown must be read as those that are.
func (m *Mode) checks() bool { return m.Strict || m.Verify || m.Lint }

// showHidden adds what is wrong with an item that is not shown to a batch.
func (d *frameDecoder) showHidden(b *batch, it *item) {
	if it.filterFault != nil {
		b.fail(it.filterFault, it.At)
	}
	switch fault := it.info.Fault; {
	case fault != nil:
		it.placeFault()
		place := it.Place(fault)
		if it.readSoFar {
			place.ReadSoFar = d.readSoFar(it.frame)
		}
		b.fail(fault, place)
	case d.mode.checks():
		for _, fault := range d.check(it.frame) {
			b.fail(fault, it.Place(fault))
		}
	}
}

// appendBlank appends the answer to a line of Each that has no frame, or none to show.
func (m *Mode) appendBlank(dst []byte) []byte {
	if m.Fields == nil {
		return append(dst, "null\n"...)
	}
	return append(m.Fields.AppendAbsent(dst), '\n')
}

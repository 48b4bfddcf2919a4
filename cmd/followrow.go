package cmd

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// row is what the table shows of a message that has just been read.
func (f *following) row(u *turn, fault *diag.Diagnostic) followRow {
	row := followRow{n: u.N, at: u.Time, who: u.From.String(), bytes: len(u.Frame), fault: fault != nil}
	if row.who == "" {
		row.who = "–"
	}
	row.scope, row.channel = "–", "–"
	r := u.reading
	if r == nil {
		row.name = "no message"
		return row
	}
	if r.HasScope {
		row.scope = strconv.FormatUint(uint64(r.Scope), 10)
	}
	if r.HasChannel {
		row.channel = strconv.FormatUint(uint64(r.Channel), 10)
	}
	if r.Timed {
		row.after = humanTime(r.After)
	}
	d := detailed{}
	if payload := f.decoder.payload(); payload != nil && fault == nil && len(payload) < mostDetailed {
		d.read(payload)
	}
	switch r.Type {
	case diverge.Frame:
		row.bytes = behind(u.Frame, frames.HeaderSize)
		f.divergeRow(&row, u, &d)
	case subc.Frame:
		row.bytes = behind(u.Frame, subc.HeaderSize)
		f.subcRow(&row, u, &d)
	default:
		row.name, row.answer = r.Name, r.Request > 0
		if row.answer {
			row.detail = d.reply()
			row.errors = strings.HasPrefix(row.detail, "Err")
		}
	}
	if row.name == "" && r.Kind == "" {
		row.name = "no message"
	}
	if fault != nil {
		row.detail = "" // what is wrong with it stands below
	}
	return row
}

// behind is how many bytes stand behind the header of a frame: all of one that
// is shorter.
func behind(frame []byte, header int) int {
	if len(frame) < header {
		return len(frame)
	}
	return len(frame) - header
}

// divergeRow says what a message of a Diverge connection is.
func (f *following) divergeRow(row *followRow, u *turn, d *detailed) {
	r := u.reading
	row.name = r.Name
	switch r.Kind {
	case "request":
		row.name, row.detail = r.Kind, strings.ReplaceAll(r.Name, "_", "-")+d.request(r.Name)
	case "response":
		row.answer = true
		row.detail = d.scopeAnswer(r.Name)
		row.errors = r.Name == "error"
	case "response_finish":
		row.answer, row.name = true, "finish"
	case "channel_request":
		row.depth, row.detail = 1, strings.TrimSpace(d.request(r.Name))
	case "channel_response":
		row.depth, row.answer, row.name = 1, true, ""
		row.detail, row.errors = d.answer(row.bytes)
		if r.Request == 0 && r.Inner == nil {
			row.name, row.detail = "answer", ""
		}
	case "channel_response_finish":
		row.depth, row.answer, row.name = 1, true, "finish"
		if len(r.Notes) > 0 {
			row.detail = r.Notes[0].Text // what the finish means without an answer
			if _, short, ok := strings.Cut(row.detail, ": "); ok {
				row.detail = short
			}
		}
	}
}

// subcRow says what a frame of a subc connection is.
func (f *following) subcRow(row *followRow, u *turn, d *detailed) {
	r := u.reading
	if row.name = r.Kind; strings.Contains(r.Name, ".") && r.Kind != "ERROR" {
		row.name = r.Name // an operation
	}
	if r.Channel > 0 {
		row.depth = 1
	}
	if r.Request > 0 {
		row.answer = true
	}
	if row.errors = r.Kind == "ERROR"; row.errors {
		row.detail = d.member("code")
		return
	}
	row.detail = d.control()
}

// mostDetailed is the size of the largest payload that is looked into, in
// bytes of JSON.
const mostDetailed = 1 << 20

// detailed is the payload of a message, for what a line says of it.
type detailed struct {
	doc  jsondoc.Doc
	node int // the data; below 0 for none
	ok   bool
}

// read reads the payload: that of the frame inside, where there is one.
func (d *detailed) read(payload []byte) {
	if d.doc.Read(payload) != nil {
		return
	}
	d.ok = true
	if d.doc.Member(0, "type") >= 0 && d.doc.Member(0, "size") >= 0 {
		d.node = d.doc.Member(0, "payload")
		d.ok = d.node >= 0
	}
}

// at is a member of the data, below 0 for none.
func (d *detailed) at(name string) int {
	if !d.ok {
		return -1
	}
	return d.doc.Member(d.node, name)
}

// member is a member of the data as text; "" for none.
func (d *detailed) member(name string) string { return d.text(d.at(name)) }

func (d *detailed) text(n int) string {
	switch {
	case n < 0:
		return ""
	case d.doc.Kind(n) == jsondoc.String:
		return d.doc.Value(n)
	}
	return string(d.doc.Spelling(n))
}

// count is how many elements or members a member has.
func (d *detailed) count(name string) int {
	n := d.at(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Array && d.doc.Kind(n) != jsondoc.Object {
		return 0
	}
	return d.doc.Count(n)
}

// hexSize is how many bytes a member of hex has.
func (d *detailed) hexSize(name string) int { return len(d.member(name)) / 2 }

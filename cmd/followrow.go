package cmd

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// row is what the table shows of a message that has just been read.
func (f *followRun) row(msg *message, fault *diag.Diagnostic) followRow {
	row := followRow{number: msg.N, at: msg.Time, sender: msg.From.String(), bytes: len(msg.Frame), undecoded: fault != nil}
	if row.sender == "" {
		row.sender = "–"
	}
	row.scope, row.channel = "–", "–"
	r := msg.reading
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
	if r.HasLatency {
		row.after = formatDuration(r.Latency)
	}
	d := payloadDoc{}
	if payload := f.frameDecoder.payload(); payload != nil && fault == nil && len(payload) < maxPayloadSize {
		d.read(payload)
	}
	switch r.Type {
	case diverge.Frame:
		row.bytes = bodySize(msg.Frame, diverge.HeaderSize)
		f.divergeRow(&row, msg, &d)
	case subc.Frame:
		row.bytes = bodySize(msg.Frame, subc.HeaderSize)
		f.subcRow(&row, msg, &d)
	default:
		row.name, row.answer = r.Name, r.Request > 0
		if row.answer {
			row.detail = d.replySummary()
			row.isError = strings.HasPrefix(row.detail, "Err")
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

// bodySize is how many bytes stand behind the header of a frame: all of one that
// is shorter.
func bodySize(frame []byte, header int) int {
	if len(frame) < header {
		return len(frame)
	}
	return len(frame) - header
}

// divergeRow says what a message of a Diverge connection is.
func (f *followRun) divergeRow(row *followRow, msg *message, d *payloadDoc) {
	r := msg.reading
	row.name = r.Name
	switch r.Kind {
	case "request":
		row.name, row.detail = r.Kind, strings.ReplaceAll(r.Name, "_", "-")+d.requestSummary(r.Name)
	case "response":
		row.answer = true
		row.detail = d.scopeAnswerSummary(r.Name)
		row.isError = r.Name == "error"
	case "response_finish":
		row.answer, row.name = true, "finish"
	case "channel_request":
		row.depth, row.detail = 1, strings.TrimSpace(d.requestSummary(r.Name))
	case "channel_response":
		row.depth, row.answer, row.name = 1, true, ""
		row.detail, row.isError = d.answerSummary(row.bytes)
		if r.Request == 0 && r.Embedded == nil {
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
func (f *followRun) subcRow(row *followRow, msg *message, d *payloadDoc) {
	r := msg.reading
	if row.name = r.Kind; strings.Contains(r.Name, ".") && r.Kind != "ERROR" {
		row.name = r.Name // an operation
	}
	if r.Channel > 0 {
		row.depth = 1
	}
	if r.Request > 0 {
		row.answer = true
	}
	if row.isError = r.Kind == "ERROR"; row.isError {
		row.detail = d.memberText("code")
		return
	}
	row.detail = d.controlSummary()
}

// maxPayloadSize is the size of the largest payload that is looked into, in
// bytes of JSON.
const maxPayloadSize = 1 << 20

// payloadDoc is the payload of a message, for what a line says of it.
type payloadDoc struct {
	doc   jsondoc.Doc
	node  int // the data; below 0 for none
	valid bool
}

// read reads the payload: that of the frame inside, where there is one.
func (d *payloadDoc) read(payload []byte) {
	if d.doc.Read(payload) != nil {
		return
	}
	d.valid = true
	if d.doc.Member(0, "type") >= 0 && d.doc.Member(0, "size") >= 0 {
		d.node = d.doc.Member(0, "payload")
		d.valid = d.node >= 0
	}
}

// memberNode is a member of the data, below 0 for none.
func (d *payloadDoc) memberNode(name string) int {
	if !d.valid {
		return -1
	}
	return d.doc.Member(d.node, name)
}

// memberText is a member of the data as text; "" for none.
func (d *payloadDoc) memberText(name string) string { return d.nodeText(d.memberNode(name)) }

func (d *payloadDoc) nodeText(n int) string {
	switch {
	case n < 0:
		return ""
	case d.doc.Kind(n) == jsondoc.String:
		return d.doc.Value(n)
	}
	return string(d.doc.Raw(n))
}

// memberCount is how many elements or members a member has.
func (d *payloadDoc) memberCount(name string) int {
	n := d.memberNode(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Array && d.doc.Kind(n) != jsondoc.Object {
		return 0
	}
	return d.doc.Count(n)
}

// hexSize is how many bytes a member of hex has.
func (d *payloadDoc) hexSize(name string) int { return len(d.memberText(name)) / 2 }

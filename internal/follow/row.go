package follow

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// row is a message as the table shows it.
type row struct {
	number    int // from 1
	at        time.Time
	sender    string
	scope     string
	channel   string
	depth     int // of the indentation
	answer    bool
	name      string
	detail    string
	bytes     int    // of the message without its header
	after     string // the time since the request; "" when it is not known
	undecoded bool
	isError   bool // an answer that is an error in its protocol
}

const noValue = "–"

// newRow returns the row of a message with a payload as JSON, nil for none.
func newRow(msg *decode.Message, payload []byte, fault *diag.Diagnostic) row {
	m := row{
		number: msg.N, at: msg.Time, sender: cmp.Or(msg.From.String(), noValue), scope: noValue, channel: noValue,
		bytes: len(msg.Frame), undecoded: fault != nil,
	}
	r := msg.Info
	if r == nil {
		m.name = "not a message"
		return m
	}
	if r.HasScope {
		m.scope = strconv.FormatUint(uint64(r.Scope), 10)
	}
	if r.HasChannel {
		m.channel = strconv.FormatUint(uint64(r.Channel), 10)
	}
	if r.HasLatency {
		m.after = term.Duration(r.Latency)
	}
	d := payloadDoc{}
	if payload != nil && fault == nil && len(payload) < maxPayloadSize {
		d.read(payload)
	}
	switch r.Type {
	case diverge.Frame:
		m.bytes = bodySize(msg.Frame, diverge.HeaderSize)
		m.describeDiverge(r, &d)
	case subc.Frame:
		m.bytes = bodySize(msg.Frame, subc.HeaderSize)
		m.describeSubc(r, &d)
	default:
		m.name, m.answer = r.Name, r.Request > 0
		if m.answer {
			m.detail = d.replySummary()
			m.isError = strings.HasPrefix(m.detail, "Err")
		}
	}
	if m.name == "" && r.Kind == "" {
		m.name = "not a message"
	}
	if fault != nil {
		m.detail = "" // the fault is printed below
	}
	return m
}

// bodySize returns the size of a frame without its header. One that is shorter
// than the header counts whole.
func bodySize(frame []byte, header int) int {
	if len(frame) < header {
		return len(frame)
	}
	return len(frame) - header
}

// describeDiverge describes a message of a diverge connection.
func (m *row) describeDiverge(r *conversation.MessageInfo, d *payloadDoc) {
	m.name = r.Name
	switch r.Kind {
	case "request":
		m.name, m.detail = r.Kind, strings.ReplaceAll(r.Name, "_", "-")+d.requestSummary(r.Name)
	case "response":
		m.answer = true
		m.detail = d.scopeAnswerSummary(r.Name)
		m.isError = r.Name == "error"
	case "response_finish":
		m.answer, m.name = true, "finish"
	case "channel_request":
		m.depth, m.detail = 1, strings.TrimSpace(d.requestSummary(r.Name))
	case "channel_response":
		m.depth, m.answer, m.name = 1, true, ""
		m.detail, m.isError = d.answerSummary(m.bytes)
		if r.Request == 0 && r.Embedded == nil {
			m.name, m.detail = "answer", ""
		}
	case "channel_response_finish":
		m.depth, m.answer, m.name = 1, true, "finish"
		if len(r.Notes) > 0 {
			m.detail = r.Notes[0].Text // what the finish means without an answer
			if _, short, ok := strings.Cut(m.detail, ": "); ok {
				m.detail = short
			}
		}
	}
}

// describeSubc describes a frame of a subc connection.
func (m *row) describeSubc(r *conversation.MessageInfo, d *payloadDoc) {
	if m.name = r.Kind; strings.Contains(r.Name, ".") && r.Kind != "ERROR" {
		m.name = r.Name // an operation
	}
	if r.Channel > 0 {
		m.depth = 1
	}
	if r.Request > 0 {
		m.answer = true
	}
	if m.isError = r.Kind == "ERROR"; m.isError {
		m.detail = d.memberText("code")
		return
	}
	m.detail = d.controlSummary()
}

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

// newRow returns the row of a message with a summary, "" for none.
func newRow(msg *decode.Message, summary string, fault *diag.Diagnostic) row {
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
	m.detail, m.isError = summary, r.IsError
	switch r.Type {
	case diverge.Frame:
		m.bytes = bodySize(msg.Frame, diverge.HeaderSize)
		m.describeDiverge(r)
	case subc.Frame:
		m.bytes = bodySize(msg.Frame, subc.HeaderSize)
		m.describeSubc(r)
	default:
		m.name, m.answer = r.Name, r.Request > 0
		m.isError = m.isError && fault == nil
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
func (m *row) describeDiverge(r *conversation.MessageInfo) {
	m.name = r.Name
	switch r.Kind {
	case "request":
		if m.name = r.Kind; m.detail != "" {
			m.detail = "  " + m.detail
		}
		m.detail = strings.ReplaceAll(r.Name, "_", "-") + m.detail
	case "response":
		m.answer = true
	case "response_finish":
		m.answer, m.name = true, "finish"
	case "channel_request":
		m.depth = 1
	case "channel_response":
		m.depth, m.answer, m.name = 1, true, ""
		m.isError = m.isError && !m.undecoded
		switch {
		case r.Request == 0 && r.Embedded == nil:
			m.name = "answer"
		case r.Summary == "":
			m.detail = term.Count(m.bytes, "byte")
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
func (m *row) describeSubc(r *conversation.MessageInfo) {
	if m.name = r.Kind; strings.Contains(r.Name, ".") && !r.IsError {
		m.name = r.Name // an operation
	}
	if r.Channel > 0 {
		m.depth = 1
	}
	m.answer = r.Request > 0
}

package follow

import (
	"fmt"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// summary counts the messages of an input, whether they are shown or not.
type summary struct {
	messages     int
	sent         [3]int // messages by sender
	bytes        [3]int // of those messages
	first, last  time.Time
	faults       int // messages that do not decode
	warnings     int
	errorAnswers int // answers that are errors, of the messages that are shown
}

func (s *summary) count(msg *decode.Message, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
	s.messages++
	s.sent[msg.From]++
	s.bytes[msg.From] += len(msg.Frame)
	if fault != nil {
		s.faults++
	}
	for _, w := range warnings {
		if !isProvisional(w) {
			s.warnings++
		}
	}
	if !msg.Time.IsZero() {
		if s.first.IsZero() {
			s.first = msg.Time
		}
		s.last = msg.Time
	}
}

// printSummary prints what was read, and what has not ended.
func (t *table) printSummary(session *decode.Session, s *summary) {
	if session.Shown > 0 {
		t.printLine("")
	}
	line := term.Count(s.messages, "message")
	if session.Shown != s.messages {
		line += fmt.Sprintf(" (%d shown)", session.Shown)
	}
	if session.Connections > 1 {
		line += " in " + term.Count(session.Connections, "connection")
	}
	if span := s.last.Sub(s.first); span > 0 {
		line += " in " + term.Duration(span)
	}
	for _, from := range []frames.Sender{frames.Client, frames.Server, frames.UnknownSender} {
		if n := s.sent[from]; n > 0 && from != frames.UnknownSender {
			line += fmt.Sprintf("; %s sent %d, %s", from, n, term.Count(s.bytes[from], "byte"))
		} else if n > 0 && s.bytes[from] > 0 {
			line += "; " + term.Count(s.bytes[from], "byte")
		}
	}
	t.printWrapped(line, t.theme.Strong)
	t.printOpen(session.OpenItems())
	var problems []string
	if s.faults > 0 {
		problems = append(problems, term.Count(s.faults, "message")+" not decoded")
	}
	if s.warnings > 0 {
		problems = append(problems, term.Count(s.warnings, "warning"))
	}
	if s.errorAnswers > 0 {
		problems = append(problems, term.Count(s.errorAnswers, "error answer"))
	}
	if len(problems) == 0 {
		t.printLine("no errors")
		return
	}
	style := t.theme.Warning
	if s.faults > 0 {
		style = t.theme.Fault
	}
	t.printWrapped(strings.Join(problems, ", "), style)
}

func (t *table) printWrapped(text string, style func(string) string) {
	for _, line := range term.Wrap(text, t.maxLine()) {
		t.printLine(style(line))
	}
}

// maxUnanswered is how many requests without an answer are listed.
const maxUnanswered = 8

func (t *table) printOpen(open conversation.OpenItems) {
	if open.Scopes == 0 && open.Channels == 0 && len(open.Unanswered) == 0 {
		t.printLine("nothing open")
		return
	}
	t.printLine("open: " + term.Count(open.Scopes, "scope") + ", " + term.Count(open.Channels, "channel"))
	if len(open.Unanswered) == 0 {
		return
	}
	var list []string
	for i, p := range open.Unanswered {
		if i == maxUnanswered {
			break
		}
		list = append(list, fmt.Sprintf("%d %s%s", p.N, nameOrDefault(p.Name), pendingLocation(&p)))
	}
	line := "unanswered: " + strings.Join(list, "; ")
	if more := open.Omitted + len(open.Unanswered) - len(list); more > 0 {
		line += fmt.Sprintf("; and %d more", more)
	}
	t.printWrapped(line, func(s string) string { return s })
}

func nameOrDefault(name string) string {
	if name == "" {
		return "a request"
	}
	return name
}

// pendingLocation returns where in its connection a request is.
func pendingLocation(p *conversation.Pending) string {
	switch {
	case p.HasScope && p.HasChannel:
		return fmt.Sprintf(" (scope %d, channel %d)", p.Scope, p.Channel)
	case p.HasScope:
		return fmt.Sprintf(" (scope %d)", p.Scope)
	case p.HasChannel && p.Channel > 0:
		return fmt.Sprintf(" (channel %d)", p.Channel)
	}
	return ""
}

package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// summary counts what went by.
type summary struct {
	messages     int
	sent         [3]int // messages by sender
	bytes        [3]int // of those
	first, last  time.Time
	faults       int // messages that do not decode
	warnings     int
	errorAnswers int // answers that are errors, among those that are shown
}

// count counts a message.
func (s *summary) count(msg *message, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
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

// printSummary draws what went by, and what is open.
func (t *followTable) printSummary(conv *session, s *summary) {
	if conv.shown > 0 {
		t.printLine("")
	}
	line := groupedCount(s.messages, "message")
	if conv.shown != s.messages {
		line += fmt.Sprintf(" (%d shown)", conv.shown)
	}
	if conv.connectionCount > 1 {
		line += " in " + groupedCount(conv.connectionCount, "connection")
	}
	if span := s.last.Sub(s.first); span > 0 {
		line += " in " + formatDuration(span)
	}
	for _, from := range []frames.Sender{frames.Client, frames.Server, frames.UnknownSender} {
		if n := s.sent[from]; n > 0 && from != frames.UnknownSender {
			line += fmt.Sprintf("; %s sent %d, %s", from, n, groupedCount(s.bytes[from], "byte"))
		} else if n > 0 && s.bytes[from] > 0 {
			line += "; " + groupedCount(s.bytes[from], "byte")
		}
	}
	t.printWrapped(line, t.theme.Strong)
	t.printOpen(conv)
	var problems []string
	if s.faults > 0 {
		problems = append(problems, groupedCount(s.faults, "message")+" not decoded")
	}
	if s.warnings > 0 {
		problems = append(problems, groupedCount(s.warnings, "warning"))
	}
	if s.errorAnswers > 0 {
		problems = append(problems, groupedCount(s.errorAnswers, "error answer"))
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

func (t *followTable) printWrapped(text string, style func(string) string) {
	for _, line := range wrapText(text, t.width()) {
		t.printLine(style(line))
	}
}

// printOpen draws what has not ended.
func (t *followTable) printOpen(conv *session) {
	var all conversation.OpenItems
	connections := make([]*connection, 0, len(conv.connections))
	for _, c := range conv.connections {
		if c.tracker != nil {
			connections = append(connections, c)
		}
	}
	slices.SortFunc(connections, func(a, b *connection) int { return a.number - b.number })
	for _, c := range connections {
		o := c.tracker.OpenItems()
		all.Scopes += o.Scopes
		all.Channels += o.Channels
		all.Omitted += o.Omitted
		all.Unanswered = append(all.Unanswered, o.Unanswered...)
	}
	if all.Scopes == 0 && all.Channels == 0 && len(all.Unanswered) == 0 {
		t.printLine("nothing is open")
		return
	}
	t.printLine("open: " + groupedCount(all.Scopes, "scope") + ", " + groupedCount(all.Channels, "channel"))
	if len(all.Unanswered) == 0 {
		return
	}
	var list []string
	for i, p := range all.Unanswered {
		if i == 8 {
			break
		}
		list = append(list, fmt.Sprintf("%d %s%s", p.N, nameOrDefault(p.Name), pendingLocation(&p)))
	}
	line := "unanswered: " + strings.Join(list, "; ")
	if more := all.Omitted + len(all.Unanswered) - len(list); more > 0 {
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

// pendingLocation is the place of a request in its connection.
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

// groupedCount counts things, of which there may be very many.
func groupedCount(n int, thing string) string {
	return groupDigits(n) + " " + text.Plural(n, thing)
}

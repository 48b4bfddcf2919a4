package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// summary counts what went by.
type summary struct {
	messages    int
	sent        [3]int // messages by sender
	bytes       [3]int // of those
	first, last time.Time
	faults      int // messages that do not decode
	warnings    int
	refusals    int // answers that are errors, among those that are shown
}

// count counts a message.
func (s *summary) count(u *turn, fault *diag.Diagnostic, warnings []*diag.Diagnostic) {
	s.messages++
	s.sent[u.From]++
	s.bytes[u.From] += len(u.Frame)
	if fault != nil {
		s.faults++
	}
	for _, w := range warnings {
		if !isProvisional(w) {
			s.warnings++
		}
	}
	if !u.Time.IsZero() {
		if s.first.IsZero() {
			s.first = u.Time
		}
		s.last = u.Time
	}
}

// summary draws what went by, and what is open.
func (t *followTable) summary(k *talk, s *summary) {
	if k.shown > 0 {
		t.print("")
	}
	line := many(s.messages, "message")
	if k.shown != s.messages {
		line += fmt.Sprintf(" (%d shown)", k.shown)
	}
	if k.count > 1 {
		line += " in " + many(k.count, "connection")
	}
	if span := s.last.Sub(s.first); span > 0 {
		line += " in " + humanTime(span)
	}
	for _, from := range []frames.Sender{frames.Client, frames.Server, frames.Unknown} {
		if n := s.sent[from]; n > 0 && from != frames.Unknown {
			line += fmt.Sprintf("; %s sent %d, %s", from, n, many(s.bytes[from], "byte"))
		} else if n > 0 && s.bytes[from] > 0 {
			line += "; " + many(s.bytes[from], "byte")
		}
	}
	t.wrap(line, t.theme.Strong)
	t.open(k)
	var wrong []string
	if s.faults > 0 {
		wrong = append(wrong, many(s.faults, "message")+" not decoded")
	}
	if s.warnings > 0 {
		wrong = append(wrong, many(s.warnings, "warning"))
	}
	if s.refusals > 0 {
		wrong = append(wrong, many(s.refusals, "error answer"))
	}
	if len(wrong) == 0 {
		t.print("no errors")
		return
	}
	style := t.theme.Warning
	if s.faults > 0 {
		style = t.theme.Fault
	}
	t.wrap(strings.Join(wrong, ", "), style)
}

func (t *followTable) wrap(text string, style func(string) string) {
	for _, line := range wrap(text, t.width()) {
		t.print(style(line))
	}
}

// open draws what has not ended.
func (t *followTable) open(k *talk) {
	var all conversation.Open
	connections := make([]*connection, 0, len(k.connections))
	for _, c := range k.connections {
		if c.tracker != nil {
			connections = append(connections, c)
		}
	}
	slices.SortFunc(connections, func(a, b *connection) int { return a.number - b.number })
	for _, c := range connections {
		o := c.tracker.Open()
		all.Scopes += o.Scopes
		all.Channels += o.Channels
		all.More += o.More
		all.Unanswered = append(all.Unanswered, o.Unanswered...)
	}
	if all.Scopes == 0 && all.Channels == 0 && len(all.Unanswered) == 0 {
		t.print("nothing is open")
		return
	}
	t.print("open: " + many(all.Scopes, "scope") + ", " + many(all.Channels, "channel"))
	if len(all.Unanswered) == 0 {
		return
	}
	var list []string
	for i, p := range all.Unanswered {
		if i == 8 {
			break
		}
		list = append(list, fmt.Sprintf("%d %s%s", p.N, orUnknown(p.Name), where(&p)))
	}
	line := "unanswered: " + strings.Join(list, "; ")
	if more := all.More + len(all.Unanswered) - len(list); more > 0 {
		line += fmt.Sprintf("; and %d more", more)
	}
	t.wrap(line, func(s string) string { return s })
}

func orUnknown(name string) string {
	if name == "" {
		return "a request"
	}
	return name
}

// where is the place of a request in its connection.
func where(p *conversation.Pending) string {
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

// many counts things, of which there may be very many.
func many(n int, thing string) string {
	return grouped(n) + " " + diag.Plural(n, thing)
}

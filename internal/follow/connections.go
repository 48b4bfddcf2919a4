package follow

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// connectionList counts the messages of each connection, as --connections prints
// them.
type connectionList struct {
	rows  []*connectionStats // by number, from 1
	other int                // messages of no known connection, or of one beyond maxListed
}

// maxListed is how many connections are listed.
const maxListed = 10_000

// connectionStats counts the messages of a connection.
type connectionStats struct {
	capture         *capture.Connection // nil for nothing known
	family          string              // of its messages; "" if unknown
	messages, bytes int
	first, last     time.Time
}

func (l *connectionList) count(msg *decode.Message) {
	number, known := msg.Connection()
	if number == 0 || number > maxListed {
		l.other++
		return
	}
	for len(l.rows) < number {
		l.rows = append(l.rows, &connectionStats{})
	}
	c := l.rows[number-1]
	c.capture = known
	c.messages++
	c.bytes += len(msg.Frame)
	if c.family == "" && msg.Info != nil && msg.Info.Type != nil {
		c.family = msg.Info.Type.Family()
	}
	if !msg.Time.IsZero() {
		if c.first.IsZero() {
			c.first = msg.Time
		}
		c.last = msg.Time
	}
}

func (l *connectionList) print(t *table) {
	right := term.Column{Right: true}
	out := term.Table{Columns: []term.Column{right, {}, {}, {}, right, right, right}}
	var head []term.Cell
	for _, name := range []string{"n", "client", "server", "protocol", "messages", "bytes", "duration", ""} {
		head = append(head, term.Cell{Text: name, Style: t.theme.Dim})
	}
	out.Row(head...)
	for i, c := range l.rows {
		if c.messages > 0 {
			out.Row(c.cells(i + 1)...)
		}
	}
	t.keepError(out.Print(t.out))
	if l.other > 0 {
		t.printLine(term.Count(l.other, "message") + " of other connections")
	}
}

func (c *connectionStats) cells(n int) []term.Cell {
	client, server, protocol := "", "", c.family
	if k := c.capture; k != nil {
		client, server = k.Client, k.Server
		protocol = strings.Join(strings.Fields(c.family+" "+k.Protocol), ", ")
	}
	duration := noValue
	if d := c.last.Sub(c.first); d > 0 {
		duration = term.Duration(d)
	}
	return []term.Cell{
		{Text: strconv.Itoa(n)},
		{Text: text.Escape(cmp.Or(client, noValue))}, {Text: text.Escape(cmp.Or(server, noValue))}, {Text: text.Escape(cmp.Or(protocol, noValue))},
		{Text: term.GroupDigits(c.messages)}, {Text: term.Bytes(c.bytes)}, {Text: duration}, {},
	}
}

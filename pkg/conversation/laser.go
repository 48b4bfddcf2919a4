package conversation

import (
	"fmt"
	"time"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// Laser follows the records between a streaming server and its backend
// (spec/laser-forward.md): requests with a command code, and replies of the
// type that the code asks for. Nothing in a reply says which request it
// answers: replies are taken to come in the order of the requests.
type Laser struct {
	open    [3]table[int, laserRequest] // by the side that asks
	full    bool
	reading Reading
}

type laserRequest struct {
	n       int
	at      time.Time
	command laser.Command
}

// NewLaser makes a tracker that keeps at most so many requests: [DefaultMost]
// for 0.
func NewLaser(most int) *Laser {
	if most <= 0 {
		most = DefaultMost
	}
	t := new(Laser)
	for side := range t.open {
		t.open[side] = newTable[int, laserRequest](most)
	}
	return t
}

// Follow says what the next record is.
func (t *Laser) Follow(m *Message) *Reading {
	r := &t.reading
	r.reset()
	r.From = m.From
	kind, command := laser.CommandOf(m.Frame)
	if kind != nil {
		t.ask(m, kind, command)
		return r
	}
	t.reply(m)
	return r
}

// ask follows a request.
func (t *Laser) ask(m *Message, kind *frames.Type, command laser.Command) {
	r := &t.reading
	r.Type, r.Kind, r.Name = kind, "request", command.Name
	open := &t.open[m.From]
	if _, out := open.put(m.N, laserRequest{m.N, m.Time, command}); out != nil && !t.full {
		t.full = true
		r.warn(&tooManyOpen, "", frames.Span{}, fmt.Sprintf("the limit of %d open requests is reached: from here on the oldest is forgotten for each that is sent; --max-open raises it", open.most))
	}
}

// reply follows what is no request.
func (t *Laser) reply(m *Message) {
	r := &t.reading
	r.Kind, r.Name = "reply", "reply"
	open := &t.open[other(m.From)]
	if open.oldest == nil {
		if laser.IsReply(m.Frame) {
			r.warn(&unaskedReply, "", frames.Span{}, "there is no request that this could answer")
		}
		return
	}
	q := open.oldest.value
	if q.command.ReplyType == nil && !laser.IsReply(m.Frame) {
		return // a message of its own
	}
	open.remove(q.n)
	r.Name = q.command.Name
	r.answer(m, q.n, q.at)
	if q.command.ReplyType == nil {
		return
	}
	if !laser.MayBe(q.command.ReplyType, m.Frame) {
		r.warn(&replyMismatch, "", frames.Span{}, fmt.Sprintf("%s (message %d) is answered with %s, which this is not", q.command.Name, q.n, q.command.ReplyType.Name))
		return
	}
	r.Type = q.command.ReplyType
}

// Read is told nothing that matters.
func (t *Laser) Read(*diag.Diagnostic) {}

// OneSide tells that the capture is of one side.
func (t *Laser) OneSide() { t.reading.half = true }

// Open is what has not been answered.
func (t *Laser) Open() Open {
	var o Open
	if t.reading.half {
		return o
	}
	for side := range t.open {
		t.open[side].all(func(n int, q *laserRequest) { o.pending(Pending{N: n, Name: q.command.Name}) })
	}
	return o
}

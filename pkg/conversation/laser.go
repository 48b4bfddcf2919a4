package conversation

import (
	"fmt"
	"time"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// Laser follows the records between a streaming server and its backend
// (spec/laser-forward.md): requests with a command code, and replies whose type
// depends on that code. A reply does not identify its request, so replies are
// matched to requests in order.
type Laser struct {
	open             [3]table[int, laserRequest] // indexed by the sender of the requests
	overflowReported bool
	info             MessageInfo
}

type laserRequest struct {
	n       int
	sentAt  time.Time
	command laser.Command
}

// NewLaser returns a tracker that keeps at most maxOpen open requests of each
// side, or [DefaultMaxOpen] if maxOpen is not positive.
func NewLaser(maxOpen int) *Laser {
	if maxOpen <= 0 {
		maxOpen = DefaultMaxOpen
	}
	t := new(Laser)
	for side := range t.open {
		t.open[side] = newTable[int, laserRequest](maxOpen)
	}
	return t
}

// Follow implements [Tracker].
func (t *Laser) Follow(m *Message) *MessageInfo {
	r := &t.info
	r.begin(m)
	r.From = m.From
	kind, command := laser.CommandOf(m.Frame)
	if kind != nil {
		t.openRequest(m, kind, command)
		return r
	}
	t.onReply(m)
	return r
}

func (t *Laser) openRequest(m *Message, kind *frames.Type, command laser.Command) {
	r := &t.info
	r.Type, r.Kind, r.Name = kind, "request", command.Name
	open := &t.open[m.From]
	if _, evicted := open.put(m.N, laserRequest{m.N, m.Time, command}); evicted != nil && !t.overflowReported {
		t.overflowReported = true
		r.warn(&tooManyOpen, "", frames.Span{}, overflowText(open.maxEntries, "request"))
	}
}

// onReply follows a record that is not a request.
func (t *Laser) onReply(m *Message) {
	r := &t.info
	r.Kind, r.Name = "reply", "reply"
	open := &t.open[opposite(m.From)]
	if open.oldest == nil {
		if laser.IsReply(m.Frame) {
			r.warn(&replyWithoutRequest, "", frames.Span{}, "reply without an open request")
		}
		return
	}
	q := open.oldest.value
	managed := q.command.Positioned && laser.IsMap(m.Frame) && !laser.IsReply(m.Frame)
	if q.command.ReplyType == nil && !laser.IsReply(m.Frame) && !managed {
		return // not a reply: the request stays open
	}
	if later := laterRequest(open, m); later != nil {
		r.warn(&replyMismatch, "", frames.Span{}, fmt.Sprintf("expected %s as the reply to %s (message %d), got %s, the reply to message %d; the replies between are missing",
			q.command.ReplyType.Name, q.command.Name, q.n, later.command.ReplyType.Name, later.n))
		q = *later
		for open.oldest != nil && open.oldest.key < q.n { // their replies were lost
			open.remove(open.oldest.key)
		}
	}
	open.remove(q.n)
	r.Name = q.command.Name
	r.answerTo(m, q.n, q.sentAt)
	r.Summary, r.IsError = laser.ReplySummary, laser.IsErrorReply(m.Frame)
	if managed {
		r.warn(&replyMismatch, "", frames.Span{}, fmt.Sprintf("probably a ManagedReplyEnvelope (laser-wire 0.8 or later), as the reply to %s (message %d); its keys are not known", q.command.Name, q.n))
	}
	if q.command.ReplyType == nil {
		return
	}
	if !laser.MayMatch(q.command.ReplyType, m.Frame) {
		r.warn(&replyMismatch, "", frames.Span{}, fmt.Sprintf("expected %s as the reply to %s (message %d), got another type", q.command.ReplyType.Name, q.command.Name, q.n))
		return
	}
	r.Type = q.command.ReplyType
}

// maxLater is how many requests are tried when a reply is not of the oldest one.
const maxLater = 16

// laterRequest returns the request that a reply belongs to if that is not the oldest:
// the reply is malformed as one to the oldest, and valid as one to another. It returns
// nil if the reply belongs to the oldest.
func laterRequest(open *table[int, laserRequest], m *Message) *laserRequest {
	oldest := open.oldest.value.command.ReplyType
	if m.Missing > 0 || oldest == nil || open.oldest.next == nil || isValidAs(oldest, m.Frame) {
		return nil
	}
	tried := oldest
	e := open.oldest.next
	for n := 0; e != nil && n < maxLater; e, n = e.next, n+1 {
		if t := e.value.command.ReplyType; t != nil && t != tried && t != oldest {
			if isValidAs(t, m.Frame) {
				return &e.value
			}
			tried = t
		}
	}
	return nil
}

func isValidAs(t *frames.Type, frame []byte) bool {
	var r frames.Reader
	r.Options.MaxFrame, r.Options.MaxDepth = frames.DefaultMaxFrame, frames.DefaultMaxDepth
	return frames.Set{t}.Guess(&r, frame).Type != nil
}

// Decoded implements [Tracker]. The result has no effect.
func (t *Laser) Decoded(error) {}

// SetOneSided implements [Tracker].
func (t *Laser) SetOneSided() { t.info.oneSided = true }

// OpenItems implements [Tracker].
func (t *Laser) OpenItems() OpenItems {
	var o OpenItems
	if t.info.oneSided {
		return o
	}
	for side := range t.open {
		t.open[side].all(func(n int, q *laserRequest) {
			if t.info.mayBeAnswered(n) {
				return
			}
			o.addPending(Pending{N: n, Name: q.command.Name})
		})
	}
	return o
}

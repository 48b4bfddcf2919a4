package conversation

import (
	"fmt"

	"github.com/divtool/divtool/pkg/frames"
)

// bindOf is the route that the body in t.doc names, for operations that have
// one; nil for others.
func (t *Subc) bindOf(op string) *bind {
	if op != "route.bind" && op != "route.open" && op != "route.closed" {
		return nil
	}
	channel, epoch := t.doc.Member(0, "route_channel"), t.doc.Member(0, "epoch")
	if channel < 0 {
		return nil
	}
	c, ok := t.doc.Uint(channel)
	if !ok || c == 0 || c > 1<<16-1 {
		return nil
	}
	b := bind{channel: uint16(c)}
	if epoch >= 0 {
		e, ok := t.doc.Uint(epoch)
		if !ok || e > 1<<32-1 {
			return nil
		}
		b.epoch = uint32(e)
	} else if op != "route.closed" {
		return nil
	}
	return &b
}

// bindRoute opens a route.
func (t *Subc) bindRoute(b *bind, n int) {
	if was := t.routes.get(b.channel); was != nil && (*was).bound && (*was).epoch == b.epoch {
		t.reading.warn(&routeInUse, "/body/route_channel", frames.Span{Offset: 21, Length: len(t.doc.Text())},
			fmt.Sprintf("channel %d is bound at epoch %d already, by message %d", b.channel, b.epoch, (*was).n))
	}
	t.routes.put(b.channel, &route{epoch: b.epoch, n: n, bound: true})
}

// onRoute checks that the route of a frame is bound at its epoch.
func (t *Subc) onRoute(f *subcMessage) {
	r := &t.reading
	at := t.routes.get(f.Channel)
	if at == nil {
		t.routes.put(f.Channel, &route{epoch: f.Epoch, n: f.N, told: true})
		if t.hello > 0 && !t.unsure {
			r.warn(&unboundRoute, "/channel", atSubcChannel, fmt.Sprintf("channel %d is used before a route is bound to it", f.Channel))
		}
		return
	}
	slot := *at
	if slot.epoch == f.Epoch {
		return
	}
	if !slot.told && slot.bound {
		slot.told = true
		r.warn(&staleEpoch, "/epoch", atSubcEpoch,
			fmt.Sprintf("channel %d is bound at epoch %d (message %d), not %d", f.Channel, slot.epoch, slot.n, f.Epoch))
	}
}

// push follows what is told unasked.
func (t *Subc) push(f *subcMessage) {
	if f.Channel != 0 || !t.parse(f) {
		return
	}
	op := t.text(0, "op")
	t.reading.Name = orKind(op, f.name)
	if b := t.bindOf(op); op == "route.closed" && b != nil {
		t.routes.remove(b.channel)
	}
}

// bye follows a GOODBYE: of the session on channel 0, else of a route.
func (t *Subc) bye(f *subcMessage) {
	if f.Channel != 0 {
		if at := t.routes.get(f.Channel); at != nil && (*at).epoch == f.Epoch {
			t.routes.remove(f.Channel)
		}
		return
	}
	if t.goodbye == 0 {
		t.goodbye = f.N
	}
	t.routes = newTable[uint16, *route](t.routes.most)
}

// responded follows the answer to a control request.
func (t *Subc) responded(f *subcMessage, a *ask) {
	if f.Channel != 0 || !t.parse(f) {
		return
	}
	if a.name == "route.open" {
		// The answer's members are not in the specification: what has a channel
		// and an epoch is taken, the rest makes all routes unsure.
		if b := t.bindOf(a.name); b != nil {
			t.bindRoute(b, f.N)
		} else {
			t.unsure = true
		}
	}
	if a.call != nil {
		t.settleCall(f, a)
	}
}

// refused follows an ERROR: what was asked for has not happened.
func (t *Subc) refused(a *ask) {
	if a.route == nil || a.name != "route.bind" {
		return
	}
	if at := t.routes.get(a.route.channel); at != nil && (*at).n == a.n {
		t.routes.remove(a.route.channel)
	}
}

package conversation

import (
	"fmt"

	"github.com/divtool/divtool/pkg/frames"
)

// readBinding is the route that the body in t.doc names, for operations that have
// one; nil for others.
func (t *Subc) readBinding(op string) *routeBinding {
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
	b := routeBinding{channel: uint16(c)}
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
func (t *Subc) bindRoute(b *routeBinding, n int) {
	if previous := t.routes.get(b.channel); previous != nil && (*previous).bound && (*previous).epoch == b.epoch {
		t.info.warn(&routeInUse, "/body/route_channel", frames.Span{Offset: 21, Length: len(t.doc.Text())},
			fmt.Sprintf("channel %d is bound at epoch %d already, by message %d", b.channel, b.epoch, (*previous).n))
	}
	t.routes.put(b.channel, &route{epoch: b.epoch, n: n, bound: true})
}

// checkRoute checks that the route of a frame is bound at its epoch.
func (t *Subc) checkRoute(f *subcMessage) {
	r := &t.info
	at := t.routes.get(f.Channel)
	if at == nil {
		t.routes.put(f.Channel, &route{epoch: f.Epoch, n: f.N, reported: true})
		if t.helloNumber > 0 && !t.unknownRoutes {
			r.warn(&unboundRoute, "/channel", subcChannelSpan, fmt.Sprintf("channel %d is used before a route is bound to it", f.Channel))
		}
		return
	}
	slot := *at
	if slot.epoch == f.Epoch {
		return
	}
	if !slot.reported && slot.bound {
		slot.reported = true
		r.warn(&staleEpoch, "/epoch", subcEpochSpan,
			fmt.Sprintf("channel %d is bound at epoch %d (message %d), not %d", f.Channel, slot.epoch, slot.n, f.Epoch))
	}
}

// onPush follows what is told unasked.
func (t *Subc) onPush(f *subcMessage) {
	if f.Channel != 0 || !t.parseBody(f) {
		return
	}
	op := t.stringMember(0, "op")
	t.info.Name = nameOrKind(op, f.name)
	if b := t.readBinding(op); op == "route.closed" && b != nil {
		t.routes.remove(b.channel)
	}
}

// endRoutes follows a GOODBYE: of the session on channel 0, else of a route.
func (t *Subc) endRoutes(f *subcMessage) {
	if f.Channel != 0 {
		if at := t.routes.get(f.Channel); at != nil && (*at).epoch == f.Epoch {
			t.routes.remove(f.Channel)
		}
		return
	}
	if t.goodbyeNumber == 0 {
		t.goodbyeNumber = f.N
	}
	t.routes = newTable[uint16, *route](t.routes.maxEntries)
}

// onResponse follows the answer to a control request.
func (t *Subc) onResponse(f *subcMessage, a *openRequest) {
	if f.Channel != 0 || !t.parseBody(f) {
		return
	}
	if a.name == "route.open" {
		// The answer's members are not in the specification: what has a channel
		// and an epoch is taken, the rest makes all routes unsure.
		if b := t.readBinding(a.name); b != nil {
			t.bindRoute(b, f.N)
		} else {
			t.unknownRoutes = true
		}
	}
	if a.call != nil {
		t.applyScopeAnswer(f, a)
	}
}

// onError follows an ERROR: what was asked for has not happened.
func (t *Subc) onError(a *openRequest) {
	if a.binding == nil || a.name != "route.bind" {
		return
	}
	if at := t.routes.get(a.binding.channel); at != nil && (*at).n == a.n {
		t.routes.remove(a.binding.channel)
	}
}

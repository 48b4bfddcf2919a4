package conversation

import (
	"encoding/binary"
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// subcFrame is a line of a frame.
func subcFrame(from byte, kind, flags byte, channel uint16, epoch uint32, corr uint64, body string) string {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	b = append(b, 2, kind, flags)
	b = binary.LittleEndian.AppendUint16(b, channel)
	b = binary.LittleEndian.AppendUint32(b, epoch)
	b = binary.LittleEndian.AppendUint64(b, corr)
	return string(from) + hex.EncodeToString(append(b, body...)) + "\n"
}

func hexOf(text string) string { return hex.EncodeToString([]byte(text)) }

func control(from, kind byte, corr uint64, body string) string {
	return subcFrame(from, kind, 0, 0, 0, corr, body)
}

var (
	hello    = control('>', subc.Hello, 1, `{"manifest":{"module_id":"planner"},"protocol_ver":2,"control_ops":null}`)
	helloAck = control('<', subc.HelloAck, 1, `{"negotiated_ver":2}`)
	record   = `{"ref":"head-1","scope_epoch":3,"kind":"head"}`
	syncOne  = control('>', subc.Request, 2, `{"op":"scope.sync","generation":1,"scopes":[`+record+`]}`)

	syncedOne = control('<', subc.Response, 2, `{"op":"scope.sync","generation":1,"results":[{"ref":"head-1","scope_epoch":3,"outcome":"created","version":1}]}`)
	bound     = control('<', subc.Request, 1, `{"op":"route.bind","route_channel":42,"epoch":7}`)
	boundAck  = control('>', subc.Response, 1, `{"op":"route.bind"}`)
	routed    = subcFrame('<', subc.Request, 2, 42, 7, 9, `{}`)
	routedOK  = subcFrame('>', subc.Response, 0, 42, 7, 9, `{}`)
)

func TestSubcViolations(t *testing.T) {
	begun := hello + helloAck
	for _, c := range []struct{ name, text, want string }{
		{"all is well", begun + syncOne + syncedOne + bound + boundAck + routed + routedOK + subcFrame('<', subc.Goodbye, 0, 42, 7, 0, ""), ""},
		{"one direction alone", hello + syncOne + boundAck, "3 unknown-corr"},
		{"a ping", control('>', subc.Ping, 5, "") + control('<', subc.Pong, 5, ""), ""},
		{"a pong alone", control('<', subc.Pong, 5, ""), "1 unknown-corr"},
		{"a second hello", begun + hello, "3 second-hello"},
		{"hello from the daemon", "<" + hello[1:] + helloAck, "1 wrong-direction"},
		{"twice the same corr", begun + syncOne + syncOne, "4 corr-in-use"},
		{"a stream", begun + bound + boundAck + routed + subcFrame('>', subc.StreamData, 1, 42, 7, 9, "a") + subcFrame('>', subc.StreamEnd, 8, 42, 7, 9, ""), ""},
		{"behind the end of a stream", begun + bound + boundAck + routed + subcFrame('>', subc.StreamEnd, 8, 42, 7, 9, "") + subcFrame('>', subc.StreamData, 1, 42, 7, 9, "a"), "7 unknown-corr"},
		{"a cancelled request", begun + bound + boundAck + routed + subcFrame('<', subc.Cancel, 0, 42, 7, 9, "") + routedOK, ""},
		{"the cancelling of nothing", begun + bound + boundAck + subcFrame('<', subc.Cancel, 0, 42, 7, 9, ""), "5 unknown-corr"},
		{"a subscription", begun + control('>', subc.Request, 8, `{"op":"x"}`) + control('<', subc.Response, 8, `{}`), ""},
		{"no route", begun + routed + routedOK, "3 unbound-route"},
		{"a route that was opened", begun + control('>', subc.Request, 4, `{"op":"route.open"}`) + control('<', subc.Response, 4, `{"channel":42}`) + subcFrame('>', subc.Request, 2, 42, 7, 9, `{}`), ""},
		{"a ping with the corr of a request", begun + control('>', subc.Request, 4, `{"op":"x"}`) + control('>', subc.Ping, 4, "") + control('<', subc.Pong, 4, "") + control('<', subc.Response, 4, `{}`), ""},
		{"another epoch", begun + bound + boundAck + subcFrame('<', subc.Request, 2, 42, 6, 9, `{}`) + subcFrame('<', subc.Request, 2, 42, 6, 10, `{}`), "5 stale-epoch"},
		{"bound again", begun + bound + boundAck + bound, "5 route-in-use"},
		{"a bind that is refused", begun + bound + control('>', subc.Error, 1, `{"code":"x","message":""}`) + routed, "5 unbound-route"},
		{"behind the goodbye", begun + control('>', subc.Goodbye, 0, "") + syncOne, "4 after-goodbye"},
		{"no hello", syncOne + syncedOne, "1 no-hello"},
		{"apply before sync", begun + control('>', subc.Request, 3, `{"op":"scope.apply","generation":1,"upsert":[],"end":[]}`), "3 scope/sync-required"},
		{"a lower epoch", begun + syncOne + syncedOne + control('>', subc.Request, 3, `{"op":"scope.apply","generation":2,"upsert":[{"ref":"head-1","scope_epoch":2,"kind":"head"}],"end":[]}`), "5 scope/epoch-regressed"},
		{"an old generation", begun + syncOne + syncedOne + control('>', subc.Request, 3, `{"op":"scope.apply","generation":1,"upsert":[],"end":[]}`), "5 scope/generation-stale"},
		{"an answer to another call", begun + syncOne + control('<', subc.Response, 2, `{"op":"scope.sync","generation":1,"results":[]}`), "4 scope-answer"},
		{"an answer of another op", begun + syncOne + strings.Replace(syncedOne, hexOf("scope.sync"), hexOf("scope.snyc"), 1), "4 scope-answer"},
		{"an answer of another generation", begun + syncOne + strings.Replace(syncedOne, hexOf(`"generation":1`), hexOf(`"generation":2`), 1), "4 scope-answer"},
		{"an answer about another ref", begun + syncOne + strings.Replace(syncedOne, hexOf("head-1"), hexOf("head-2"), 1), "4 scope-answer"},
		{"an end without its result", begun + syncOne + syncedOne + control('>', subc.Request, 3, `{"op":"scope.apply","generation":2,"upsert":[],"end":[{"ref":"head-1","scope_epoch":3}]}`) +
			control('<', subc.Response, 3, `{"op":"scope.apply","generation":2,"results":[],"end_results":[]}`), "6 scope-answer"},
	} {
		if got := reported(t, NewSubc(0), c.text); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The snapshot follows what the daemon answers, not what was asked for.
func TestSubcSnapshot(t *testing.T) {
	tracker := NewSubc(0)
	text := hello + helloAck + syncOne + syncedOne +
		control('>', subc.Request, 3, `{"op":"scope.apply","generation":2,"upsert":[{"ref":"w-1","scope_epoch":1,"kind":"worker"},{"ref":"w-2","scope_epoch":1,"kind":"worker"}],"end":[{"ref":"head-1","scope_epoch":3}]}`) +
		control('<', subc.Response, 3, `{"op":"scope.apply","generation":2,"results":[{"ref":"w-1","scope_epoch":1,"outcome":"created"},{"ref":"w-2","scope_epoch":1,"outcome":"refused","code":"x"}],"end_results":[{"ref":"head-1","scope_epoch":3,"outcome":"ended"}],"ended":[{"ref":"head-1","scope_epoch":3}]}`)
	if got := reported(t, tracker, text); got != "" {
		t.Fatal(got)
	}
	s := tracker.scopes.context.Snapshot
	if len(s.Live) != 1 || s.Live[0].Ref != "w-1" || len(s.Tombstones) != 1 || s.Tombstones[0].End.Ref != "head-1" || s.LastGeneration.Value != 2 {
		t.Errorf("the snapshot is %+v", s)
	}
}

// Calls that end without an answer make room for others.
func TestSubcCalls(t *testing.T) {
	tracker := NewSubc(0)
	text := hello + helloAck
	for range 3 * maxCalls {
		text += syncOne + control('<', subc.Error, 2, `{"code":"x","message":""}`)
	}
	if got := reported(t, tracker, text+syncOne+syncedOne); got != "" {
		t.Error(got)
	}
	if s := tracker.scopes.context.Snapshot; len(s.Live) != 1 || tracker.scopes.calls != 0 {
		t.Errorf("%d calls wait, the snapshot is %+v", tracker.scopes.calls, s)
	}
}

// Replies are typed by the code of the request before them.
func TestLaser(t *testing.T) {
	command := decodeHex(t, laser.ForwardedCommand.Codec.Messages()[0].Example)
	query := decodeHex(t, laser.ForwardedQuery.Codec.Messages()[0].Example)
	_, asked := laser.CommandOf(command)
	written := decodeHex(t, "a1624f6b675772697474656e") // {"Ok": "Written"}
	tracker := NewLaser(0)
	tracker.Follow(&Message{N: 1, From: frames.Client, Frame: command})
	tracker.Follow(&Message{N: 2, From: frames.Client, Frame: query})
	r := tracker.Follow(&Message{N: 3, From: frames.Server, Frame: written})
	if asked.ReplyType == nil || r.Type != asked.ReplyType || r.Request != 1 || r.Name != asked.Name {
		t.Errorf("%s is answered with %s of message %d, want %s", r.Name, typeName(r.Type), r.Request, typeName(asked.ReplyType))
	}
	if r = tracker.Follow(&Message{N: 4, From: frames.Server, Frame: decodeHex(t, "a166726573756c747380")}); r.Type != nil || len(r.Warnings) != 1 || r.Request != 2 {
		t.Errorf("a reply that does not fit is %s, of message %d: %v", typeName(r.Type), r.Request, r.Warnings)
	}
	tracker.Follow(&Message{N: 5, From: frames.Client, Frame: command})
	if r = tracker.Follow(&Message{N: 6, From: frames.Server, Frame: written[:len(written)-2]}); r.Type != asked.ReplyType || r.Request != 5 || len(r.Warnings) != 0 {
		t.Errorf("a reply that is cut is %s, of message %d: %v", typeName(r.Type), r.Request, r.Warnings)
	}
	if r = tracker.Follow(&Message{N: 7, From: frames.Server, Frame: written}); len(r.Warnings) != 1 || r.Warnings[0].Code != replyWithoutRequest.Name {
		t.Errorf("a reply to nothing: %v", r.Warnings)
	}
}

// In a capture of one side nothing is said to be missing that the other side
// has sent; a file of both sides, in their order, is found out to be one.
func TestOneSide(t *testing.T) {
	apply := control('>', subc.Request, 3, `{"op":"scope.apply","generation":2,"upsert":[`+record+`],"end":[]}`)
	goodbye := subcFrame('<', subc.Goodbye, 0, 42, 7, 0, "")
	for _, c := range []struct{ name, text, want string }{
		{"the module's side", hello + syncOne + boundAck + routedOK + apply + boundAck + syncOne, ""},
		{"the daemon's side", helloAck + syncedOne + bound + routed + bound + goodbye, ""},
		{"a break that one side shows", hello + hello, "2 second-hello"},
		{"both sides", hello + helloAck + routed + apply, "3 unbound-route, 4 scope/sync-required"},
	} {
		for _, text := range []string{c.text, strings.NewReplacer("<", "?", ">", "?").Replace(c.text)} {
			tracker := NewSubc(0)
			tracker.SetOneSided()
			if got := reported(t, tracker, text); got != c.want {
				t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
			}
			if open := tracker.OpenItems(); c.name != "both sides" && len(open.Unanswered) > 0 {
				t.Errorf("%s: unanswered: %v", c.name, open.Unanswered)
			}
		}
	}
}

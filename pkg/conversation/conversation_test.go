package conversation

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// reported follows the messages in text, one "> HEX" (client) or "< HEX" (server)
// per line, and returns "N code" for each warning.
func reported(t *testing.T, tracker Tracker, text string) string {
	t.Helper()
	var list []string
	var reader frames.Reader
	n := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		n++
		from := map[byte]frames.Sender{'>': frames.Client, '<': frames.Server}[line[0]]
		m := Message{N: n, From: from, Frame: decodeHex(t, strings.ReplaceAll(line[1:], " ", ""))}
		r := tracker.Follow(&m)
		for _, w := range r.Warnings {
			list = append(list, fmt.Sprintf("%d %s", n, w.Code))
		}
		if r.Type == nil {
			tracker.Decoded(nil)
			continue
		}
		r.SetOptions(&reader.Options)
		err := reader.Read(r.Type, m.Frame, new(frames.Document))
		tracker.Decoded(err)
		if fault, failed := diag.From(err); failed {
			list = append(list, fmt.Sprintf("%d fault %s", n, fault.Code))
		}
	}
	return strings.Join(list, ", ")
}

// Messages of an agents-run scope.
const (
	run    = "> 01 00000001 00000000 00 7b22696d616765223a7b22646967657374223a227368613235363a6162227d2c226d656d6f7279223a302c226469736b223a302c22617267756d656e7473223a7b7d7d\n"
	list   = "< 04 00000001 00000000 0d 0002 6d31\n"
	listed = "> 05 00000001 00000000 01\n"
	finish = "> 06 00000001 00000000\n"
	over   = "< 03 00000001 00000000\n"
	has    = "< 04 00000001 00000005 02 7b22646967657374223a2261227d\n"
	auth   = "> 00 00000000 00000000 00\n"
)

// reversed swaps the direction of every line.
func reversed(lines string) string {
	return strings.NewReplacer(">", "<", "<", ">").Replace(lines)
}

func TestViolations(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"all is well", auth + run + list + listed + finish + over, ""},
		{"the scope again", run + over + run + over, ""},
		{"the channel again", run + list + listed + finish + list + listed + finish, ""},
		{"the same number on both sides", run + list + "> 04 00000001 00000000 01\n< 05 00000001 00000000 01 6e756c6c\n" + listed + finish + "< 06 00000001 00000000\n", ""},
		{"auth late", run + auth, "2 late-auth"},
		{"auth twice", auth + "< 00 00000000 00000000 00\n", "2 second-auth"},
		{"in the middle", list + listed + finish + has, "1 unknown-scope"},
		{"in the middle of a channel", listed + finish + has, "1 unknown-scope"},
		{"no request of the channel", run + listed + finish, "2 unknown-channel"},
		{"an answer before the request", run + listed + list + listed + finish, "2 unknown-channel"},
		{"a second request", run + list + list + listed + finish, "3 channel-in-use"},
		{"a second scope", run + run + list, "2 scope-in-use"},
		{"another endpoint", run + "> 01 00000001 00000000 03\n" + over, "2 scope-in-use"},
		{"an answer after the finish", run + list + finish + listed + listed, "4 after-finish"},
		{"a finish after the finish", run + list + listed + finish + finish + finish, "5 after-finish"},
		{"a message after the end", run + over + list + listed, "3 after-end"},
		{"two answers", run + list + listed + listed + finish, "4 extra-answer"},
		{"an answer to a stop", run + "> 04 00000001 00000000 00\n< 05 00000001 00000000 00\n", "3 extra-answer"},
		{"after an error", run + "< 04 00000001 00000001 0a\n> 05 00000001 00000001 01 7b22636f6465223a312c226d657373616765223a22227d\n> 05 00000001 00000001 01 7b22636f6465223a312c226d657373616765223a22227d\n", "4 after-error"},
		{"no answer", run + has + "> 06 00000001 00000005\n", "3 no-answer"},
		{"not served", run + list + finish, ""},
		{"malformed", run + "< 04 00000001 00000000 0d 00\n" + finish, "2 fault truncated, 3 malformed-request"},
		{"malformed and answered", run + "< 04 00000001 00000000 0d 00\n" + listed + finish, "2 fault truncated, 3 answered-malformed"},
		{"a malformed scope", "> 01 00000001 00000000 00\n" + over, "1 fault json, 2 malformed-request"},
		{"an empty scope", "> 01 00000001 00000000\n" + over, "1 fault empty, 2 malformed-request"},
		{"sent by the wrong side", run + list + listed + finish + ">" + over[1:], "5 wrong-direction"},
		{"all by the wrong side", reversed(auth + run + list + listed + finish + over + run + list + finish + over), "2 wrong-direction"},
		{"the first by the wrong side", reversed(run) + over + run + list + listed + finish + over, "1 wrong-direction, 2 wrong-direction"},
		{"answered by the wrong side", run + list + "<" + listed[1:] + finish, "3 wrong-direction"},
		{"a write that nobody asked for", run + "< 04 00000001 00000000 04 00000007\n", "2 unknown-id"},
		{"a write", run + "> 04 00000001 00000000 03 7b2277726974655f6964223a372c2270617468223a5b5d7d\n< 04 00000001 00000000 04 00000007\n", ""},
		{"a connection", run + "< 04 00000001 00000000 05 0000002a\n> 04 00000001 00000000 05 0000002a\n", ""},
		{"a connection that nobody knows", run + "> 04 00000001 00000000 05 0000002a\n", "2 unknown-id"},
		{"no frame", run + "> 06 0000\n> ff 00000000 00000000\n" + list, "2 fault truncated, 3 fault unknown-type"},
	} {
		if got := reported(t, NewDiverge(0, nil), c.text); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// The given endpoint is used for scopes whose request is not in the capture.
func TestGivenEndpoint(t *testing.T) {
	tracker := NewDiverge(0, diverge.EndpointByName("agents-run"))
	r := tracker.Follow(&Message{N: 1, From: frames.Server, Frame: decodeHex(t, "0400000001000000000d00026d31")})
	if r.Embedded != diverge.AgentsRequest || r.Name != "fuse_list" {
		t.Errorf("read as %s, %s", typeName(r.Embedded), r.Name)
	}
}

// Every declared code is listed exactly once, with a meaning and a cause.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Codes() {
		if seen[c.Name] || c.Meaning == "" || c.Cause == "" {
			t.Errorf("the code %s is listed twice, or has no meaning or cause", c.Name)
		}
		seen[c.Name] = true
	}
	file, err := parser.ParseFile(token.NewFileSet(), "codes.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if of, ok := lit.Type.(*ast.Ident); ok && of.Name == "Code" {
			name, err := strconv.Unquote(lit.Elts[0].(*ast.BasicLit).Value)
			if err != nil || !seen[name] {
				t.Errorf("the code %s is not listed", name)
			}
			delete(seen, name)
		}
		return true
	})
	if len(seen) > 0 {
		t.Errorf("codes of other files: %v", seen)
	}
}

// Every channel request has an exchange, except for unconfirmed ones.
func TestExchanges(t *testing.T) {
	unsure := map[string]bool{"schema": true, "vault_get": true, "vault_set": true, "vault_delete": true, "vault_lock": true, "vault_unlock": true}
	for i := range diverge.Endpoints {
		e := &diverge.Endpoints[i]
		for opener, requests := range map[frames.Sender]*frames.Type{frames.Server: e.ServerRequest, frames.Client: e.ClientRequest} {
			if requests == nil {
				continue
			}
			for _, m := range requests.Messages() {
				if got := m.Exchange.Responses == frames.UnknownCount; got != unsure[m.Name] {
					t.Errorf("%s, opened by the %s: unsure is %v", m.Name, opener, got)
				}
			}
		}
	}
}

// FuzzDiverge follows arbitrary messages: nothing panics, and the limits of the
// tracker hold.
func FuzzDiverge(f *testing.F) {
	for seed := range uint64(3) {
		var text []byte
		for _, m := range makeConversation(&testing.T{}, seed, 40) {
			text = append(append(text, byte(m.from), byte(len(m.frame))), m.frame...)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		tracker := NewDiverge(4, nil)
		fuzz(tracker, text)
		if len(tracker.scopes.entries) > 4 || len(tracker.channels.entries) > 4 || len(tracker.ended.entries) > maxEnded || len(tracker.finished.entries) > maxEnded {
			t.Fatal("the tracker keeps more than it may")
		}
		for key := range tracker.channels.entries {
			s := tracker.scopes.get(key.scope)
			if s == nil {
				t.Fatal("a channel outlives its scope")
			}
			if _, ok := (*s).open[key]; !ok {
				t.Fatal("a scope does not know its channel")
			}
		}
	})
}

// FuzzSubc does the same for subc frames.
func FuzzSubc(f *testing.F) {
	var text []byte
	for _, m := range []string{hello, helloAck, syncOne, syncedOne} {
		b := decodeHex(&testing.T{}, strings.TrimSpace(strings.ReplaceAll(m[1:], " ", "")))
		text = append(append(text, map[byte]byte{'>': 1, '<': 2}[m[0]], byte(len(b))), b...)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		tracker := NewSubc(4)
		fuzz(tracker, text)
		if len(tracker.requests.entries) > 4 || len(tracker.routes.entries) > 4 || len(tracker.closed.entries) > maxEnded {
			t.Fatal("the tracker keeps more than it may")
		}
	})
}

// fuzz follows the messages in text, each preceded by a byte for its sender and a
// byte for its size.
func fuzz(tracker Tracker, text []byte) {
	var reader frames.Reader
	var doc frames.Document
	for n := 1; len(text) >= 2; n++ {
		from, size := frames.Sender(text[0]%3), min(int(text[1]), len(text)-2)
		m := Message{N: n, From: from, Frame: text[2 : 2+size]}
		text = text[2+size:]
		r := tracker.Follow(&m)
		doc.Reset()
		if r.Type == nil {
			tracker.Decoded(nil)
			continue
		}
		r.SetOptions(&reader.Options)
		err := reader.Read(r.Type, m.Frame, &doc)
		tracker.Decoded(err)
		r.Report(&doc, true)
		tracker.OpenItems()
	}
}

// TestAfterEnd checks that messages in a scope that has ended are still read as
// their actual type. They may have been in transit, and may hold secrets.
func TestAfterEnd(t *testing.T) {
	const (
		register   = "< 04 00000001 00000003 03 7b226964223a2272227d\n"
		registered = "> 05 00000001 00000003 00 7b7d\n"
		registers  = "> 06 00000001 00000003\n"
		inactive   = "< 02 00000001 00000000 06 7b7d\n"
	)
	for _, c := range []struct {
		name, text            string
		request               int
		embedded, requestName string
	}{
		{"an answer on its way", run + register + over + registered, 2, "diverge.agents.response", "registration"},
		{"its finish", run + register + over + registered + registers, 2, "", "registration"},
		{"another after its finish", run + register + over + registers + registered, 2, "diverge.agents.response", "registration"},
		{"a request, answered", run + over + register + registered, 3, "diverge.agents.response", "registration"},
		{"an answer of the scope", run + over + inactive, 1, "diverge.agents.scope-response", "inactive"},
		{"a second end", run + over + over, 1, "", "agents_run"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tracker := NewDiverge(0, nil)
			if got := reported(t, tracker, c.text); strings.Count(got, "after-end") != 1 || strings.Contains(got, ",") {
				t.Errorf("warnings %s", got)
			}
			embedded := ""
			if tracker.info.Embedded != nil {
				embedded = tracker.info.Embedded.Name
			}
			if r := tracker.info; r.Request != c.request || embedded != c.embedded || r.Name != c.requestName {
				t.Errorf("answers %d as %q of %q", r.Request, embedded, r.Name)
			}
		})
	}
}

// The messages of one side alone are not violations because the other side's
// messages are missing.
func TestOneSideOfDiverge(t *testing.T) {
	stat := "> 04 00000001 00000002 02 7b2270617468223a5b5d7d\n"
	for name, text := range map[string]string{
		"the caller's side":   run + listed + "> 06 00000001 00000000\n" + listed + stat + stat + run,
		"the provider's side": "< 02 00000001 00000000 05\n" + list + list + "< 05 00000001 00000000 00\n< 06 00000001 00000000\n< 05 00000001 00000000 00\n",
	} {
		tracker := NewDiverge(0, nil)
		tracker.SetOneSided()
		want := ""
		if name == "the provider's side" {
			want = "1 unknown-scope"
		}
		if got := reported(t, tracker, text); got != want {
			t.Errorf("%s: %s", name, got)
		}
		if open := tracker.OpenItems(); len(open.Unanswered) > 0 {
			t.Errorf("%s: unanswered: %v", name, open.Unanswered)
		}
	}
}

// subcFrame returns a frame as a line for [reported].
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
		{"after the end of a stream", begun + bound + boundAck + routed + subcFrame('>', subc.StreamEnd, 8, 42, 7, 9, "") + subcFrame('>', subc.StreamData, 1, 42, 7, 9, "a"), "7 unknown-corr"},
		{"a cancelled request", begun + bound + boundAck + routed + subcFrame('<', subc.Cancel, 0, 42, 7, 9, "") + routedOK, ""},
		{"the cancelling of nothing", begun + bound + boundAck + subcFrame('<', subc.Cancel, 0, 42, 7, 9, ""), "5 unknown-corr"},
		{"a subscription", begun + control('>', subc.Request, 8, `{"op":"x"}`) + control('<', subc.Response, 8, `{}`), ""},
		{"no route", begun + routed + routedOK, "3 unbound-route"},
		{"a route that was opened", begun + control('>', subc.Request, 4, `{"op":"route.open"}`) + control('<', subc.Response, 4, `{"channel":42}`) + subcFrame('>', subc.Request, 2, 42, 7, 9, `{}`), ""},
		{"a ping with the corr of a request", begun + control('>', subc.Request, 4, `{"op":"x"}`) + control('>', subc.Ping, 4, "") + control('<', subc.Pong, 4, "") + control('<', subc.Response, 4, `{}`), ""},
		{"another epoch", begun + bound + boundAck + subcFrame('<', subc.Request, 2, 42, 6, 9, `{}`) + subcFrame('<', subc.Request, 2, 42, 6, 10, `{}`), "5 stale-epoch"},
		{"bound again", begun + bound + boundAck + bound, "5 route-in-use"},
		{"a bind that is refused", begun + bound + control('>', subc.Error, 1, `{"code":"x","message":""}`) + routed, "5 unbound-route"},
		{"after the goodbye", begun + control('>', subc.Goodbye, 0, "") + syncOne, "4 after-goodbye"},
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

// The snapshot follows the answers of the daemon, not the requests.
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

// Calls that fail make room for others.
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

// The type of a reply depends on the code of its request.
func TestLaser(t *testing.T) {
	command := decodeHex(t, laser.ForwardedCommand.Messages()[0].Example)
	query := decodeHex(t, laser.ForwardedQuery.Messages()[0].Example)
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

// In a capture of one side, nothing that the other side sends is reported as
// missing. A capture of both sides is detected by its answers.
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

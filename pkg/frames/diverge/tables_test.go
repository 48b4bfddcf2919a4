package diverge_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// Tables share rows: in each table the tag of a row is its index, its example begins with
// the tag, and names are unique.
func TestTables(t *testing.T) {
	for _, ty := range all.Types() {
		if !strings.HasPrefix(ty.Name, "diverge.") {
			continue
		}
		messages := ty.Messages()
		names := frames.Names(messages)
		slices.Sort(names)
		if unique := slices.Compact(slices.Clone(names)); len(messages) == 0 || len(unique) != len(messages) {
			t.Errorf("%s has %d messages of %d names", ty.Name, len(messages), len(unique))
		}
		if _, tagged := ty.Codec.(*frames.Tagged); !tagged {
			continue
		}
		for i, m := range messages {
			if int(m.Tag) != i || !strings.HasPrefix(m.Example, fmt.Sprintf("%02x", i)) {
				t.Errorf("%s: %s, row %d, has tag %d and the example %s", ty.Name, m.Name, i, m.Tag, m.Example)
			}
		}
	}
}

// Tables that number the same requests differently agree on each of them.
func TestSharedMessagesAgree(t *testing.T) {
	first := map[string]*frames.Message{}
	shared := 0
	for _, ty := range []*frames.Type{diverge.AgentsRequest, diverge.ToolsRequest, diverge.ProxyAgentsRequest, diverge.ToolsClientRequest} {
		for _, m := range ty.Messages() {
			if ty == diverge.ToolsClientRequest && !strings.HasPrefix(m.Name, "mcp_") {
				continue
			}
			previous := first[m.Name]
			if previous == nil {
				first[m.Name] = m
				continue
			}
			shared++
			if m.Meaning != previous.Meaning || m.Body != previous.Body || m.Example[2:] != previous.Example[2:] {
				t.Errorf("%s/%s is not what another table says of it", ty.Name, m.Name)
			}
		}
	}
	if shared < 30 {
		t.Errorf("only %d rows stand in several tables", shared)
	}
}

// eachDirection calls check for the requests of both sides, in all endpoints.
func eachDirection(check func(opener frames.Sender, requests, responses *frames.Type)) {
	for _, e := range diverge.Endpoints {
		if e.ServerRequest != nil {
			check(frames.Server, e.ServerRequest, e.ServerResponse)
		}
		if e.ClientRequest != nil {
			check(frames.Client, e.ClientRequest, e.ClientResponse)
		}
	}
}

// A request has an answer if and only if its exchange has one.
func TestRequestsAreAnswered(t *testing.T) {
	eachDirection(func(opener frames.Sender, requests, responses *frames.Type) {
		for _, m := range requests.Messages() {
			exchange, response := diverge.ExchangeOf(opener, m.Name), responses.Message(m.Name)
			if (exchange.Responses == diverge.NoResponse) != (response == nil) {
				t.Errorf("%s/%s: %+v, the answer is %v", requests.Name, m.Name, exchange, response)
			}
		}
		for _, m := range responses.Messages() {
			if requests.Message(m.Name) == nil {
				t.Errorf("%s/%s answers no request", responses.Name, m.Name)
			}
		}
	})
	if e := diverge.ExchangeOf(frames.Server, "nonsense"); e != (diverge.Exchange{}) || e.Responses != diverge.UnknownCount {
		t.Errorf("nonsense is answered: %+v", e)
	}
}

// The two requests of a duplex exchange have the shared id in IDMember.
func TestSharedIDs(t *testing.T) {
	found := map[string]int{}
	eachDirection(func(_ frames.Sender, requests, _ *frames.Type) {
		for _, m := range requests.Messages() {
			if diverge.IDOwner(m.Name) == frames.UnknownSender {
				continue
			}
			found[m.Name]++
			if !m.Body.HasField([]string{diverge.IDMember(m.Name)}) {
				t.Errorf("%s/%s has no %s", requests.Name, m.Name, diverge.IDMember(m.Name))
			}
		}
	})
	if len(found) != 3 || found["write"] < 2 || found["postgres"] < 2 || found["daemon"] < 2 {
		t.Errorf("exchanges with a shared id: %v", found)
	}
}

// The engine of envelopes and HeaderSize agree.
func TestHeaderSize(t *testing.T) {
	var r frames.Reader
	for size, valid := range map[int]bool{diverge.HeaderSize - 1: false, diverge.HeaderSize: true} {
		frame := make([]byte, size)
		copy(frame[:1], []byte{3}) // response_finish, which has no payload
		if err := r.Read(diverge.Frame, frame, new(frames.Document)); (err == nil) != valid {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

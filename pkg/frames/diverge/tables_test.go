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
			if m.Meaning != previous.Meaning || m.Body != previous.Body || m.Example[2:] != previous.Example[2:] ||
				m.Answer != previous.Answer || m.Exchange != previous.Exchange || m.Summary != previous.Summary {
				t.Errorf("%s/%s differs from its row in another table", ty.Name, m.Name)
			}
		}
	}
	if shared < 30 {
		t.Errorf("only %d rows are in several tables", shared)
	}
}

// eachRequest calls check for the channel requests of both sides, in all endpoints.
func eachRequest(check func(requests, responses *frames.Type, m *frames.Message)) {
	for _, e := range diverge.Endpoints {
		for _, pair := range [][2]*frames.Type{{e.ServerRequest, e.ServerResponse}, {e.ClientRequest, e.ClientResponse}} {
			if pair[0] == nil {
				continue
			}
			for _, m := range pair[0].Messages() {
				check(pair[0], pair[1], m)
			}
		}
	}
}

// A request has an answer if and only if its exchange has one, and the type of the
// answers has exactly these.
func TestRequestsAreAnswered(t *testing.T) {
	eachRequest(func(requests, responses *frames.Type, m *frames.Message) {
		if (m.Exchange.Responses == frames.NoResponse) != (m.Answer == nil) {
			t.Errorf("%s/%s: %+v, the answer is %v", requests.Name, m.Name, m.Exchange, m.Answer)
		}
		response := responses.Message(m.Name)
		if (response == nil) != (m.Answer == nil) || response != nil && response.Body != m.Answer.Body {
			t.Errorf("%s/%s is answered with %v, want %v", requests.Name, m.Name, response, m.Answer)
		}
		if responses.Codec.(*frames.ResponseCodec).Requests != requests {
			t.Errorf("%s does not answer %s", responses.Name, requests.Name)
		}
	})
}

// Both requests of a linked exchange have the id.
func TestLinks(t *testing.T) {
	found := map[string]int{}
	eachRequest(func(requests, _ *frames.Type, m *frames.Message) {
		link := m.Exchange.Link
		if link == nil {
			return
		}
		found[m.Name]++
		if !m.Body.HasField([]string{link.Member}) || link.Owner == frames.UnknownSender {
			t.Errorf("%s/%s has no %+v", requests.Name, m.Name, link)
		}
	})
	if len(found) != 3 || found["write"] < 2 || found["postgres"] < 2 || found["daemon"] < 2 {
		t.Errorf("linked exchanges: %v", found)
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

package conversation_test

import (
	"encoding/binary"
	"fmt"

	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// subcFrame returns a subc frame on channel 0.
func subcFrame(kind byte, correlation uint64, body string) []byte {
	b := binary.LittleEndian.AppendUint32(nil, uint32(len(body)))
	b = append(b, 2, kind, 0)       // version, type, flags
	b = append(b, 0, 0, 0, 0, 0, 0) // channel and epoch
	b = binary.LittleEndian.AppendUint64(b, correlation)
	return append(b, body...)
}

// What each message of a connection is, and which request a response answers.
func ExampleNewSubc() {
	tracker := conversation.NewSubc(0)
	for i, m := range []conversation.Message{
		{From: frames.Client, Frame: subcFrame(subc.Hello, 1, `{"manifest":{"module_id":"planner"},"protocol_ver":2,"control_ops":null}`)},
		{From: frames.Server, Frame: subcFrame(subc.HelloAck, 1, `{"negotiated_ver":2}`)},
		{From: frames.Client, Frame: subcFrame(subc.Request, 2, `{"op":"scope.sync","generation":1,"scopes":[]}`)},
		{From: frames.Server, Frame: subcFrame(subc.Response, 2, `{"op":"scope.sync","generation":1,"results":[]}`)},
	} {
		m.N = i + 1
		info := tracker.Follow(&m)
		tracker.Decoded(nil) // the frame was read without a fault
		fmt.Println(m.N, info.Type.Name, info.Kind, info.Name, info.Request)
	}
	fmt.Println(len(tracker.OpenItems().Unanswered), "requests without an answer")
	// Output:
	// 1 subc.frame HELLO HELLO 0
	// 2 subc.frame HELLO_ACK HELLO 1
	// 3 subc.frame REQUEST scope.sync 0
	// 4 subc.frame RESPONSE scope.sync 3
	// 0 requests without an answer
}

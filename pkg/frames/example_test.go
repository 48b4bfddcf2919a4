package frames_test

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// Decode a frame of any known type.
func ExampleSet_Decode() {
	frame, _ := hex.DecodeString("0b00026d310003612f62000000000000100000000200")
	doc, err := all.Types().Decode(frame, frames.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", doc)
	// Output:
	// {"type":"diverge.agents.request","tag":11,"name":"fuse_read","size":22,"payload":{"id":"m1","path":"a/b","offset":4096,"length":512}}
}

// The error of a truncated frame has a place. The document holds the members before
// it.
func ExampleSet_Decode_fault() {
	frame, _ := hex.DecodeString("0b00026d310003612f6200000000000010")
	types := frames.Set{all.Types().ByName("diverge.agents.request")}
	doc, err := types.Decode(frame, frames.Options{})
	fault, ok := diag.From(err)
	if !ok {
		return
	}
	fmt.Println(fault.Code, fault.Path, fault.Offset, "needs", fault.Need, "has", fault.Have)
	fmt.Println(fault.Upstream)
	fmt.Println(len(doc) > 0)
	// Output:
	// truncated /payload/offset 10 needs 8 has 7
	// Fuse(Truncated)
	// true
}

// Decode the frames of a stream. The Decoder keeps its memory, and a frame that does not
// decode has a document too.
func ExampleDecoder() {
	stream := "\x05\x00\x00\x00\x04\x00\x00\x00\x07" + "\x03\x00\x00\x00\x04\x00\x00"
	decoder := frames.Decoder{
		Set:  all.Types(),
		Type: all.Types().ByName("diverge.agents.request"),
	}
	splitter := frames.NewSplitter(strings.NewReader(stream), all.NewFraming("len32le", all.FramingOptions{}))
	var doc []byte
	for frame, err := range splitter.All() {
		if err != nil {
			fmt.Println(err)
			return
		}
		doc, err = decoder.AppendFrame(doc[:0], frame)
		fmt.Printf("%s\n", doc)
		if fault, ok := diag.From(err); ok {
			fmt.Println(fault.Code, "at", frame.Offset+fault.Offset, fault.Path)
		}
	}
	// Output:
	// {"index":0,"offset":4,"type":"diverge.agents.request","tag":4,"name":"write","size":5,"payload":{"write_id":7}}
	// {"index":1,"offset":13,"type":"diverge.agents.request","tag":4,"name":"write","size":3,"partial":true,"error":{"code":"length","message":"write: write_id: expected 4 bytes, got 2","index":1,"offset":1,"path":"/payload","need":4,"have":2,"upstream":"Write(Length(2))"},"hex":"040000"}
	// length at 14 /payload
}

// Encode a document. For a bare payload, set Type and Name.
func ExampleEncoder_EncodeText() {
	e := frames.Encoder{Types: all.Types()}
	frame, err := e.EncodeText(nil, []byte(`{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%x\n", frame)
	// Output:
	// 0400000007
}

// Declare a frame type of your own: a type is a value, a set of types a slice.
func ExampleLayout() {
	sensor := &frames.Type{
		Name: "acme.sensor", Meaning: "a reading of a sensor", Trust: frames.Source, Guessed: true,
		Codec: &frames.Tagged{Table: []*frames.Message{
			{Tag: 0, Name: "reading", Meaning: "what was measured", Body: &frames.Layout{
				Fields: []frames.Field{
					{Name: "sensor", Kind: frames.Text16, Meaning: "which sensor"},
					{Name: "at", Kind: frames.Time, Meaning: "when"},
					{Name: "millikelvin", Kind: frames.U32, Meaning: "how warm"},
				},
			}},
		}},
	}
	types := append(all.Types(), sensor)

	frame, _ := hex.DecodeString("0000" + "04" + "73656131" + "000000006553f100" + "00000000" + "0004761d")
	doc, err := frames.Set{sensor}.Decode(frame, frames.Options{})
	fmt.Printf("%s %v\n", doc, err)

	e := frames.Encoder{Types: types}
	again, _ := e.EncodeText(nil, doc)
	fmt.Printf("%x\n", again)

	// The documentation and the malformed frames come from the same declaration.
	m := sensor.Messages()[0]
	for _, row := range sensor.FieldDocs(m) {
		fmt.Println(row.Name, row.Type)
	}
	for _, bad := range sample.MalformedOf(sensor, m, 0)[:2] {
		fmt.Println(bad.Code, bad.Description)
	}
	// Output:
	// {"type":"acme.sensor","tag":0,"name":"reading","size":23,"payload":{"sensor":"sea1","at":{"secs":1700000000,"nanos":0},"millikelvin":292381}} <nil>
	// 00000473656131000000006553f100000000000004761d
	// tag u8
	// sensor u16 length, text
	// at u64 secs, u32 nanos
	// millikelvin u32
	// truncated sensor: the frame ends before it
	// truncated sensor: the frame ends inside it
}

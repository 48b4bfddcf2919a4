package capture_test

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/subc"
)

var littleEndian = binary.LittleEndian

var limits = capture.Limits{Frame: 1 << 20, Line: 8 << 20}

// pieces returns each piece as text: the connection, the sender, the time, and the
// bytes or the code of the error.
func pieces(t *testing.T, r capture.Reader) []string {
	t.Helper()
	var list []string
	for {
		p, err := r.Next()
		var fault *capture.Fault
		switch {
		case errors.Is(err, io.EOF):
			return list
		case errors.As(err, &fault):
			return append(list, "end "+fault.Code)
		case err != nil:
			t.Fatal(err)
		}
		text := p.From.String() + " "
		if p.Connection != nil {
			text = p.Connection.ID + " " + text
		} else {
			text = " " + text
		}
		if !p.Time.IsZero() {
			text += p.Time.Format(time.RFC3339Nano)
		}
		for _, w := range p.Warnings {
			text += " " + w.Code
		}
		if n := capture.GapBefore(p); n > 0 {
			text += fmt.Sprint(" lacks ", n)
		} else if p.Fault != nil {
			text += " " + p.Fault.Code
		} else {
			text += " " + hex.EncodeToString(p.Bytes)
		}
		list = append(list, text)
	}
}

func check(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s: %q\nwant %q", name, got, want)
	}
}

func lineReader(text string) capture.Reader {
	return capture.NewLines(iotest.OneByteReader(strings.NewReader(text)), input.Auto, limits)
}

func TestLines(t *testing.T) {
	check(t, "marked", pieces(t, lineReader("# a comment\n> 06 00\n\n<0601 // it\n>\n06\n<  0x07\n> zz\n")),
		" client  0600", " server  0601", " client  empty", "   form", " server  07", " client  form")
	check(t, "base64", pieces(t, lineReader("> BgA=\n< Bg==\n")), " client  0600", " server  06")
	check(t, "objects", pieces(t, lineReader(`{"direction":"client","hex":"06 00","time":1700000000.25,"other":1}
{"direction":"server","base64":"BgE=","time":"2023-11-14T22:13:20Z","connection":"b"}
{"direction":"up","hex":"06"}
{"hex":"06"}
{"direction":"client","hex":"6"}
{"direction":"client","hex":6}
{"direction":"client"}
{"direction":"client","hex":"06","time":"noon"}
{"direction"
[1]
{"direction":"client","hex":"0\u0036","time":1700000000123}
`)),
		" client 2023-11-14T22:13:20.25Z 0600", "b server 2023-11-14T22:13:20Z 0601", "   type", "   missing", " client  form", " client  type",
		" client  missing", " client  type", "   json", "   json", " client 2023-11-14T22:13:20.123Z 06")
}

func TestHAR(t *testing.T) {
	message := func(kind string, opcode int, data string) string {
		return fmt.Sprintf(`{"type":%q,"time":1.5,"opcode":%d,"data":%q}`, kind, opcode, data)
	}
	har := `{"log":{"version":"1.2","_webSocketMessages":[1],"entries":[{"request":{"url":"x","_webSocketMessages":[{"type":"send"}]}},
	{"_webSocketMessages":[` + message("send", 2, "BgA=") + "," + message("receive", 1, "hi") + `,{"type":"x"},` + message("send", 2, "!") + `,7]},
	{"_webSocketMessages":[]},{"a":[{}],"_webSocketMessages":[` + message("send", 2, "Bw==") + `],"b":null}]}}`
	check(t, "har", pieces(t, capture.NewHAR(iotest.OneByteReader(strings.NewReader(har)), limits, nil)),
		"1 client 1970-01-01T00:00:01.5Z 0600", "1 server 1970-01-01T00:00:01.5Z 6869", "1   json",
		"1 client 1970-01-01T00:00:01.5Z json", "1   json", "3 client 1970-01-01T00:00:01.5Z 07")
	check(t, "cut", pieces(t, capture.NewHAR(strings.NewReader(har[:400]), limits, nil)), "1 client 1970-01-01T00:00:01.5Z 0600", "1 server 1970-01-01T00:00:01.5Z 6869", "1   json",
		"1 client 1970-01-01T00:00:01.5Z json", "1   json", "end json")
	check(t, "no JSON", pieces(t, capture.NewHAR(strings.NewReader("hello"), limits, nil)), "end json")
	check(t, "empty", pieces(t, capture.NewHAR(strings.NewReader(""), limits, nil)), "end empty")
	check(t, "another JSON", pieces(t, capture.NewHAR(strings.NewReader(`[[[[[{"_webSocketMessages":[]}]]]]] 5`), limits, nil)), "end json")
	check(t, "no entry", pieces(t, capture.NewHAR(strings.NewReader(`{"log":{"entries":[]}}`), limits, nil)))
	control := `{"log":{"entries":[{"_webSocketMessages":[` + message("send", 9, "") + "," + message("receive", 10, "") + "," + message("error", -1, "Invalid frame header") + "," +
		message("send", 2, "BgA=") + "," + message("receive", 8, "A+g=") + `]}]}}`
	check(t, "a message without data, after a byte order mark", pieces(t, capture.NewHAR(strings.NewReader("\ufeff"+control), limits, nil)), "1 client 1970-01-01T00:00:01.5Z 0600")
	large := `{"log":{"entries":[{"_webSocketMessages":[` + message("send", 2, strings.Repeat("A", 12<<20)) + `]}]}}`
	check(t, "large", pieces(t, capture.NewHAR(strings.NewReader(large), limits, nil)), "end limit")
}

// packet returns a packet as tshark -T json prints it.
func packet(layers string) string { return `{"_source":{"layers":{` + layers + `}}}` }

func TestTsharkWebSocket(t *testing.T) {
	head := func(mask string) string {
		return `"frame":{"frame.time_epoch":"1700000000.000000001"},"tcp":{"tcp.stream":"3","tcp.srcport":"1","tcp.dstport":"2"},"websocket":{"websocket.opcode":"2","websocket.mask":"` + mask + `"}`
	}
	text := " [" + packet(head("1")+`,"data":{"data.data":"06:00"}`) + "," + packet(head("0")+`,"data":{"data.data":"07"},"websocket":{"websocket.opcode":"2","websocket.mask":"0"},"data":{"data.data":"08"}`) +
		"," + packet(`"tcp":{"tcp.stream":"3"}`) + "," + packet(head("1")+`,"data":{"data.data":"0"}`) + `,{},` + packet(`"websocket":{"websocket.opcode":"9"},"data":{"data.data":"00"}`) + "]"
	check(t, "json", pieces(t, capture.NewTshark(iotest.OneByteReader(strings.NewReader(text)), false, limits)),
		"3 client 2023-11-14T22:13:20.000000001Z 0600", "3 server 2023-11-14T22:13:20.000000001Z 07", "3 server 2023-11-14T22:13:20.000000001Z 08",
		"3 client 2023-11-14T22:13:20.000000001Z form", "   json")
	fields := "frame.time_epoch\ttcp.stream\ttcp.srcport\ttcp.dstport\twebsocket.mask\tdata.data\n" +
		"1700000000.5\t3\t1\t2\tTrue\t0600\n1700000000.5\t3\t2\t1\tFalse,False\t07,08\n\t3\t1\t2\t\t\n\t3\t2\t1\t\t09\r\n"
	check(t, "fields", pieces(t, capture.NewTshark(strings.NewReader(fields), false, limits)),
		"3 client 2023-11-14T22:13:20.5Z 0600", "3 server 2023-11-14T22:13:20.5Z 07", "3 server 2023-11-14T22:13:20.5Z 08", "3 client  09")
	for _, separator := range []string{";", "|", " ", ","} {
		other := strings.ReplaceAll(strings.ReplaceAll(fields, "False,False", "False"), "07,08", "07")
		check(t, "separated by "+separator, pieces(t, capture.NewTshark(strings.NewReader(strings.ReplaceAll(other, "\t", separator)), false, limits)),
			"3 client 2023-11-14T22:13:20.5Z 0600", "3 server 2023-11-14T22:13:20.5Z 07", "3 client  09")
	}
	check(t, "too many values", pieces(t, capture.NewTshark(strings.NewReader("tcp.stream,tcp.srcport,data.data\n0,1,06,07\n0,1,08\n"), false, limits)), "   form", "0 client  08")
	for _, quote := range []string{`"`, "'"} {
		quoted := fmt.Sprintf(strings.ReplaceAll("frame.time_epoch,tcp.stream,tcp.srcport,websocket.mask,data.data\n,%[1]q,%[1]q,,%[1]q\n", "%[1]q", quote+"%s"+quote)+
			strings.ReplaceAll("%[1]q,%[1]q,%[1]q,%[1]q,%[1]q\n", "%[1]q", quote+"%s"+quote), "3", "1", "0600", "1.5", "3", "2", "False,False", "07,08")
		check(t, "quoted by "+quote, pieces(t, capture.NewTshark(strings.NewReader(quoted), false, limits)),
			"3 client  0600", "3 server 1970-01-01T00:00:01.5Z 07", "3 server 1970-01-01T00:00:01.5Z 08")
	}
	check(t, "fields after a byte order mark", pieces(t, capture.NewTshark(strings.NewReader("\ufeff"+fields), false, limits))[:1], "3 client 2023-11-14T22:13:20.5Z 0600")
	check(t, "no header", pieces(t, capture.NewTshark(strings.NewReader("1\t2\n"), false, limits)), "end form")
	check(t, "empty", pieces(t, capture.NewTshark(strings.NewReader("\n"), false, limits)), "end empty")
	check(t, "no packets", pieces(t, capture.NewTshark(strings.NewReader("[]"), false, limits)))
	check(t, "objects a line", pieces(t, capture.NewTshark(strings.NewReader("{}\n{}\n"), false, limits)), "end json")
	check(t, "cut", pieces(t, capture.NewTshark(strings.NewReader("[{"), false, limits)), "end json")
}

// segment returns a packet that holds a TCP segment.
func segment(port string, seq uint32, payload string) string {
	return packet(fmt.Sprintf(`"tcp":{"tcp.stream":"0","tcp.srcport":"%s","tcp.seq":"%d","tcp.payload":"%s"}`, port, seq, payload))
}

func TestTsharkSegments(t *testing.T) {
	read := func(packets ...string) []string {
		return pieces(t, capture.NewTshark(strings.NewReader("["+strings.Join(packets, ",")+"]"), true, limits))
	}
	check(t, "in order", read(segment("9", 1, "aa:bb"), segment("8", 1, "01"), segment("9", 3, "cc")), "0 client  aabb", "0 server  01", "0 client  cc")
	check(t, "out of order", read(segment("9", 1, "aa"), segment("9", 4, "dd"), segment("9", 3, "cc"), segment("9", 2, "bb"), segment("9", 5, "ee")),
		"0 client  aa", "0 client  bb", "0 client  cc", "0 client  dd", "0 client  ee")
	check(t, "sent again", read(segment("9", 1, "aa:bb"), segment("9", 1, "aa:bb"), segment("9", 2, "bb:cc")), "0 client  aabb", "0 client  cc")
	check(t, "lost", read(segment("9", 1, "aa"), segment("9", 5, "ee"), segment("9", 9, "ff")), "0 client  aa", "0 client  lacks 3", "0 client  ee", "0 client  lacks 3", "0 client  ff")
	check(t, "wrapped", read(segment("9", 1<<32-1, "aa:bb"), segment("9", 1, "cc")), "0 client  aabb", "0 client  cc")
	check(t, "opened by the other", read(packet(`"tcp":{"tcp.stream":"0","tcp.srcport":"9","tcp.dstport":"8","tcp.seq":"0","tcp.flags.syn":"1","tcp.flags.ack":"1"}`), segment("8", 1, "aa")), "0 client  aa")
}

// Each side has its own stream of frames.
func TestFramer(t *testing.T) {
	text := "> 0300\n< 01 00\n> 0000 aabbcc 0100\n< 0000 dd 02\n> 0000 ee\n< 000000 11\n"
	f := capture.NewFramer(lineReader(text), func(frames.Sender) frames.Framing { return &frames.Lengths{Order: littleEndian, MaxFrame: 100} })
	check(t, "framed", pieces(t, f), " client  aabbcc", " server  dd", " client  ee", " server  truncated")
	f = capture.NewFramer(lineReader("> ffffffff 01\n> 01000000aa\n< 01000000aa\n"), func(frames.Sender) frames.Framing { return &frames.Lengths{Order: littleEndian, MaxFrame: 100} })
	check(t, "broken", pieces(t, f), " client  limit", " server  aa")
	f = capture.NewFramer(lineReader("> 02000000 7b7d 00\n> 000000 02 0700 0000 00000000 0100000000000000\n"), func(frames.Sender) frames.Framing {
		return &subc.Framing{MaxBody: 100, FindHandshake: true}
	})
	check(t, "handshake", pieces(t, f), " client  000000000207000000000000000100000000000000")
}

// FuzzCaptures checks that reading terminates without a panic on any input.
func FuzzCaptures(f *testing.F) {
	for _, name := range []string{"conversation.txt", "conversation.ndjson", "conversation.har", "conversation.tshark.json"} {
		text, err := os.ReadFile("../../examples/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text[:min(len(text), 3000)])
	}
	f.Add([]byte("tcp.stream\ttcp.srcport\ttcp.seq\ttcp.payload\n1\t2\t3\taa\n1\t2\t9\tbb\n"))
	f.Add([]byte("> " + base64.StdEncoding.EncodeToString([]byte("hello"))))
	f.Fuzz(func(t *testing.T, text []byte) {
		small := capture.Limits{Frame: 1 << 10, Line: 1 << 13}
		src := func() io.Reader { return strings.NewReader(string(text)) }
		for _, r := range []capture.Reader{
			capture.NewLines(src(), input.Auto, small), capture.NewHAR(src(), small, nil),
			capture.NewTshark(src(), false, small), capture.NewTshark(src(), true, small),
			capture.NewFramer(capture.NewTshark(src(), true, small), func(frames.Sender) frames.Framing { return &subc.Framing{MaxBody: 1 << 10, FindHandshake: true} }),
			capture.NewFramer(capture.NewBinary(src(), frames.Client), func(frames.Sender) frames.Framing { return &frames.Lengths{Order: littleEndian, MaxFrame: 1 << 10} }),
		} {
			for n := 0; ; n++ {
				if _, err := r.Next(); err != nil {
					break
				}
				if n > 10*len(text)+10 {
					t.Fatal("more pieces than bytes")
				}
			}
		}
	})
}

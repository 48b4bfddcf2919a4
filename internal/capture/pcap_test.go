package capture_test

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/capture"
)

// wire writes the packets of one TCP connection as a pcap file writes them.
type wire struct {
	packets [][]byte
	seq     [2]uint32
	v6      bool
	mtu     int
	port    uint16 // of the client
}

const (
	fin = 1
	syn = 2
	ack = 16
)

func newWire(mtu int, v6 bool) *wire {
	return &wire{seq: [2]uint32{1000, 1<<32 - 20}, mtu: mtu, v6: v6, port: 50000}
}

func (w *wire) open() {
	w.packet(0, syn, nil)
	w.packet(1, syn|ack, nil)
}

func (w *wire) send(dir int, data []byte) {
	for part := range slices.Chunk(data, w.mtu) {
		w.packet(dir, ack, part)
	}
}

func (w *wire) packet(dir, flags int, data []byte) {
	tcp := binary.BigEndian.AppendUint16(nil, [2]uint16{w.port, 8080}[dir])
	tcp = binary.BigEndian.AppendUint16(tcp, [2]uint16{8080, w.port}[dir])
	tcp = binary.BigEndian.AppendUint32(tcp, w.seq[dir])
	tcp = binary.BigEndian.AppendUint32(tcp, w.seq[1-dir])
	tcp = append(append(tcp, 5<<4, byte(flags), 255, 255, 0, 0, 0, 0), data...)
	w.seq[dir] += uint32(len(data))
	if flags&syn != 0 {
		w.seq[dir]++
	}
	var ip []byte
	if w.v6 {
		ip = binary.BigEndian.AppendUint16([]byte{6 << 4, 0, 0, 0}, uint16(len(tcp)))
		ip = append(ip, 6, 64)
		ip = append(append(ip, make([]byte, 15)...), byte(dir+1))
		ip = append(append(ip, make([]byte, 15)...), byte(2-dir))
	} else {
		ip = binary.BigEndian.AppendUint16([]byte{4<<4 | 5, 0}, uint16(20+len(tcp)))
		ip = append(ip, 0, 0, 0x40, 0, 64, 6, 0, 0, 10, 0, 0, byte(dir+1), 10, 0, 0, byte(2-dir))
	}
	w.packets = append(w.packets, append(ip, tcp...))
}

// pcapFile returns a file of raw IP packets.
func pcapFile(packets [][]byte) []byte {
	b := binary.LittleEndian.AppendUint32(nil, 0xa1b2c3d4)
	b = append(b, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 101, 0, 0, 0)
	for i, p := range packets {
		b = binary.LittleEndian.AppendUint32(b, 1700000000)
		b = binary.LittleEndian.AppendUint32(b, uint32(i))
		b = binary.LittleEndian.AppendUint32(b, uint32(len(p)))
		b = append(binary.LittleEndian.AppendUint32(b, uint32(len(p))), p...)
	}
	return b
}

// wsOptions are how a WebSocket connection sends.
type wsOptions struct {
	mtu, fragment       int
	v6, deflate, single bool
}

type sent struct {
	dir  int
	data []byte
}

// socketFrame returns a frame of RFC 6455.
func socketFrame(dir int, first byte, data []byte) []byte {
	b := []byte{first}
	mask := byte(0)
	if dir == 0 {
		mask = 0x80
	}
	switch n := len(data); {
	case n < 126:
		b = append(b, mask|byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, mask|126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, mask|127), uint64(n))
	}
	if dir == 1 {
		return append(b, data...)
	}
	key := [4]byte{0x11, 0x92, 0xa3, 0x04}
	b = append(b, key[:]...)
	for i, c := range data {
		b = append(b, c^key[i&3])
	}
	return b
}

// sendAll sends messages over a connection.
func sendAll(w *wire, messages []sent, o wsOptions) {
	extension := ""
	if o.deflate {
		extension = "Sec-WebSocket-Extensions: permessage-deflate\r\n"
	}
	w.open()
	w.send(0, []byte("GET /run HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"+extension+"\r\n"))
	w.send(1, []byte("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"+extension+"\r\n"))
	var compressors [2]*flate.Writer
	var outs [2]bytes.Buffer
	for dir := range 2 {
		compressors[dir], _ = flate.NewWriter(&outs[dir], 6)
	}
	var joined []byte
	joinedDir := 0
	for _, m := range messages {
		data, first := m.data, byte(0x02)
		if o.deflate {
			compressors[m.dir].Write(data)
			compressors[m.dir].Flush()
			data, first = bytes.TrimSuffix(bytes.Clone(outs[m.dir].Bytes()), []byte{0, 0, 0xff, 0xff}), 0x42
			outs[m.dir].Reset()
		}
		var all []byte
		if o.fragment > 0 {
			for len(data) > o.fragment {
				all = append(all, socketFrame(m.dir, first, data[:o.fragment])...)
				all = append(all, socketFrame(m.dir, 0x89, []byte("ping"))...) // between fragments
				data, first = data[o.fragment:], 0
			}
		}
		all = append(all, socketFrame(m.dir, first|0x80, data)...)
		if joinedDir != m.dir || !o.single {
			w.send(joinedDir, joined)
			joined, joinedDir = nil, m.dir
		}
		joined = append(joined, all...)
	}
	w.send(joinedDir, joined)
}

func conversation() []sent {
	list := []sent{{0, []byte{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}}, {0, append([]byte{1, 0, 0, 0, 1, 0, 0, 0, 0, 0}, "{\"a\":1}"...)}}
	for i := range 20 {
		list = append(list, sent{1, append([]byte{4, 0, 0, 0, 1, 0, 0, 0, byte(i), 11}, strings.Repeat("x", 13*i)...)},
			sent{0, append([]byte{5, 0, 0, 0, 1, 0, 0, 0, byte(i), 0}, strings.Repeat("abc", 40*i)...)})
	}
	return list
}

func asText(messages []sent) (list []string) {
	for _, m := range messages {
		list = append(list, fmt.Sprintf("%s %x", [...]string{"client", "server"}[m.dir], m.data))
	}
	return list
}

func pcapReader(file []byte) capture.Reader {
	return capture.NewPcap(bytes.NewReader(file), capture.PcapOptions{Limits: capture.Limits{Frame: 8 << 20}, NewFraming: func(name string) frames.Framing {
		return all.NewFraming(name, all.FramingOptions{MaxFrame: 1 << 20, FindHandshake: true})
	}})
}

// read returns the messages of a file as text.
func read(t *testing.T, file []byte) (list []string) {
	t.Helper()
	r := pcapReader(file)
	for {
		p, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			return append(list, "end "+err.Error())
		}
		text := fmt.Sprintf("%s %x", p.From, p.Bytes)
		if p.Fault != nil {
			text = p.From.String() + " " + p.Fault.Code
		}
		for _, w := range p.Warnings {
			text += " " + w.Code
		}
		list = append(list, text)
	}
}

func TestPcapWebSocket(t *testing.T) {
	messages := conversation()
	for name, o := range map[string]wsOptions{
		"plain": {mtu: 1400}, "IPv6": {mtu: 1400, v6: true}, "7 bytes": {mtu: 7}, "fragments": {mtu: 1400, fragment: 30},
		"several": {mtu: 60000, single: true}, "deflate": {mtu: 1400, deflate: true}, "all": {mtu: 7, fragment: 11, deflate: true, v6: true},
	} {
		w := newWire(o.mtu, o.v6)
		sendAll(w, messages, o)
		check(t, name, read(t, pcapFile(w.packets)), asText(messages)...)
		// Repeated, and out of order within what is on its way at once.
		var shuffled [][]byte
		random := rand.New(rand.NewPCG(1, 2))
		for part := range slices.Chunk(w.packets[2:], 6) {
			part = append(slices.Clone(part), part[0])
			random.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
			shuffled = append(shuffled, part...)
		}
		check(t, name+" shuffled", read(t, pcapFile(append(slices.Clone(w.packets[:2]), shuffled...))), asText(messages)...)
	}
}

func TestPcapLargeMessage(t *testing.T) {
	messages := []sent{{0, append([]byte{5, 0, 0, 0, 1, 0, 0, 0, 1, 0}, bytes.Repeat([]byte("0123456789abcdef"), 3<<16)...)}}
	w := newWire(60000, false)
	sendAll(w, messages, wsOptions{})
	check(t, "3 MB", read(t, pcapFile(w.packets)), asText(messages)...)
}

// Two connections at once, and a third with the ports of the first.
func TestPcapConnections(t *testing.T) {
	messages := conversation()[:4]
	a, b, again := newWire(1400, false), newWire(1400, false), newWire(1400, false)
	b.port, again.seq = 50001, [2]uint32{77, 99}
	for _, w := range []*wire{a, b, again} {
		sendAll(w, messages, wsOptions{})
	}
	var packets [][]byte
	for i := range a.packets {
		packets = append(packets, a.packets[i], b.packets[i])
	}
	if got := read(t, pcapFile(append(packets, again.packets...))); len(got) != 12 {
		t.Errorf("%d messages: %q", len(got), got)
	}
}

// A capture that begins in the middle, and one with a hole.
func TestPcapHoles(t *testing.T) {
	messages := conversation()
	w := newWire(1400, false)
	sendAll(w, messages, wsOptions{})
	check(t, "middle", read(t, pcapFile(w.packets[5:])), asText(messages[1:])...)
	got := read(t, pcapFile(slices.Delete(slices.Clone(w.packets), 20, 21)))
	if len(got) != len(messages)-1 || strings.Count(strings.Join(got, " "), "gap") != 1 {
		t.Errorf("hole: %q", got)
	}
	file := pcapFile(w.packets)
	got = read(t, file[:len(file)-5])
	if last := got[len(got)-1]; !strings.Contains(last, "the capture ends inside packet") {
		t.Errorf("cut: %q", last)
	}
}

func FuzzPcap(f *testing.F) {
	w := newWire(100, false)
	sendAll(w, conversation()[:6], wsOptions{deflate: true, fragment: 20})
	f.Add(pcapFile(w.packets))
	f.Add(pcapFile(w.packets[5:]))
	f.Fuzz(func(_ *testing.T, file []byte) {
		r := pcapReader(file)
		for {
			if _, err := r.Next(); err != nil {
				return
			}
		}
	})
}

package capture_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"sync"
	"testing"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/input"
)

// recorder is a wire between two sockets.
type recorder struct {
	mu   sync.Mutex
	wire *wire
}

// recordedConn records what is written to a connection.
type recordedConn struct {
	net.Conn
	recorder *recorder
	dir      int
}

func (c recordedConn) Write(p []byte) (int, error) {
	c.recorder.mu.Lock()
	c.recorder.wire.send(c.dir, p)
	c.recorder.mu.Unlock()
	return c.Conn.Write(p)
}

// receiveMessage reads one unfragmented message of RFC 6455.
func receiveMessage(r io.Reader) ([]byte, error) {
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	size := uint64(head[1] & 127)
	if width := map[uint64]int{126: 2, 127: 8}[size]; width > 0 {
		var long [8]byte
		if _, err := io.ReadFull(r, long[8-width:]); err != nil {
			return nil, err
		}
		size = binary.BigEndian.Uint64(long[:])
	}
	var key [4]byte
	if head[1]&128 != 0 {
		if _, err := io.ReadFull(r, key[:]); err != nil {
			return nil, err
		}
	}
	data := make([]byte, size)
	_, err := io.ReadFull(r, data)
	for i := range data {
		data[i] ^= key[i&3]
	}
	return data, err
}

// serve answers the upgrade, and then sends the messages of the server in turn.
func serve(c net.Conn, messages []sent) error {
	r := bufio.NewReader(c)
	if _, err := http.ReadRequest(r); err != nil {
		return err
	}
	if _, err := io.WriteString(c, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"); err != nil {
		return err
	}
	return exchange(c, r, 1, messages)
}

// exchange sends the messages of one side, and checks those of the other.
func exchange(c net.Conn, r io.Reader, side int, messages []sent) error {
	for i, m := range messages {
		if m.dir == side {
			if _, err := c.Write(socketFrame(side, 0x82, m.data)); err != nil {
				return err
			}
			continue
		}
		data, err := receiveMessage(r)
		if err != nil {
			return err
		}
		if !bytes.Equal(data, m.data) {
			return fmt.Errorf("message %d is %x, want %x", i, data, m.data)
		}
	}
	return nil
}

// A client and a server talk through sockets; what they write is captured, and
// gives the same messages as the log of what they meant.
func TestPcapLoopback(t *testing.T) {
	messages := append(conversation(), sent{1, bytes.Repeat([]byte("large"), 40000)})
	for _, mtu := range []int{7, 1448} {
		got, log := overLoopback(t, mtu, messages), logged(t, messages)
		if !slices.Equal(got, log) {
			t.Errorf("segments of %d bytes: %d messages differ from the %d of the log", mtu, len(got), len(log))
		}
	}
}

func overLoopback(t *testing.T, mtu int, messages []sent) []string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	rec := &recorder{wire: newWire(mtu, false)}
	rec.wire.open()
	served := make(chan error, 1)
	go func() {
		c, err := listener.Accept()
		if err == nil {
			defer c.Close()
			err = serve(recordedConn{c, rec, 1}, messages)
		}
		served <- err
	}()
	c, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	client := recordedConn{c, rec, 0}
	r := bufio.NewReader(c)
	if _, err := io.WriteString(client, "GET /run HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if answer, err := http.ReadResponse(r, nil); err != nil || answer.StatusCode != http.StatusSwitchingProtocols {
		t.Fatal(answer, err)
	}
	if err := exchange(client, r, 0, messages); err != nil {
		t.Fatal(err)
	}
	if err := <-served; err != nil {
		t.Fatal(err)
	}
	return read(t, pcapFile(rec.wire.packets))
}

// logged returns the messages of a log of NDJSON.
func logged(t *testing.T, messages []sent) (list []string) {
	t.Helper()
	var log bytes.Buffer
	for _, m := range messages {
		fmt.Fprintf(&log, `{"direction":%q,"base64":%q}`+"\n", [...]string{"client", "server"}[m.dir], base64.StdEncoding.EncodeToString(m.data))
	}
	r := capture.NewLines(&log, input.Auto, limits)
	for {
		p, err := r.Next()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s %x", p.From, p.Bytes))
	}
}

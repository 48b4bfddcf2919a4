package capture

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"errors"
	"io"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// Opcodes of WebSocket frames (RFC 6455, 5.2).
const (
	opContinue = 0
	opText     = 1
	opBinary   = 2
	opClose    = 8
	opPong     = 10
)

// wsFrame is the header of a WebSocket frame.
type wsFrame struct {
	fin, compressed, masked bool
	opcode                  byte
	key                     [4]byte
	head                    int // size of the header
	size                    int // size of the payload
}

// parseFrame reads the header of a frame. ok is false if it is not one, and head is 0
// if b ends inside it.
func parseFrame(b []byte) (f wsFrame, ok bool) {
	if len(b) < 1 {
		return f, true
	}
	f.fin, f.compressed, f.opcode = b[0]&0x80 != 0, b[0]&0x40 != 0, b[0]&15
	control := f.opcode >= opClose
	if b[0]&0x30 != 0 || f.opcode > opBinary && !control || f.opcode > opPong || control && (!f.fin || f.compressed) {
		return f, false
	}
	if len(b) < 2 {
		return f, true
	}
	f.masked, f.size = b[1]&0x80 != 0, int(b[1]&0x7f)
	head := 2
	switch {
	case control && f.size > 125:
		return f, false
	case f.size == 126:
		head = 4
	case f.size == 127:
		head = 10
	}
	if len(b) < head {
		return f, true
	}
	switch head {
	case 4:
		if f.size = int(binary.BigEndian.Uint16(b[2:])); f.size < 126 {
			return f, false
		}
	case 10:
		n := binary.BigEndian.Uint64(b[2:])
		if n < 1<<16 || n > 1<<40 {
			return f, false
		}
		f.size = int(n)
	}
	if f.masked {
		if len(b) < head+4 {
			return f, true
		}
		f.key = [4]byte(b[head:])
		head += 4
	}
	f.head = head
	return f, true
}

// webSocket reads the messages of one side of a WebSocket connection.
type webSocket struct {
	limits Limits
	emit   func(*Piece)
	fresh  bool // each message is compressed on its own
	window []byte

	buf   []byte // an incomplete header, or where the next frame is to be found
	frame wsFrame
	left  int // bytes of the payload of frame that are to come
	lost  bool
	// The message so far, of frames before the last one.
	open, compressed, broken bool
	message                  []byte
	opcode                   byte
	missing                  int
	size                     int // of all its frames so far
	dropped                  int
	warnings                 []*diag.Diagnostic
}

// maxHeader is the maximum size of the header of a frame, in bytes.
const maxHeader = 14

// maxResume is how many bytes are searched at a time for the start of a frame.
const maxResume = 64 << 10

// add takes the next data of the side; base has its place and time.
func (w *webSocket) add(data []byte, base *Piece) {
	for len(data) > 0 {
		if w.left > 0 {
			n := min(w.left, len(data))
			w.payload(data[:n])
			w.left -= n
			data = data[n:]
			if w.left == 0 {
				w.endFrame(base)
			}
			continue
		}
		if len(w.buf) > 0 {
			n := len(data)
			if !w.lost {
				n = min(n, maxHeader-len(w.buf))
			}
			had := len(w.buf)
			w.buf = append(w.buf, data[:n]...)
			used, ok := w.startFrame(w.buf, base)
			if !ok {
				data = data[n:]
				continue
			}
			rest := w.buf[used:]
			if used >= had { // the rest is of data
				data = data[used-had:]
				w.buf = w.buf[:0]
				continue
			}
			data = append(bytes.Clone(rest), data[n:]...)
			w.buf = w.buf[:0]
			continue
		}
		used, ok := w.startFrame(data, base)
		if !ok {
			w.buf = append(w.buf[:0], data...)
			return
		}
		data = data[used:]
	}
}

// startFrame reads the header at the start of b, of which it uses some bytes. ok is
// false if b ends before a frame begins.
func (w *webSocket) startFrame(b []byte, base *Piece) (used int, ok bool) {
	if w.lost {
		at, found := findFrame(b, base.From)
		if !found {
			if len(b) > maxResume {
				w.dropped += at
				w.buf = append(w.buf[:0], b[at:]...)
			}
			return 0, false
		}
		w.dropped += at
		if w.dropped > 0 {
			w.warn(loss(false, text.Count(w.dropped, "byte")+" that the "+base.From.String()+" sent before this message skipped: the start of a message was not captured"))
		}
		w.lost, w.dropped, used = false, 0, at
	}
	f, valid := parseFrame(b[used:])
	if valid && f.head > 0 {
		valid = f.opcode >= opClose || w.open == (f.opcode == opContinue) || w.broken
	}
	if !valid {
		w.lost, w.open = true, false
		return used + 1, true
	}
	if f.head == 0 {
		return 0, false
	}
	w.frame, w.left = f, f.size
	if f.opcode != opContinue && f.opcode < opClose {
		w.open, w.compressed, w.broken, w.opcode = true, f.compressed, false, f.opcode
		w.message, w.missing, w.size = w.message[:0], 0, 0
	}
	if f.opcode < opClose {
		w.size += f.size
	}
	if f.size == 0 {
		w.endFrame(base)
	}
	return used + f.head, true
}

// payload takes bytes of the payload of the frame.
func (w *webSocket) payload(data []byte) {
	if w.frame.opcode >= opClose || w.missing > 0 || w.broken || len(w.message) > w.limits.Frame {
		return
	}
	phase := (w.frame.size - w.left) & 3
	start := len(w.message)
	w.message = append(w.message, data...)
	if w.frame.masked {
		unmask(w.message[start:], w.frame.key, phase)
	}
}

// unmask removes a mask from data, which begin at a phase of the key.
func unmask(data []byte, key [4]byte, phase int) {
	var shifted [8]byte
	for i := range shifted {
		shifted[i] = key[(phase+i)&3]
	}
	word := binary.LittleEndian.Uint64(shifted[:])
	for len(data) >= 8 {
		binary.LittleEndian.PutUint64(data, binary.LittleEndian.Uint64(data)^word)
		data = data[8:]
	}
	for i := range data {
		data[i] ^= shifted[i]
	}
}

// gap takes a hole of n bytes.
func (w *webSocket) gap(n int, cut bool, base *Piece) {
	message := "the capture lacks " + text.Count(n, "byte") + " that the " + base.From.String() + " sent"
	if w.left == 0 || w.lost {
		w.warn(loss(cut, message+" before this message"))
		w.lost, w.open = true, false
		w.dropped += len(w.buf)
		w.buf = w.buf[:0]
		return
	}
	within := min(n, w.left)
	if w.frame.opcode < opClose && w.open {
		w.missing += max(within, 1)
		w.warn(loss(cut, message+" in this message"))
	}
	w.left -= within
	if n > within { // the rest of the message is lost, too
		w.frame.fin = true
		w.endFrame(base)
		w.lost = true
	} else if w.left == 0 {
		w.endFrame(base)
	}
	w.window = w.window[:0]
}

func (w *webSocket) warn(d *diag.Diagnostic) {
	if len(w.warnings) < 4 { // of a stream of holes the first ones count
		w.warnings = append(w.warnings, d)
	}
}

// endFrame ends a frame, and the message if it was its last one.
func (w *webSocket) endFrame(base *Piece) {
	if w.frame.opcode >= opClose || !w.frame.fin || !w.open {
		return
	}
	w.open = false
	p := *base
	p.Warnings, w.warnings = w.warnings, nil
	p.Lossy = len(p.Warnings) > 0
	switch {
	case len(w.message) > w.limits.Frame || w.size > w.limits.Frame && w.missing == 0:
		p.Fault = tooLargeMessage(w.size, w.limits.Frame)
	case w.compressed:
		w.inflate(&p)
	default:
		p.Bytes = w.message
		w.message = nil
	}
	if w.missing > 0 {
		p.Missing = max(w.size-len(p.Bytes), 1)
	}
	w.emit(&p)
}

// maxWindow is how far compressed data refer back, in bytes.
const maxWindow = 32 << 10

// inflate sets the bytes of a compressed message (RFC 7692, 7.2.2).
func (w *webSocket) inflate(p *Piece) {
	src := io.MultiReader(bytes.NewReader(w.message), bytes.NewReader([]byte{0, 0, 0xff, 0xff, 1, 0, 0, 0xff, 0xff}))
	r := flate.NewReaderDict(src, w.window)
	b, err := io.ReadAll(io.LimitReader(r, int64(w.limits.Frame)+1))
	switch {
	case len(b) > w.limits.Frame:
		p.Fault = &diag.Diagnostic{Code: "limit", Need: diag.Count(w.limits.Frame),
			Message: "the message is larger when it is decompressed: " + text.Limit(w.limits.Frame, "max-frame")}
		w.window = w.window[:0]
		return
	case err != nil && w.missing == 0 && !errors.Is(err, io.ErrUnexpectedEOF), len(b) == 0 && err != nil:
		p.Bytes = bytes.Clone(w.message)
		p.Fault = compressedError("it refers to messages that are not in the capture")
		w.window = w.window[:0]
		return
	}
	p.Bytes = b
	if w.fresh || w.missing > 0 {
		w.window = w.window[:0]
		return
	}
	w.window = append(w.window, b...)
	if n := len(w.window) - maxWindow; n > 0 {
		w.window = append(w.window[:0], w.window[n:]...)
	}
}

// compressedError is the fault of a message that is compressed, and cannot be
// decompressed for a reason.
func compressedError(reason string) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "compressed", Message: "the message is still compressed (permessage-deflate): " + reason,
		Hint: "begin the capture before the connection is opened"}
}

func tooLargeMessage(size, limit int) *diag.Diagnostic {
	return &diag.Diagnostic{Code: "limit", Need: diag.Count(limit), Have: diag.Count(size),
		Message: "the message has " + text.Count(size, "byte") + ", " + text.Limit(limit, "max-frame")}
}

// findFrame returns the offset of the first frame of a side in b. The frame, and what
// follows it, must look like those of the protocols. If there is none, at is how many
// bytes surely do not begin one.
func findFrame(b []byte, from frames.Sender) (at int, found bool) {
	for at = 0; at+maxHeader+minMessage <= len(b) || at+2 <= len(b) && at == 0; at++ {
		if likelyFrame(b[at:], from) {
			return at, true
		}
	}
	return at, false
}

// minMessage is how much of a message shows that it is one, in bytes.
const minMessage = 9

// likelyFrame reports whether b begins with a whole frame that has a message, or a
// part of it, and that ends where another frame or nothing begins.
func likelyFrame(b []byte, from frames.Sender) bool {
	f, ok := parseFrame(b)
	if !ok || f.head == 0 || f.opcode == opContinue || f.opcode >= opClose {
		return false
	}
	if from == frames.Client && !f.masked || from == frames.Server && f.masked {
		return false
	}
	if f.size >= len(b)-f.head-1 || !f.compressed {
		head := bytes.Clone(b[f.head:min(f.head+min(f.size, minMessage), len(b))])
		if f.masked {
			unmask(head, f.key, 0)
		}
		if !f.compressed && !likelyMessage(head) {
			return false
		}
	}
	rest := b[min(f.head+f.size, len(b)):]
	_, ok = parseFrame(rest)
	return ok
}

// likelyMessage reports whether a message begins like one of the protocols: the header
// of diverge, whose numbers are small, a CBOR map, or the header of subc.
func likelyMessage(b []byte) bool {
	if len(b) < minMessage {
		return false
	}
	const kinds, majorMap, smallNumber = 7, 5, 1 << 20
	if b[0] < kinds && binary.BigEndian.Uint32(b[1:]) < smallNumber && binary.BigEndian.Uint32(b[5:]) < smallNumber {
		return true
	}
	return b[0]>>5 == majorMap && b[1]>>5 == 3 || b[4] == 2 && b[5] < 12 && b[3] < 4
}

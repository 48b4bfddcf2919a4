package capture

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// addMessages makes pieces of a packet.
func (t *tshark) addMessages(p packet, at, line int, text []byte) {
	t.pending = t.pending[:0]
	base := Piece{Connection: p.first(fieldStream), Offset: at, Line: line, Text: text}
	base.Time, _ = parseTime(p.first(fieldTime))
	if t.segments {
		t.addSegment(p, base)
		return
	}
	messages, isText := p[fieldData], false
	for _, field := range []string{binaryMessage, fieldMessage, textMessage} {
		if len(messages) == 0 {
			messages, isText = p[field], field == textMessage
		}
	}
	opcodes, masks := p[fieldOpcode], p[fieldMask]
	next := 0
	for i := range max(len(opcodes), len(messages)) {
		piece := base
		if i < len(opcodes) && isControlOpcode(opcodes[i]) {
			continue // ping, pong, close
		}
		if next >= len(messages) {
			break
		}
		piece.From = t.sender(p, elementAt(masks, i))
		b, err := payload(messages[next], isText)
		next++
		if err != nil || len(b) > t.limits.Frame {
			piece.Fault = payloadError(err, len(b), t.limits.Frame)
		} else {
			piece.Bytes = b
		}
		t.pending = append(t.pending, piece)
	}
}

// elementAt is the element of a list, "" behind its end.
func elementAt(list []string, i int) string {
	if i < len(list) {
		return list[i]
	}
	return ""
}

// isControlOpcode tells whether a WebSocket message is not of data.
func isControlOpcode(opcode string) bool { return opcode == "8" || opcode == "9" || opcode == "10" }

// payload reads bytes as tshark prints them: hex, with colons or without.
func payload(text string, isText bool) ([]byte, error) {
	if isText {
		return []byte(text), nil
	}
	return hex.DecodeString(strings.ReplaceAll(text, ":", ""))
}

// spelled is a byte of a text as a message names it.
func spelled(b byte) string {
	if b < utf8.RuneSelf {
		return strconv.QuoteRune(rune(b))
	}
	return fmt.Sprintf("the byte 0x%02x", b)
}

// payloadError says why a payload has no bytes: what hex.DecodeString says of it,
// or its size.
func payloadError(err error, size, limit int) *diag.Diagnostic {
	if err != nil {
		text := "a byte has two hex digits, the last has one"
		if stray := hex.InvalidByteError(0); errors.As(err, &stray) {
			text = spelled(byte(stray)) + " is neither a hex digit nor a colon"
		}
		return &diag.Diagnostic{Code: "form", Message: "the payload of a packet is hex: " + text}
	}
	return &diag.Diagnostic{Code: "limit", Need: diag.Count(limit), Have: diag.Count(size),
		Message: fmt.Sprintf("the payload has %d bytes, --max-frame allows %d", size, limit)}
}

// sender tells who has sent a packet. The client masks its WebSocket messages;
// it is the side that opens the TCP stream, or else the one that sends first.
func (t *tshark) sender(p packet, mask string) frames.Sender {
	switch strings.ToLower(mask) {
	case "1", "true":
		return frames.Client
	case "0", "false":
		return frames.Server
	}
	stream, from := p.first(fieldStream), p.first(fieldFrom)
	if from == "" {
		return frames.UnknownSender
	}
	client, ok := t.clients[stream]
	if !ok {
		if len(t.clients) >= maxStreams {
			clear(t.clients)
		}
		client = from
		if isSet(p.first(fieldSyn)) && isSet(p.first(fieldAck)) {
			client = p.first(fieldTo) // the answer to what opens the stream
		}
		t.clients[stream] = client
	}
	if from == client {
		return frames.Client
	}
	return frames.Server
}

func isSet(flag string) bool { return flag == "1" || strings.EqualFold(flag, "true") }

// addSegment makes a piece of the TCP payload of a packet.
func (t *tshark) addSegment(p packet, piece Piece) {
	piece.From = t.sender(p, "")
	piece.Text, piece.Line = nil, 0
	text := p.first(fieldSegment)
	syn := isSet(p.first(fieldSyn))
	if text == "" && !syn {
		return
	}
	b, err := payload(text, false)
	if err != nil {
		piece.Fault, b = payloadError(err, 0, 0), nil
	}
	piece.Bytes = b
	piece.seq, piece.segment = parseSequence(p.first(fieldSeq))
	if syn {
		piece.seq++ // the opening itself has a number
	}
	t.pending = append(t.pending, piece)
}

// Package capture reads recordings of connections: the lines of a log, NDJSON, a
// browser's HAR file, or the output of tshark. Each reader returns pieces: what
// one side of a connection sent, ordered by time. Where a connection is a byte
// stream, a [Framer] splits the pieces into frames.
//
// Goals: a capture may have any length, be cut short, or hold several
// connections. Memory is bounded by the largest piece, and by the data that
// incomplete byte streams hold. Non-goals: the meaning of the messages, which
// package conversation tracks, and packets as sent on the wire.
package capture

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// A Piece is data that one side sent: a message, or some bytes of a stream. It is
// valid until the next piece is read.
type Piece struct {
	Connection *Connection // nil if it is not known, or there is only one
	From       frames.Sender
	Time       time.Time // zero if unknown
	Bytes      []byte
	// Fault is why there are no bytes, or nil. Its offset counts from the start of
	// Text, if there is one.
	Fault *diag.Diagnostic

	Offset        int        // of the piece in the input, or of a frame in its stream
	Framed        bool       // reports whether the piece is a frame of a stream
	Line          int        // line number of Text, from 1; 0 without a Text
	ColumnsBefore int        // columns of the line before Text
	Text          []byte     // the line that holds the piece
	Start         int        // start of the encoded bytes in Text
	End           int        // end of the encoded bytes in Text
	Form          input.Form // form of the encoded bytes

	// Missing is how many bytes of the message the capture lacks after Bytes.
	Missing int
	// Lossy is set if the capture lacks data of the connection before the piece.
	Lossy    bool
	Warnings []*diag.Diagnostic // about what the capture lacks

	segment *segment // the TCP segment that has the bytes; nil for none
	gap     int      // bytes that are missing before the piece in its stream
	cut     bool     // they were left out by the snap length
}

// loss returns the warning about bytes that the capture lacks or leaves out.
func loss(cut bool, message string) *diag.Diagnostic {
	d := &diag.Diagnostic{Code: "gap", Severity: diag.Warning, Message: message}
	if cut {
		d.Code = "cut"
	}
	return d
}

// A Connection is what a capture shows of a connection. A reader has one value for
// each.
type Connection struct {
	ID string // in the capture: a number of tshark, a member of a log
	// Client and Server are the addresses and ports of both sides:
	// "127.0.0.1:8080", "[::1]:8080"; "" if unknown.
	Client, Server string
	Protocol       string // what carries the messages, such as "WebSocket"; "" if unknown
}

// connections are those of a capture that names them, by ID.
type connections map[string]*Connection

// get returns the connection with an ID, which is new if there is none. At
// [maxStreams] connections the others are forgotten.
func (c connections) get(id string) *Connection {
	known := c[id]
	if known == nil {
		if len(c) >= maxStreams {
			clear(c)
		}
		known = &Connection{ID: id}
		c[id] = known
	}
	return known
}

// A Reader reads pieces. The error is io.EOF after the last piece.
type Reader interface {
	Next() (*Piece, error)
}

// Limits are the limits of a [Reader].
type Limits struct {
	Frame int // maximum frame size, in bytes
	Line  int // maximum length of a line, in bytes
}

// maxSeconds is the limit for seconds since 1970. A greater number is taken for
// milliseconds.
const maxSeconds = 1e11

// parseTime parses a time in RFC 3339, or decimal seconds or milliseconds since
// 1970 UTC.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UTC(), true
	}
	for _, layout := range [...]string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true // without a zone, as Python writes it; taken for UTC
		}
	}
	whole, fraction, _ := strings.Cut(text, ".")
	secs, err := strconv.ParseInt(whole, 10, 64)
	nanos, ok := nanoseconds(fraction)
	switch {
	case err != nil || !ok:
		return parseFloatTime(text)
	case secs >= maxSeconds && secs < maxSeconds*1000:
		return time.Unix(secs/1000, secs%1000*1e6+nanos/1000).UTC(), true
	case secs >= maxSeconds || secs <= -maxSeconds:
		return time.Time{}, false
	case strings.HasPrefix(whole, "-"):
		nanos = -nanos
	}
	return time.Unix(secs, nanos).UTC(), true
}

// nanoseconds parses the digits after the decimal point of seconds.
func nanoseconds(digits string) (int64, bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, _ := strconv.ParseInt((digits + "000000000")[:9], 10, 64)
	return n, true
}

// parseFloatTime parses seconds since 1970 with an exponent.
func parseFloatTime(text string) (time.Time, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f >= maxSeconds || f <= -maxSeconds {
		return time.Time{}, false
	}
	whole, fraction := math.Modf(f)
	return time.Unix(int64(whole), int64(fraction*1e9)).UTC(), true
}

// nodeTime parses a time in a JSON string or number.
func nodeTime(doc *jsondoc.Doc, n int) (time.Time, bool) {
	switch doc.Kind(n) {
	case jsondoc.String:
		return parseTime(doc.Value(n))
	case jsondoc.Number:
		return parseTime(string(doc.Raw(n)))
	}
	return time.Time{}, false
}

// Package capture reads what was written down of connections: lines of a log,
// NDJSON, a browser's HAR file, the output of tshark. Each gives pieces: what
// one side of a connection sent, in the order of time. A [Framer] makes frames
// of pieces where connections are byte streams.
//
// Goals: captures may be of any length, cut, or mixed of connections; memory is
// bounded by the largest piece, and by what a byte stream waits for. Not goals:
// what the messages mean, which package conversation follows, and packets as
// they were on the wire.
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

// Piece is what one side sent at once: a message, or some bytes of a stream.
// It is only valid until the next one is read.
type Piece struct {
	Connection string // tells connections apart; "" where there is one
	From       frames.Sender
	Time       time.Time // the zero time where it is not known
	Bytes      []byte
	// Fault says why there are no bytes; its offset counts from the start of
	// Text where there is one.
	Fault *diag.Diagnostic

	Offset        int        // of the piece in the input; of a frame, in its stream
	Framed        bool       // it is a frame of a stream
	Line          int        // from 1, of Text; 0 where there is none
	ColumnsBefore int        // columns of the line before Text
	Text          []byte     // the line that it stands in
	Start         int        // where in the line its bytes are spelled,
	End           int        // and up to where
	Form          input.Form // how they are

	segment bool // the bytes of a TCP segment, from number seq on
	seq     uint32
}

// Reader reads pieces. The error is io.EOF behind the last.
type Reader interface {
	Next() (*Piece, error)
}

// Limits bound what is read.
type Limits struct {
	Frame int // the largest frame, in bytes
	Line  int // the longest line, in bytes
}

// maxSeconds is the largest number that is read as seconds since 1970: what is
// more must be milliseconds.
const maxSeconds = 1e11

// parseTime reads a time: seconds, or milliseconds, since 1970 UTC in decimal,
// or RFC 3339.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UTC(), true
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

// nanoseconds reads the digits behind the point of seconds.
func nanoseconds(digits string) (int64, bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, _ := strconv.ParseInt((digits + "000000000")[:9], 10, 64)
	return n, true
}

// parseFloatTime reads a number with an exponent.
func parseFloatTime(text string) (time.Time, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f >= maxSeconds || f <= -maxSeconds {
		return time.Time{}, false
	}
	whole, fraction := math.Modf(f)
	return time.Unix(int64(whole), int64(fraction*1e9)).UTC(), true
}

// nodeTime reads a time that is a string or a number of a document.
func nodeTime(doc *jsondoc.Doc, n int) (time.Time, bool) {
	switch doc.Kind(n) {
	case jsondoc.String:
		return parseTime(doc.Value(n))
	case jsondoc.Number:
		return parseTime(string(doc.Raw(n)))
	}
	return time.Time{}, false
}

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
	"time"

	"github.com/divtool/divtool/internal/input"
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

package capture

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"strings"

	"github.com/divtool/divtool/internal/stream"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

// OpenFile opens a file beside a capture. The name has no directory.
type OpenFile func(name string) (io.ReadCloser, error)

// attachedMessages are the messages of an entry that are lines of a file of their
// own, as Playwright attaches them.
type attachedMessages struct {
	name  string
	at    int // offset in the HAR file where it is named
	file  io.Closer
	lines *frames.Splitter
	batch frames.Batch
	next  int
}

// attachedName returns the name of the file that has the messages of the current
// entry, if the last step read one.
func (h *har) attachedName() (string, bool) {
	ok := h.text != "" && h.depth() == 6 && h.nameAt(5) == "_file" && h.nameAt(4) == "content" && h.nameAt(3) == "response" &&
		h.nameAt(0) == harLog && h.nameAt(1) == harEntries && strings.HasSuffix(h.text, ".jsonl")
	return h.text, ok && !h.otherKind
}

// attach makes the lines of a file the messages of a new connection.
func (h *har) attach(name string) error {
	h.addConnection()
	at := h.base + int(h.dec.InputOffset())
	file, err := h.openAttached(name)
	if err == nil {
		h.attached = &attachedMessages{name: name, at: at, file: file, lines: frames.NewSplitter(file, &stream.Lines{MaxLine: h.limits.Line})}
		return nil
	}
	h.noFile = &Piece{Connection: h.connection, Offset: at, Fault: &diag.Diagnostic{Code: "missing",
		Message: "the messages are in the file " + text.Quote(name) + ", which cannot be read: " + reason(err),
		Hint:    "put it beside the HAR file, or record with the option `content: \"embed\"`"}}
	return nil
}

var errElsewhere = errors.New("it is not beside the HAR file")

func (h *har) openAttached(name string) (io.ReadCloser, error) {
	if strings.ContainsAny(name, `/\:`) || h.openFile == nil {
		return nil, errElsewhere
	}
	return h.openFile(name)
}

// reason returns why a file cannot be opened, without its name.
func reason(err error) string {
	var path *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file"
	case errors.As(err, &path):
		return path.Err.Error()
	}
	return err.Error()
}

// attachedMessage returns the next message of the attached file, nil for one that
// holds no data. The error is io.EOF at its end.
func (h *har) attachedMessage() (*Piece, error) {
	a := h.attached
	if a.next == len(a.batch.Items) {
		if err := a.lines.Next(&a.batch, batchLines); err != nil {
			a.file.Close()
			h.attached = nil
			if err == io.EOF {
				return nil, nil
			}
			return &Piece{Connection: h.connection, Offset: a.at, Fault: &diag.Diagnostic{Code: "truncated",
				Message: "the file " + text.Quote(a.name) + " cannot be read to its end: " + reason(err)}}, nil
		}
		a.next = 0
	}
	it := &a.batch.Items[a.next]
	a.next++
	where := fmt.Sprintf("line %d of the file %s: ", it.Line, text.Quote(a.name))
	if it.Fault != nil {
		fault := &diag.Diagnostic{Code: it.Fault.Code, Message: where + it.Fault.Message, Hint: it.Fault.Hint}
		return &Piece{Connection: h.connection, Offset: a.at, Fault: fault}, nil
	}
	p := h.parse(a.at, a.batch.Text[it.Start:it.End])
	if p != nil && p.Fault != nil {
		p.Fault.Message, p.Fault.Length = where+p.Fault.Message, 0
	}
	return p, nil
}

// maxArchive is the maximum size of a zip archive, in bytes.
const maxArchive = 256 << 20

// IsZip reports whether data begins like a zip archive.
func IsZip(data []byte) bool {
	return bytes.HasPrefix(data, []byte("PK\x03\x04")) || bytes.HasPrefix(data, []byte("PK\x05\x06"))
}

// newHARZip returns a reader of the HAR file in a zip archive, which also has the
// files that are attached to it. Each is read as a stream, whatever size it has.
func newHARZip(src io.Reader, limits Limits) (Reader, error) {
	fault := func(code, message string) error {
		return &Fault{diag.Diagnostic{Code: code, Offset: -1, Message: message, Hint: "unpack the archive, and give the HAR file in it"}}
	}
	data, err := io.ReadAll(io.LimitReader(src, maxArchive+1))
	switch {
	case err != nil:
		return nil, err
	case len(data) > maxArchive:
		return nil, fault("limit", fmt.Sprintf("the zip archive is larger than %d bytes", maxArchive))
	}
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fault("form", "the zip archive cannot be read: "+strings.TrimPrefix(err.Error(), "zip: "))
	}
	file := harIn(archive)
	if file == nil {
		return nil, &Fault{diag.Diagnostic{Code: "form", Offset: -1, Message: "the input is a zip archive without a HAR file, not a conversation",
			Hint: "extract its content, and give that"}}
	}
	content, err := file.Open()
	if err != nil {
		return nil, fault("form", "the HAR file in the zip archive cannot be read: "+strings.TrimPrefix(err.Error(), "zip: "))
	}
	return NewHAR(content, limits, func(name string) (io.ReadCloser, error) {
		name = path.Join(path.Dir(file.Name), name)
		for _, f := range archive.File {
			if f.Name == name {
				return f.Open()
			}
		}
		return nil, fs.ErrNotExist
	}), nil
}

// harIn returns the HAR file of an archive, nil for none.
func harIn(archive *zip.Reader) (found *zip.File) {
	for _, f := range archive.File {
		switch {
		case path.Base(f.Name) == "har.har":
			return f
		case found == nil && strings.HasSuffix(f.Name, ".har"):
			found = f
		}
	}
	return found
}

// harZip opens its archive at the first message.
type harZip struct {
	src    io.Reader
	limits Limits
	reader Reader
}

func (z *harZip) Next() (p *Piece, err error) {
	if z.reader == nil {
		if z.reader, err = newHARZip(z.src, z.limits); err != nil {
			z.reader = nil
			return nil, err
		}
	}
	return z.reader.Next()
}

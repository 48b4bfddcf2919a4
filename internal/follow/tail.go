package follow

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
)

// Notes about files that are followed.
const (
	noteTruncated = "the file was truncated; reading it from its start again"
	noteRewritten = "the file was written again; reading it from its start"
	noteReplaced  = "the file was replaced (rotated); reading the new file"
	noteGone      = "the file is gone; waiting for a new one"
	noteMissing   = "the file does not exist yet; waiting for it"
	noteAppeared  = "the file has appeared; reading it"
)

// tail reads a file that grows, as `tail -F` does: at its end it looks for more,
// for a file that has become shorter, and for another file of the same name.
type tail struct {
	name string // "" if the file is not looked up again
	note func(message string)

	file    *os.File // nil while there is none
	offset  int64    // of the next byte
	last    []byte   // the bytes before offset, at most maxLast
	atEnd   bool     // the latest Read was at the end
	started bool     // a file has been read
	missing string   // the note about a file that cannot be opened; "" if it is open
	err     error    // why it cannot be opened
}

// maxLast is how many bytes before the offset are kept, to notice that a file was
// truncated and written again between two looks.
const maxLast = 64

// errNewStart is the end of a reader whose input begins anew: the next poll
// returns its first bytes.
var errNewStart = errors.New("the input begins anew")

// poll reads what there is now. It returns 0 when there is nothing, and errNewStart
// when what follows is the start of a file.
func (t *tail) poll(p []byte) (int, error) {
	if t.file == nil {
		return 0, t.open(noteAppeared)
	}
	if t.atEnd {
		if note := t.changed(); note != "" {
			return 0, t.restart(t.file, note)
		}
	}
	n, err := t.file.Read(p)
	if n > 0 {
		t.read(p[:n])
		return n, nil
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return 0, err
	}
	// The first time at the end, what was written to the old file meanwhile is
	// read before another file of the same name.
	again := t.atEnd
	t.atEnd = true
	if t.name == "" || !again {
		return 0, nil
	}
	return 0, t.lookUp()
}

func (t *tail) read(p []byte) {
	t.atEnd = false
	t.offset += int64(len(p))
	t.last = append(t.last, p[max(0, len(p)-maxLast):]...)
	t.last = t.last[:copy(t.last, t.last[max(0, len(t.last)-maxLast):])]
}

// changed returns a note when the file no longer holds what was read, else "".
func (t *tail) changed() string {
	info, err := t.file.Stat()
	switch {
	case err != nil || t.offset == 0:
		return ""
	case info.Size() < t.offset:
		return noteTruncated
	}
	var now [maxLast]byte
	n, err := t.file.ReadAt(now[:len(t.last)], t.offset-int64(len(t.last)))
	if err == nil && !bytes.Equal(now[:n], t.last) {
		return noteRewritten
	}
	return ""
}

// lookUp looks whether the name has another file by now.
func (t *tail) lookUp() error {
	named, err := os.Stat(t.name)
	if err != nil {
		t.noteMissing(err)
		return nil
	}
	if open, err := t.file.Stat(); err != nil || os.SameFile(open, named) {
		t.missing = ""
		return nil
	}
	note := noteReplaced
	if t.missing != "" {
		note = noteAppeared
	}
	return t.open(note)
}

// open opens the file of the name, if there is one.
func (t *tail) open(note string) error {
	f, err := openRegular(t.name)
	if err != nil {
		t.noteMissing(err)
		return nil
	}
	return t.restart(f, note)
}

// errNotRegular is returned by openRegular.
var errNotRegular = errors.New("not a regular file")

func openRegular(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if !isRegular(f.Stat()) {
		f.Close()
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNotRegular}
	}
	return f, nil
}

func isRegular(info fs.FileInfo, err error) bool { return err == nil && info.Mode().IsRegular() }

// noteMissing notes, once, why there is no file.
func (t *tail) noteMissing(err error) {
	note := noteMissing
	t.err = err
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		reason := err
		if path, ok := errors.AsType[*fs.PathError](err); ok {
			reason = path.Err
		}
		note = "the file cannot be opened (" + reason.Error() + "); waiting for one that can"
	case t.started:
		note = noteGone
	}
	if note != t.missing {
		t.missing = note
		t.note(note)
	}
}

// restart begins to read a file at its start, which may be the same file.
func (t *tail) restart(f *os.File, note string) error {
	if t.missing != "" || t.started {
		t.note(note)
	}
	t.missing = ""
	switch {
	case f != t.file:
		t.close()
		t.file = f
	default:
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return err
		}
	}
	first := !t.started
	t.offset, t.last, t.atEnd, t.started = 0, t.last[:0], false, true
	if first {
		return nil
	}
	return errNewStart
}

// close implements [growing].
func (t *tail) close() {
	if t.file != nil && t.name != "" {
		t.file.Close()
	}
}

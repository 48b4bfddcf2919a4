package follow

import (
	"errors"
	"io"
	"iter"
	"os"
	"time"

	"github.com/divtool/divtool/internal/capture"
	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// feed is an input that is followed. It runs as a coroutine, which pauses where
// its input has nothing: feeds never run at the same time.
type feed struct {
	*Follower
	name  string
	src   growing
	tail  *tail       // the file that src reads; nil for another input
	lines *wholeLines // of that file
	table table
	sum   summary
	stats *stats          // nil unless they are shown
	list  *connectionList // likewise

	session *decode.Session
	pause   func(idle bool) (goOn bool)
	cause   error // why the input has ended, or begins again
	err     error // of the output
}

func (f *Follower) newFeed(name string, src growing) *feed {
	d := &feed{Follower: f, name: name, src: src}
	d.table = table{out: headedWriter{d}, theme: f.options.Theme, width: f.options.Width}
	d.table.clock = clock{style: f.options.Time, location: time.Local}
	d.table.reset()
	if f.options.Stats {
		d.stats = newStats()
	}
	if f.options.Connections {
		d.list = &connectionList{}
	}
	return d
}

// headedWriter writes the lines of a feed below its name.
type headedWriter struct{ *feed }

func (w headedWriter) Write(p []byte) (int, error) {
	f := w.Follower
	if f.options.ShowHeadings && f.mode.Fields == nil && f.shown != w.feed {
		line := f.options.Theme.Strong("==> "+text.Escape(w.name)+" <==") + "\n"
		if f.shown != nil {
			line = "\n" + line
		}
		if _, err := io.WriteString(f.out, line); err != nil {
			return 0, err
		}
		f.shown = w.feed
	}
	return f.out.Write(p)
}

// errStopped is the end of an input that Options.Stop has ended.
var errStopped = errors.New("stopped")

// maxBusy is how many reads of a feed may follow each other before others run.
const maxBusy = 16

// feedReader reads the input of a feed, and pauses the feed where there is nothing.
type feedReader struct {
	*feed
	reads int // since the last pause
}

func (r *feedReader) Read(p []byte) (int, error) {
	for r.cause == nil {
		n, err := r.src.poll(p)
		if err != nil {
			r.cause = err
			break
		}
		if n > 0 {
			if r.reads++; r.reads == maxBusy {
				r.resume(false)
			}
			return n, nil
		}
		r.resume(true)
	}
	return 0, r.cause
}

// resume pauses the feed until others have run. The input may end then.
func (r *feedReader) resume(idle bool) {
	r.reads = 0
	if !r.pause(idle) {
		r.cause = errStopped
	}
}

// run follows the input to its end.
func (d *feed) run(pause func(idle bool) bool) {
	d.pause = pause
	d.session = decode.NewSession(&d.mode, d.report, d.name, d.reader())
	for d.err == nil {
		msg, err := d.session.Next()
		switch {
		case err == nil:
			d.err = d.showMessage(msg)
		case errors.Is(d.cause, errNewStart):
			d.noteHalfLine()
			d.cause = nil
			d.session.Restart(d.reader())
		default:
			d.end(err)
			return
		}
	}
}

func (d *feed) reader() io.Reader { return decode.FlushingReader(&feedReader{feed: d}, d.out) }

// noteHalfLine notes that the last line of a log that grows has no line feed.
func (d *feed) noteHalfLine() {
	if d.lines == nil {
		return
	}
	if n := d.lines.restart(); n > 0 {
		d.report.Note(d.name, "the last line has no line feed, its "+term.Count(n, "byte")+" are not shown")
	}
}

func (d *feed) end(err error) {
	if d.err = d.out.Flush(); d.err != nil {
		return
	}
	stopped := errors.Is(d.cause, errStopped)
	var fault *capture.Fault
	if stopped {
		err = io.EOF
		d.noteHalfLine()
	} else if errors.As(err, &fault) {
		d.report.Fail(&fault.Diagnostic, report.Place{File: d.name, Index: -1})
		if d.sum.faults++; d.session.Messages == 0 {
			return // there is nothing to sum up
		}
	}
	if d.tail != nil && !d.tail.started {
		d.report.Unreadable(d.tail.err)
		return
	}
	if d.mode.Fields == nil {
		d.printSummary()
	}
	d.session.NoteNothingShown(err)
	if fault == nil {
		decode.EndInput(d.report, err)
	}
	d.err = d.table.err
}

// printSummary prints what is shown at the end of the input.
func (d *feed) printSummary() {
	if d.list != nil {
		d.list.print(&d.table)
	}
	if d.list != nil && d.stats != nil {
		d.table.printLine("")
	}
	if d.stats != nil {
		d.stats.print(&d.table, d.session)
	}
	d.table.printSummary(d.session, &d.sum)
}

// tailInterval is the time between two looks at inputs that may grow.
const tailInterval = 100 * time.Millisecond

// runAll follows inputs at the same time, until all have ended or a signal comes.
// The error is that of the output.
func (f *Follower) runAll(feeds []*feed) error {
	var coroutines []coroutine
	defer func() {
		for _, c := range coroutines {
			c.stop()
			c.feed.src.close()
		}
	}()
	for _, d := range feeds {
		coroutines = append(coroutines, newCoroutine(d))
	}
	look := time.NewTicker(tailInterval)
	defer look.Stop()
	for !f.stopped {
		idle, running := true, 0
		for _, c := range coroutines {
			waits, ok := c.next()
			if c.feed.err != nil {
				return c.feed.err
			}
			if ok {
				running++
				idle = idle && waits
			}
		}
		if running == 0 {
			return nil
		}
		if err := f.wait(idle, look.C); err != nil {
			return err
		}
	}
	for _, c := range coroutines {
		if c.stop(); c.feed.err != nil {
			return c.feed.err
		}
	}
	return nil
}

// coroutine is a feed that runs until it pauses.
type coroutine struct {
	feed *feed
	next func() (idle, running bool)
	stop func()
}

func newCoroutine(d *feed) coroutine {
	next, stop := iter.Pull(func(yield func(bool) bool) { d.run(yield) })
	return coroutine{d, next, stop}
}

// wait waits, if idle, until there may be more. The error is that of an output
// that nobody reads.
func (f *Follower) wait(idle bool, look <-chan time.Time) error {
	if !idle {
		select {
		case <-f.options.Stop:
			f.stopped = true
		default:
		}
		return nil
	}
	select {
	case <-f.options.Stop:
		f.stopped = true
	case <-f.wake:
	case <-look:
		if f.options.ReaderGone != nil && f.options.ReaderGone() {
			return io.ErrClosedPipe
		}
	}
	return nil
}

// open returns the feed of a source. Standard input ends where it ends, unless it
// is a file; so does a file that is not regular or is compressed.
func (f *Follower) open(s source.Source) (*feed, error) {
	if f.options.Wait {
		if t := f.openTail(s); t != nil {
			lines := &wholeLines{growing: t, maxLine: f.mode.MaxLine()}
			d := f.newFeed(s.Name, lines)
			d.tail, d.lines = t, lines
			return d, nil
		}
	}
	src, err := f.mode.Open(s)
	if err != nil {
		return nil, err
	}
	return f.newFeed(s.Name, newPump(src, f.wake)), nil
}

// openTail returns the tail of a source, nil if it does not grow.
func (f *Follower) openTail(s source.Source) *tail {
	t := &tail{note: func(message string) { f.report.Note(s.Name, message) }}
	if s.Stdin() != nil {
		file, ok := s.Stdin().(*os.File)
		if !ok || !isRegular(file.Stat()) {
			return nil
		}
		offset, err := file.Seek(0, io.SeekCurrent)
		if err != nil {
			return nil
		}
		t.file, t.started, t.offset = file, true, offset
		return t
	}
	t.name = s.Name
	file, err := openRegular(s.Name)
	switch {
	case errors.Is(err, errNotRegular):
		return nil
	case err != nil:
		return t // it may come
	}
	var start [4]byte
	n, _ := file.ReadAt(start[:], 0)
	format := source.CompressedAs(start[:n])
	if capture.IsZip(start[:n]) {
		format = "zip"
	}
	if format != "" && !f.mode.Raw {
		file.Close()
		f.report.Note(s.Name, format+" data is read to its end, and not followed")
		return nil
	}
	t.file, t.started = file, true
	return t
}

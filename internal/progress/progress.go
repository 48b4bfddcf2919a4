// Package progress shows how far work is: one line on standard error, in place, which is
// removed at the end and before anything else is written there.
//
// Non-goals: whether it is wanted, and what is read.
package progress

import (
	"fmt"
	"io"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

const (
	delay    = time.Second            // work that takes less shows nothing
	interval = 200 * time.Millisecond // between two states of the line
	minLeft  = time.Second            // the time left is shown from there on
)

// Line shows the progress of a command. Its methods are safe for concurrent use.
type Line struct {
	noun  string // of what is counted
	width func() int
	start time.Time
	items atomic.Int64
	bytes atomic.Int64
	stop  chan struct{}
	ended sync.WaitGroup

	mu    sync.Mutex
	out   io.Writer
	name  string // of the input
	total int64  // bytes of all inputs so far; negative when it is not known
	shown bool
}

// Start shows the progress of work on out, once it has taken a second. It counts what the
// noun names. The width is that of the terminal, 0 for no limit.
func Start(out io.Writer, noun string, width func() int) *Line {
	l := &Line{out: out, noun: noun, width: width, start: time.Now(), stop: make(chan struct{})}
	l.ended.Add(1)
	go l.run()
	return l
}

func (l *Line) run() {
	defer l.ended.Done()
	wait := time.NewTimer(delay)
	defer wait.Stop()
	for {
		select {
		case <-l.stop:
			return
		case <-wait.C:
			l.show(time.Since(l.start))
			wait.Reset(interval)
		}
	}
}

// Stop ends the line, and removes it. A nil line does nothing.
func (l *Line) Stop() {
	if l == nil {
		return
	}
	close(l.stop)
	l.ended.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove()
}

// Begin is called when an input is opened, with its size in bytes, negative when it is
// not known.
func (l *Line) Begin(name string, size int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.name = name
	if size < 0 || l.total < 0 {
		l.total = -1
	} else {
		l.total += size
	}
}

// Read is called when n bytes of an input were read.
func (l *Line) Read(n int) { l.bytes.Add(int64(n)) }

// Count is called when n items are done. A nil line does nothing.
func (l *Line) Count(n int) {
	if l != nil {
		l.items.Add(int64(n))
	}
}

// Write writes other output, in place of the line: it comes back later.
func (l *Line) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.remove()
	return l.out.Write(p)
}

const eraseLine = "\r\x1b[K"

func (l *Line) remove() {
	if l.shown {
		io.WriteString(l.out, eraseLine)
		l.shown = false
	}
}

func (l *Line) show(elapsed time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	line := l.describe(elapsed)
	if width := l.width(); width > 1 { // a full line would wrap
		line = term.Truncate(line, width-1)
	}
	io.WriteString(l.out, eraseLine+line)
	l.shown = true
}

// describe returns the line: capture.bin  1.3 of 4.0 GiB  3,412,000 frames  431,000/s
// 6 s left.
func (l *Line) describe(elapsed time.Duration) string {
	read, items := l.bytes.Load(), l.items.Load()
	parts := []string{text.Escape(l.name), extent(read, l.total)}
	if l.name == "" {
		parts = parts[1:]
	}
	if items > 0 {
		parts = append(parts, term.Count(int(items), l.noun), term.GroupDigits(int(float64(items)/elapsed.Seconds()))+"/s")
	}
	if read > 0 && read <= l.total {
		left := time.Duration(float64(elapsed) / float64(read) * float64(l.total-read))
		if left >= minLeft {
			parts = append(parts, timeLeft(left))
		}
	}
	return strings.Join(parts, "  ")
}

func timeLeft(d time.Duration) string {
	seconds := int64(math.Ceil(d.Seconds()))
	if seconds < 120 {
		return fmt.Sprintf("%d s left", seconds)
	}
	return fmt.Sprintf("%s min left", term.GroupDigits(int((seconds+59)/60)))
}

// extent returns bytes that were read, of a total unless that is not known.
func extent(read, total int64) string {
	size, unit := max(read, total), "bytes"
	divisor := 1.0
	for _, u := range [...]string{"KiB", "MiB", "GiB", "TiB"} {
		if float64(size)/divisor < 1024 {
			break
		}
		divisor, unit = divisor*1024, u
	}
	number := func(n int64) string {
		if divisor == 1 {
			return fmt.Sprint(n)
		}
		return fmt.Sprintf("%.1f", float64(n)/divisor)
	}
	if total < read || total <= 0 {
		return number(read) + " " + unit
	}
	return number(read) + " of " + number(total) + " " + unit
}

package main

import (
	"fmt"
	"io"
	"time"
)

// through runs the command with its output read through a pipe, and returns
// the seconds it took.
func (c *command) through(w io.Writer) (float64, error) {
	p := c.cmd()
	out, err := p.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := p.Start(); err != nil {
		return 0, err
	}
	_, copyErr := io.CopyBuffer(struct{ io.Writer }{w}, struct{ io.Reader }{out}, make([]byte, 256<<10))
	if err := p.Wait(); err != nil {
		return 0, fmt.Errorf("%v: %w", c.args, err)
	}
	c.held = held(p.ProcessState)
	return time.Since(start).Seconds(), copyErr
}

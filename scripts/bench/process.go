package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// command is a process to measure.
type command struct {
	args    []string
	env     []string // in addition to the environment of the bench
	repeat  int      // additional runs per turn
	mayFail bool     // exit status 1, for invalid input, is not an error

	cpuSeconds float64 // processor time of the last run, over all cores
}

func newCommand(args ...string) *command { return &command{args: args} }

// oneCore limits a Go program to one core.
func (c *command) oneCore() *command {
	c.env = append(c.env, "GOMAXPROCS=1")
	return c
}

func (c *command) cmd() *exec.Cmd {
	p := exec.Command(c.args[0], c.args[1:]...)
	p.Env = append(os.Environ(), c.env...)
	return p
}

// run runs the command once and discards its output.
func (c *command) run() error {
	p := c.cmd()
	return c.checkExit(p, p.Run())
}

// runPiped runs the command once and reads its output through a pipe.
func (c *command) runPiped() error {
	p := c.cmd()
	out, err := p.StdoutPipe()
	if err != nil {
		return err
	}
	if err := p.Start(); err != nil {
		return err
	}
	_, copyErr := io.CopyBuffer(struct{ io.Writer }{io.Discard}, struct{ io.Reader }{out}, make([]byte, 256<<10))
	if err := c.checkExit(p, p.Wait()); err != nil {
		return err
	}
	return copyErr
}

// checkExit returns an error if a run failed.
func (c *command) checkExit(p *exec.Cmd, err error) error {
	if err != nil && !(c.mayFail && p.ProcessState != nil && p.ProcessState.ExitCode() == 1) {
		return fmt.Errorf("%v: %w", c.args, err)
	}
	c.cpuSeconds = (p.ProcessState.UserTime() + p.ProcessState.SystemTime()).Seconds()
	return nil
}

// peakMemory runs a command with the given input and returns its peak memory, in
// bytes.
func (b *bench) peakMemory(c *command, in func(io.Writer) error) (float64, error) {
	program, err := b.build("held", "./scripts/bench/held")
	if err != nil {
		return 0, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return 0, err
	}
	defer r.Close()
	p := (&command{args: append([]string{program}, c.args...), env: c.env}).cmd()
	p.ExtraFiles = []*os.File{w}
	stdin, err := p.StdinPipe()
	if err != nil {
		return 0, err
	}
	err = p.Start()
	w.Close()
	if err != nil {
		return 0, err
	}
	if in != nil {
		err = in(stdin)
	}
	stdin.Close()
	if waited := c.checkExit(p, p.Wait()); err == nil {
		err = waited
	}
	if err != nil {
		return 0, err
	}
	var n float64
	if _, err := fmt.Fscan(r, &n); err != nil || n == 0 {
		return 0, fmt.Errorf("the memory of a process cannot be measured on this system")
	}
	return n, nil
}

// side is one side of a comparison, with the minimum over its runs.
type side struct {
	run        func() error
	seconds    float64
	cpuSeconds float64 // processor time over all cores; 0 if it is not a process
}

// runOnce runs a side once and updates the minimum.
func (s *side) runOnce(c *command) error {
	start := time.Now()
	if err := s.run(); err != nil {
		return err
	}
	took := time.Since(start).Seconds()
	if s.seconds == 0 || took < s.seconds {
		s.seconds = took
	}
	if c != nil && (s.cpuSeconds == 0 || c.cpuSeconds < s.cpuSeconds) {
		s.cpuSeconds = c.cpuSeconds
	}
	return nil
}

// compareFuncs runs two functions alternately, after a warm-up turn.
func compareFuncs(runs int, ours, theirs func() error) (x, y float64, err error) {
	a, b := side{run: ours}, side{run: theirs}
	for i := range runs + 1 {
		if i == 1 {
			a.seconds, b.seconds = 0, 0
		}
		if err := a.runOnce(nil); err != nil {
			return 0, 0, err
		}
		if err := b.runOnce(nil); err != nil {
			return 0, 0, err
		}
	}
	return a.seconds, b.seconds, nil
}

// compareCommands runs two commands alternately and discards their output.
func compareCommands(runs int, ours, theirs *command) (x, y side, err error) {
	x, y = side{run: ours.run}, side{run: theirs.run}
	for i := range runs + 1 {
		if i == 1 {
			x.seconds, y.seconds = 0, 0
		}
		for range ours.repeat + 1 {
			if err := x.runOnce(ours); err != nil {
				return x, y, err
			}
		}
		if err := y.runOnce(theirs); err != nil {
			return x, y, err
		}
	}
	return x, y, nil
}

// cpuNote returns a note on the processor time of both sides, which depends little
// on other load on the machine.
func cpuNote(x, y side) string {
	return fmt.Sprintf("processor time: %s, theirs %s, ratio %.2f", seconds.format(x.cpuSeconds), seconds.format(y.cpuSeconds), y.cpuSeconds/x.cpuSeconds)
}

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// command is a process that is measured.
type command struct {
	args    []string
	env     []string // beside that of the bench
	repeat  int      // further runs in each turn
	mayFail bool     // it may say with its status 1 that its input is wrong

	cpuSeconds float64 // seconds of all cores in its last run
}

func newCommand(args ...string) *command { return &command{args: args} }

// oneCore keeps a Go program on one core.
func (c *command) oneCore() *command {
	c.env = append(c.env, "GOMAXPROCS=1")
	return c
}

func (c *command) cmd() *exec.Cmd {
	p := exec.Command(c.args[0], c.args[1:]...)
	p.Env = append(os.Environ(), c.env...)
	return p
}

// run runs the command once, its output thrown away.
func (c *command) run() error {
	p := c.cmd()
	return c.checkExit(p, p.Run())
}

// runPiped runs the command once, its output read through a pipe.
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

// checkExit judges how a run ended.
func (c *command) checkExit(p *exec.Cmd, err error) error {
	if err != nil && !(c.mayFail && p.ProcessState != nil && p.ProcessState.ExitCode() == 1) {
		return fmt.Errorf("%v: %w", c.args, err)
	}
	c.cpuSeconds = (p.ProcessState.UserTime() + p.ProcessState.SystemTime()).Seconds()
	return nil
}

// peakMemory runs a command with an input, and returns the most memory it held, in
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
		return 0, fmt.Errorf("the memory of a process is not known here")
	}
	return n, nil
}

// side is what is run on one side, and the least of what its runs took.
type side struct {
	run        func() error
	seconds    float64
	cpuSeconds float64 // seconds of all cores; 0 when it is not a process
}

// runOnce runs a side once, and keeps what it took when that is the least so far.
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

// compareFuncs runs two sides by turns, after one turn that only warms up.
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

// compareCommands runs two commands by turns, their output thrown away.
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

// cpuNote says what a pair cost on all cores: what others do on a machine
// adds little to that.
func cpuNote(x, y side) string {
	return fmt.Sprintf("processor time: %s against %s, %.2f to 1", seconds.format(x.cpuSeconds), seconds.format(y.cpuSeconds), y.cpuSeconds/x.cpuSeconds)
}

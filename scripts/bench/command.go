package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
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

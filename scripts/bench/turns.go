package main

import (
	"fmt"
	"time"
)

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

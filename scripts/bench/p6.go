package main

import (
	"fmt"
	"os"
)

// p6 measures the start of the program.
func p6(b *bench) error {
	empty, err := b.build("empty", "./scripts/bench/empty")
	if err != nil {
		return err
	}
	frame := b.path("frame.hex")
	if err := os.WriteFile(frame, []byte("0b00026d310003612f62000000000000100000000200\n"), 0o644); err != nil {
		return err
	}
	for _, c := range []struct {
		what string
		ours *command
	}{
		{"divtool version", newCommand(b.divtool, "version")},
		{"decode of one small frame", newCommand(b.divtool, "decode", frame)},
	} {
		x, y, err := compareCommands(30*b.runs, c.ours, newCommand(empty))
		if err != nil {
			return err
		}
		b.within(fmt.Sprintf("%s / an empty cobra program", c.what), seconds, x.seconds, y.seconds, 1.3).Note = cpuNote(x, y)
	}
	return nil
}

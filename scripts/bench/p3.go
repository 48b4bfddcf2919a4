package main

import (
	"fmt"
	"os"
)

// p3 measures how fast output comes, against what a pipe can carry.
func p3(b *bench) error {
	const what = "output of decode -c on binary frames / cat FILE | cat"
	cat, err := b.reference("cat", "")
	if err != nil {
		b.missing(what, err)
		return nil
	}
	stream, output := b.path("requests.bin"), b.path("requests.out")
	if err := os.WriteFile(stream, requestStream(1_000_000), 0o644); err != nil {
		return err
	}
	args := []string{b.divtool, "decode", "--framing", "len32le", "-c", stream}
	if err := printTo(output, args...); err != nil {
		return err
	}
	info, err := os.Stat(output)
	if err != nil {
		return err
	}
	size := float64(info.Size())
	x, y, err := compareFuncs(4*b.runs, newCommand(args...).runPiped, newCommand(cat, output).runPiped)
	if err != nil {
		return err
	}
	discarded, _, err := compareFuncs(2*b.runs, newCommand(args...).run, func() error { return nil })
	if err != nil {
		return err
	}
	b.rate(what, size/x, size/y, 1.0/3).Note = fmt.Sprintf("ours is read through a pipe too; thrown away it comes at %s, %.2f of theirs", bytesSecond.format(size/discarded), y/discarded)
	return nil
}

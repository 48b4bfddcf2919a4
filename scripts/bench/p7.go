package main

import (
	"bytes"
	"errors"
	"fmt"
)

// p7 measures the memory of a stream that is made while it is read.
func p7(b *bench) error {
	list, err := queries(1000)
	if err != nil {
		return err
	}
	piece := queryStream(list)
	for _, c := range []struct {
		what  string
		piece []byte
		args  []string
	}{
		{"frames behind lengths", piece, []string{"decode", "--framing", "len32le", "-c"}},
		{"hex lines", requestLines(10_000), []string{"decode", "--lines", "-c", "--no-annotations"}},
	} {
		small, err := b.heldBy(c.args, c.piece, 10<<20)
		if err != nil {
			return err
		}
		large, err := b.heldBy(c.args, c.piece, 1<<30)
		if err != nil {
			return err
		}
		b.within("memory of 1 GiB of "+c.what+" / of 10 MiB", bytesHeld, large, small, 1.1)
		b.most("memory of 1 GiB of "+c.what, bytesHeld, large, 32<<20)
	}
	return nil
}

// heldBy is the most memory the program holds while it reads so many bytes.
func (b *bench) heldBy(args []string, piece []byte, size int) (float64, error) {
	p := process(append([]string{b.divtool}, args...)...).cmd()
	in, err := p.StdinPipe()
	if err != nil {
		return 0, err
	}
	if err := p.Start(); err != nil {
		return 0, err
	}
	for sent := 0; sent < size && err == nil; sent += len(piece) {
		_, err = in.Write(piece)
	}
	err = errors.Join(err, in.Close(), p.Wait())
	if err != nil {
		return 0, fmt.Errorf("%v: %w", args, err)
	}
	return float64(held(p.ProcessState)), nil
}

// repeated is n copies of a text.
func repeated(text string, n int) []byte { return bytes.Repeat([]byte(text), n) }

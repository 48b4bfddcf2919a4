package main

import (
	"bytes"
	"io"
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
		small, err := b.streamMemory(c.args, c.piece, 10<<20)
		if err != nil {
			return err
		}
		large, err := b.streamMemory(c.args, c.piece, 1<<30)
		if err != nil {
			return err
		}
		b.within("memory of 1 GiB of "+c.what+" / of 10 MiB", memoryBytes, large, small, 1.1)
		b.atMost("memory of 1 GiB of "+c.what, memoryBytes, large, 32<<20)
	}
	return nil
}

// streamMemory is the most memory the program holds while it reads so many bytes.
func (b *bench) streamMemory(args []string, piece []byte, size int) (float64, error) {
	return b.peakMemory(newCommand(append([]string{b.divtool}, args...)...), func(w io.Writer) error {
		for sent := 0; sent < size; sent += len(piece) {
			if _, err := w.Write(piece); err != nil {
				return err
			}
		}
		return nil
	})
}

// repeated is n copies of a text.
func repeated(text string, n int) []byte { return bytes.Repeat([]byte(text), n) }

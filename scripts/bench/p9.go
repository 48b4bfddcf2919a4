package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"io"
	"time"
)

// firstOutputTimeout is how long the first document may take to come.
const firstOutputTimeout = 5 * time.Second

// p9 measures when the first frame of an endless pipe is printed.
func p9(b *bench) error {
	frame, err := hex.DecodeString("0b00026d310003612f62000000000000100000000200")
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what  string
		args  []string
		first []byte
	}{
		{"--lines", []string{"decode", "--lines"}, append(hex.AppendEncode(nil, frame), '\n')},
		{"--framing len32le", []string{"decode", "--framing", "len32le", "-c"}, appendFrame(nil, frame)},
	} {
		s, err := b.firstOutput(c.args, c.first)
		if err != nil {
			return err
		}
		b.atMost("first document of an endless pipe, "+c.what, seconds, s, 1)
	}
	return nil
}

// firstOutput is how long it takes until the document of one frame comes, with
// nothing behind the frame and the pipe still open.
func (b *bench) firstOutput(args []string, frame []byte) (float64, error) {
	p := newCommand(append([]string{b.divtool}, args...)...).cmd()
	in, err := p.StdinPipe()
	if err != nil {
		return 0, err
	}
	out, err := p.StdoutPipe()
	if err != nil {
		return 0, err
	}
	start := time.Now()
	if err := p.Start(); err != nil {
		return 0, err
	}
	if _, err := in.Write(frame); err != nil {
		return 0, err
	}
	received := make(chan error, 1)
	go func() {
		r := bufio.NewReader(out)
		_, err := r.ReadBytes('}')
		received <- err
		io.Copy(io.Discard, r)
	}()
	select {
	case err = <-received:
	case <-time.After(firstOutputTimeout):
		err = fmt.Errorf("%v: nothing is printed before the second frame", args)
	}
	took := time.Since(start).Seconds()
	in.Close()
	if err != nil {
		p.Process.Kill()
		p.Wait()
		return 0, err
	}
	return took, p.Wait()
}

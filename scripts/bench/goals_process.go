package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// p6 measures the start-up time of the program.
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

// p7 measures the memory for a stream that is generated while it is read.
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
		{"length-prefixed frames", piece, []string{"decode", "--framing", "len32le", "-c"}},
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

// streamMemory returns the peak memory of the program while it reads size bytes.
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

func repeated(text string, n int) []byte { return bytes.Repeat([]byte(text), n) }

// text is a named input.
type text struct {
	name    string
	content []byte
}

// p8 measures the cost of hostile input relative to valid input of the same size.
func p8(b *bench) error {
	const size = 4 << 20
	valid := map[string][]byte{"cbor": validCBOR(size), "json": validJSON(size)}
	cbor := []string{"decode", "-t", "laser.forwarded-query", "--in", "bin", "-c"}
	for _, c := range []struct {
		what          string
		args          []string
		hostile, good text
	}{
		{"a length of 2^64-1 before 4 MiB", cbor,
			text{"length.bin", append([]byte{0xbb, 255, 255, 255, 255, 255, 255, 255, 255}, repeated("\x61a\x01", size/3)...)}, text{"valid.bin", valid["cbor"]}},
		{"4 MiB of open arrays in CBOR", cbor, text{"deep.bin", repeated("\x81", size)}, text{"valid.bin", valid["cbor"]}},
		{"4 MiB of one repeated key in CBOR", cbor, text{"keys.bin", repeatedKeys(size)}, text{"valid.bin", valid["cbor"]}},
		{"a length of 4 GiB in a stream", []string{"decode", "--framing", "len32le", "-c"},
			text{"stream.bin", append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, size)...)}, text{"valid.stream", requestStream(size / 30)}},
		{"4 MiB of open arrays in a JSON payload", []string{"decode", "-t", "diverge.agents.request", "--in", "bin", "-c"},
			text{"deep.request", append([]byte{8}, repeated("[", size)...)}, text{"valid.request", append([]byte{8}, validCall(size)...)}},
		{"lint of 4 MiB of open arrays", []string{"lint", "--kind", "template"}, text{"deep.json", repeated("[", size)}, text{"valid.json", valid["json"]}},
		{"template-id of 4 MiB of open arrays", []string{"template-id"}, text{"deep.json", repeated("[", size)}, text{"valid.json", valid["json"]}},
		{"encode of 4 MiB of open arrays", []string{"encode", "--out", "hex"}, text{"deep.json", repeated("[", size)}, text{"documents.json", validDocuments(size)}},
	} {
		ours, err := b.inputCommand(c.args, c.hostile)
		if err != nil {
			return err
		}
		theirs, err := b.inputCommand(c.args, c.good)
		if err != nil {
			return err
		}
		if err := b.compareCost(c.what, ours, theirs); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) inputCommand(args []string, t text) (*command, error) {
	c := newCommand(append(append([]string{b.divtool}, args...), b.path(t.name))...)
	c.mayFail = true
	return c, os.WriteFile(b.path(t.name), t.content, 0o644)
}

// compareCost requires one command to cost at most twice as much as another.
func (b *bench) compareCost(what string, ours, theirs *command) error {
	x, y, err := compareCommands(b.runs, ours, theirs)
	if err != nil {
		return err
	}
	b.within(what+", time", seconds, x.seconds, y.seconds, 2).Note = cpuNote(x, y)
	more, err := b.peakMemory(ours, nil)
	if err != nil {
		return err
	}
	less, err := b.peakMemory(theirs, nil)
	if err != nil {
		return err
	}
	b.within(what+", memory", memoryBytes, more, less, 2)
	return nil
}

// validCBOR returns a query with about size bytes of tenancy.
func validCBOR(size int) []byte {
	frame := []byte("\xa4\x67user_id\x07\x69client_id\x01\x6equery_envelope\x40\x67tenancy\x9a")
	count := size / 12
	frame = binary.BigEndian.AppendUint32(frame, uint32(count))
	return append(frame, bytes.Repeat([]byte("\x82\x19\x12\x34\x67element"), count)...)
}

func repeatedKeys(size int) []byte {
	count := size / 8
	frame := binary.BigEndian.AppendUint32([]byte{0xba}, uint32(count))
	return append(frame, bytes.Repeat([]byte("\x66member\x01"), count)...)
}

func validJSON(size int) []byte { return templates(size / 620) }

func validCall(size int) []byte {
	return []byte(`{"name":"echo","arguments":{"list":[` + strings.Repeat(`{"a":"element"},`, size/16) + `null]}}`)
}

func validDocuments(size int) []byte {
	const one = `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}` + "\n"
	return []byte(strings.Repeat(one, size/len(one)))
}

// firstOutputTimeout is the maximum time until the first document.
const firstOutputTimeout = 5 * time.Second

// p9 measures the time until the first frame of an endless pipe is printed.
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

// firstOutput returns the time until the document of one frame is printed while
// the pipe is still open and nothing follows the frame.
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

// p11 counts allocations per frame in the steady state.
func p11(b *bench) error {
	query, err := queries(1)
	if err != nil {
		return err
	}
	for _, c := range []struct {
		what      string
		frameType *frames.Type
		frame     string
		atMost    float64
	}{
		{"fixed layout", diverge.AgentsRequest, "0b00026d310003612f62000000000000100000000200", 0},
		{"CBOR", laser.ForwardedQuery, hex.EncodeToString(query[0]), 0},
		{"JSON", diverge.AgentsRequest, "08" + hex.EncodeToString([]byte(`{"name":"echo","arguments":{"text":"hi"}}`)), 3},
	} {
		frame, err := hex.DecodeString(c.frame)
		if err != nil {
			return err
		}
		for _, notes := range []bool{false, true} {
			result := testing.Benchmark(func(t *testing.B) { decodeAll(t, c.frameType, frame, frames.Options{Notes: notes}) })
			if result.N == 0 { // the benchmark function failed
				return fmt.Errorf("a frame of %s is rejected", c.what)
			}
			what := fmt.Sprintf("allocations per frame of %s, annotated: %t", c.what, notes)
			b.atMost(what, allocations, float64(result.AllocsPerOp()), c.atMost)
		}
	}
	return nil
}

func decodeAll(t *testing.B, frameType *frames.Type, frame []byte, o frames.Options) {
	t.ReportAllocs()
	r := frames.Reader{Options: o}
	var doc frames.Document
	var out []byte
	for t.Loop() {
		doc.Reset()
		if fault := r.Read(frameType, frame, &doc); fault != nil {
			t.Fatal(fault)
		}
		out = doc.Append(out[:0], frame, &frames.DocInfo{Type: frameType.Name, Index: -1})
	}
}

// p16 compares following a log with decoding it.
func p16(b *bench) error {
	long, short := b.path("log.txt"), b.path("short.txt")
	for name, count := range map[string]int{long: 300_000, short: 30_000} {
		log, err := conversationLog(count)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, log, 0o644); err != nil {
			return err
		}
	}
	follow := newCommand(b.divtool, "follow", long)
	x, y, err := compareCommands(b.runs, follow, newCommand(b.divtool, "decode", "--conversation", "-c", long))
	if err != nil {
		return err
	}
	b.within("follow of 300,000 messages / decode --conversation -c", seconds, x.seconds, y.seconds, 1).Note = cpuNote(x, y)
	more, err := b.peakMemory(follow, nil)
	if err != nil {
		return err
	}
	less, err := b.peakMemory(newCommand(b.divtool, "follow", short), nil)
	if err != nil {
		return err
	}
	b.within("memory of follow of 300,000 messages / of 30,000", memoryBytes, more, less, 1.1)
	return nil
}

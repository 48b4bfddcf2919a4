package main

import (
	"fmt"
	"os"
	"os/exec"

	"github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// p1 measures CBOR frames to compact JSON on one core.
func p1(b *bench) error {
	list, err := queries(50_000)
	if err != nil {
		return err
	}
	if err := p1InProcess(b, list); err != nil {
		return err
	}
	stream, plain := b.path("queries.bin"), b.path("queries.json")
	if err := os.WriteFile(stream, queryStream(list), 0o644); err != nil {
		return err
	}
	notes := []string{b.divtool, "decode", "--framing", "len32le", "-c", stream}
	bare := append(notes[:5:5], "--no-annotations", stream)
	if err := printTo(plain, bare...); err != nil {
		return err
	}
	return b.againstGojq("50,000 CBOR frames to compact JSON, one core", plain, bare, notes, 15, 10)
}

// againstGojq measures two commands of ours, without and with annotations,
// against gojq -c . on the plain JSON, each on one core.
func (b *bench) againstGojq(what, plain string, bare, notes []string, atLeast, annotated float64) error {
	gojq, err := b.reference("gojq", gojqModule)
	if err != nil {
		b.missing(what+" / gojq -c .", err)
		return nil
	}
	theirs := newCommand(gojq, "-c", ".", plain).oneCore()
	for _, c := range []struct {
		what    string
		args    []string
		atLeast float64
	}{{what + " / gojq -c .", bare, atLeast}, {"the same, annotated", notes, annotated}} {
		ours := newCommand(c.args...).oneCore()
		ours.repeat = 3
		x, y, err := compareCommands(b.runs, ours, theirs)
		if err != nil {
			return err
		}
		discarded, piped, err := compareFuncs(b.runs, ours.run, ours.runPiped)
		if err != nil {
			return err
		}
		output := b.path("queries.out")
		if err := printTo(output, c.args...); err != nil {
			return err
		}
		same := side{run: newCommand(gojq, "-c", ".", output).oneCore().run}
		if err := same.runOnce(nil); err != nil {
			return err
		}
		b.faster(c.what, x.seconds, y.seconds, c.atLeast).Note = fmt.Sprintf("%s; of it read through a pipe, the pipe is %.0f %%; gojq reading what ours printed: %.1f to 1",
			cpuNote(x, y), max(0, 100*(1-discarded/piped)), same.seconds/x.seconds)
	}
	return nil
}

// p1InProcess measures the package against another that makes values of the
// same bytes.
func p1InProcess(b *bench, list [][]byte) error {
	r := frames.Reader{}
	var doc frames.Document
	var out []byte
	read := func(done func(i int, frame []byte)) error {
		for i, frame := range list {
			doc.Reset()
			if fault := r.Read(laser.ForwardedQuery, frame, &doc); fault != nil {
				return fault
			}
			done(i, frame)
		}
		return nil
	}
	payloads := func() error { return read(func(int, []byte) {}) }
	ours := func() error {
		return read(func(i int, frame []byte) {
			out = doc.Append(out[:0], frame, &frames.DocInfo{Type: laser.ForwardedQuery.Name, Index: i})
		})
	}
	theirs := func() error {
		for _, frame := range list {
			var v any
			if err := cbor.Unmarshal(frame, &v); err != nil {
				return err
			}
		}
		return nil
	}
	x, y, err := compareFuncs(2*b.runs, ours, theirs)
	if err != nil {
		return err
	}
	part, whole, err := compareFuncs(2*b.runs, payloads, ours)
	if err != nil {
		return err
	}
	share := 100 * part / whole
	b.faster("50,000 CBOR frames in process / fxamacker Unmarshal to any", x, y, 2).Note =
		fmt.Sprintf("of ours: reading the payload, which is printed meanwhile, %.0f %%, printing the rest %.0f %%", share, 100-share)
	return nil
}

// printTo runs a command and writes what it prints to a file.
func printTo(name string, args ...string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	c := exec.Command(args[0], args[1:]...)
	c.Stdout = f
	if err := c.Run(); err != nil {
		return fmt.Errorf("%v: %w", args, err)
	}
	return f.Close()
}

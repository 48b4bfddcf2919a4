package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"reflect"

	"github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// p1 measures the conversion of CBOR frames to compact JSON on one core.
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

// againstGojq compares two divtool commands, without and with annotations, with
// gojq -c . on the plain JSON. Each runs on one core.
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
		b.faster(c.what, x.seconds, y.seconds, c.atLeast).Note = fmt.Sprintf("%s; through a pipe, the pipe takes %.0f %% of the time; gojq on our output takes %.1f times as long",
			cpuNote(x, y), max(0, 100*(1-discarded/piped)), same.seconds/x.seconds)
	}
	return nil
}

// p1InProcess compares the frames package with another library that builds values
// of the same bytes.
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
		fmt.Sprintf("our time: %.0f %% for reading and printing the payload, %.0f %% for printing the rest", share, 100-share)
	return nil
}

// printTo writes the output of a command to a file.
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

// p2 measures decoding a million lines of hex.
func p2(b *bench) error {
	lines, plain := b.path("requests.hex"), b.path("requests.json")
	if err := os.WriteFile(lines, requestLines(1_000_000), 0o644); err != nil {
		return err
	}
	notes := newCommand(b.divtool, "decode", "--lines", "-c", lines)
	bare := newCommand(b.divtool, "decode", "--lines", "-c", "--no-annotations", lines)
	if err := printTo(plain, bare.args...); err != nil {
		return err
	}
	const what = "a million hex lines to compact JSON / gojq -c ."
	gojq, err := b.reference("gojq", gojqModule)
	if err != nil {
		b.missing(what, err)
		return nil
	}
	// A run of gojq takes seconds; divtool is faster and runs more often.
	bare.repeat, notes.repeat = 3, 3
	theirs := newCommand(gojq, "-c", ".", plain)
	x, y, err := compareCommands(b.runs, bare, theirs)
	if err != nil {
		return err
	}
	b.faster(what, x.seconds, y.seconds, 30).Note = cpuNote(x, y)
	x, y, err = compareCommands(b.runs, notes, theirs)
	if err != nil {
		return err
	}
	b.faster("the same, annotated", x.seconds, y.seconds, 15).Note = cpuNote(x, y)
	return b.where(gojq, lines)
}

// where compares a filter of divtool with gojq behind it, on the same lines.
func (b *bench) where(gojq, lines string) error {
	ours := newCommand(b.divtool, "decode", "--lines", "-c", "--where", `name == "fuse_read"`, lines)
	theirs := newCommand("sh", "-c", `"$0" decode --lines -c "$2" | "$1" -c 'select(.name == "fuse_read")'`, b.divtool, gojq, lines)
	filtered, selected := b.path("filtered.json"), b.path("selected.json")
	if err := printTo(filtered, ours.args...); err != nil {
		return err
	}
	if err := printTo(selected, theirs.args...); err != nil {
		return err
	}
	same, err := sameDocuments(filtered, selected)
	if err != nil || !same {
		return errors.Join(err, errors.New("decode --where and gojq select different documents"))
	}
	x, y, err := compareCommands(b.runs, ours, theirs)
	if err != nil {
		return err
	}
	b.faster("decode --where of a million hex lines / decode | gojq -c select", x.seconds, y.seconds, 3).Note = cpuNote(x, y)
	return nil
}

// sameDocuments reports whether two files have the same documents on their lines;
// gojq sorts the members.
func sameDocuments(a, b string) (bool, error) {
	x, err := os.ReadFile(a)
	if err != nil {
		return false, err
	}
	y, err := os.ReadFile(b)
	if err != nil {
		return false, err
	}
	left, right := bytes.Split(x, []byte("\n")), bytes.Split(y, []byte("\n"))
	if len(left) != len(right) {
		return false, nil
	}
	for i := range left[:len(left)-1] {
		var p, q any
		if err := errors.Join(json.Unmarshal(left[i], &p), json.Unmarshal(right[i], &q)); err != nil {
			return false, err
		}
		if !reflect.DeepEqual(p, q) {
			return false, nil
		}
	}
	return true, nil
}

// p3 measures the output rate relative to the throughput of a pipe.
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
	b.rate(what, size/x, size/y, 1.0/3).Note = fmt.Sprintf("our output also goes through a pipe; if it is discarded, the rate is %s, %.2f of theirs", bytesSecond.format(size/discarded), y/discarded)
	return nil
}

// p5 compares our hex reader, which accepts separators, with one that does not.
func p5(b *bench) error {
	raw := make([]byte, 8<<20)
	r := newRand()
	for i := range raw {
		raw[i] = byte(r.Uint32())
	}
	text := hex.AppendEncode(nil, raw)
	out := make([]byte, 0, len(raw))
	x, y, err := compareFuncs(4*b.runs, func() error {
		if _, at := input.AppendHex(out, text); at >= 0 {
			return fmt.Errorf("clean hex is rejected at offset %d", at)
		}
		return nil
	}, func() error {
		_, err := hex.Decode(raw, text)
		return err
	})
	if err != nil {
		return err
	}
	b.rate("clean hex to bytes / encoding/hex", float64(len(text))/x, float64(len(text))/y, 0.5)
	return nil
}

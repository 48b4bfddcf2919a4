package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
)

// text is an input of a name.
type text struct {
	name    string
	content []byte
}

// p8 measures what a hostile input costs, against one of the same size that is
// well formed.
func p8(b *bench) error {
	const size = 4 << 20
	valid := map[string][]byte{"cbor": validCBOR(size), "json": validJSON(size)}
	cbor := []string{"decode", "-t", "laser.forwarded-query", "--in", "bin", "-c"}
	for _, c := range []struct {
		what          string
		args          []string
		hostile, good text
	}{
		{"a length of 2^64-1 in front of 4 MiB", cbor,
			text{"length.bin", append([]byte{0xbb, 255, 255, 255, 255, 255, 255, 255, 255}, repeated("\x61a\x01", size/3)...)}, text{"sound.bin", valid["cbor"]}},
		{"4 MiB of open arrays in CBOR", cbor, text{"deep.bin", repeated("\x81", size)}, text{"sound.bin", valid["cbor"]}},
		{"4 MiB of one key in CBOR", cbor, text{"keys.bin", repeatedKeys(size)}, text{"sound.bin", valid["cbor"]}},
		{"a length of 4 GiB in a stream", []string{"decode", "--framing", "len32le", "-c"},
			text{"stream.bin", append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, size)...)}, text{"good.stream", requestStream(size / 30)}},
		{"4 MiB of open arrays in a JSON payload", []string{"decode", "-t", "diverge.agents.request", "--in", "bin", "-c"},
			text{"deep.request", append([]byte{8}, repeated("[", size)...)}, text{"sound.request", append([]byte{8}, validCall(size)...)}},
		{"lint of 4 MiB of open arrays", []string{"lint", "--kind", "template"}, text{"deep.json", repeated("[", size)}, text{"sound.json", valid["json"]}},
		{"template-id of 4 MiB of open arrays", []string{"template-id"}, text{"deep.json", repeated("[", size)}, text{"sound.json", valid["json"]}},
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

// inputCommand is the command that reads a text.
func (b *bench) inputCommand(args []string, t text) (*command, error) {
	c := newCommand(append(append([]string{b.divtool}, args...), b.path(t.name))...)
	c.mayFail = true
	return c, os.WriteFile(b.path(t.name), t.content, 0o644)
}

// compareCost asks that one command costs at most twice what another does.
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

// validCBOR is a query with so many bytes of tenancy.
func validCBOR(size int) []byte {
	frame := []byte("\xa4\x67user_id\x07\x69client_id\x01\x6equery_envelope\x40\x67tenancy\x9a")
	count := size / 12
	frame = binary.BigEndian.AppendUint32(frame, uint32(count))
	return append(frame, bytes.Repeat([]byte("\x82\x19\x12\x34\x67element"), count)...)
}

// repeatedKeys is a map of one key, again and again.
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

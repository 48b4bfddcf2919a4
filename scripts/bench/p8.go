package main

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"
)

// p8 measures what a hostile input costs, against one of the same size that is
// well formed.
func p8(b *bench) error {
	const size = 4 << 20
	type side struct {
		name string
		text []byte
	}
	sound := map[string][]byte{"cbor": soundCBOR(size), "json": soundJSON(size), "lines": requestLines(60_000)}
	for _, c := range []struct {
		what    string
		args    []string
		hostile side
		good    side
	}{
		{"a length of 2^64-1 in front of 4 MiB", []string{"decode", "-t", "laser.forwarded-query", "--in", "bin", "-c"},
			side{"length.bin", append([]byte{0xbb, 255, 255, 255, 255, 255, 255, 255, 255}, repeated("\x61a\x01", size/3)...)}, side{"sound.bin", sound["cbor"]}},
		{"4 MiB of open arrays in CBOR", []string{"decode", "-t", "laser.forwarded-query", "--in", "bin", "-c"},
			side{"deep.bin", repeated("\x81", size)}, side{"sound.bin", sound["cbor"]}},
		{"4 MiB of one key in CBOR", []string{"decode", "-t", "laser.forwarded-query", "--in", "bin", "-c"},
			side{"keys.bin", repeatedKeys(size)}, side{"sound.bin", sound["cbor"]}},
		{"a length of 4 GiB in a stream", []string{"decode", "--framing", "len32le", "-c"},
			side{"stream.bin", append([]byte{0xff, 0xff, 0xff, 0xff}, make([]byte, size)...)}, side{"good.stream", requestStream(size / 60)}},
		{"4 MiB of open arrays in a JSON payload", []string{"decode", "-t", "diverge.agents.request", "--in", "bin", "-c"},
			side{"deep.request", append([]byte{8}, repeated("[", size)...)}, side{"sound.request", append([]byte{8}, soundCall(size)...)}},
		{"lint of 4 MiB of open arrays", []string{"lint", "--kind", "scope-record"},
			side{"deep.json", repeated("[", size)}, side{"sound.json", sound["json"]}},
		{"template-id of 4 MiB of open arrays", []string{"template-id"},
			side{"deep.json", repeated("[", size)}, side{"sound.json", sound["json"]}},
		{"encode of 4 MiB of open arrays", []string{"encode", "--out", "hex"},
			side{"deep.json", repeated("[", size)}, side{"documents.json", soundDocuments(size)}},
	} {
		for _, s := range []side{c.hostile, c.good} {
			if err := os.WriteFile(b.path(s.name), s.text, 0o644); err != nil {
				return err
			}
		}
		ours := process(append(append([]string{b.divtool}, c.args...), b.path(c.hostile.name))...)
		theirs := process(append(append([]string{b.divtool}, c.args...), b.path(c.good.name))...)
		x, y, err := turns(b.runs, ours.refused, theirs.refused)
		if err != nil {
			return err
		}
		b.within(c.what+", time", seconds, x, y, 2)
		b.within(c.what+", memory", bytesHeld, float64(ours.held), float64(theirs.held), 2)
	}
	return nil
}

// soundCBOR is a query with so many bytes of tenancy.
func soundCBOR(size int) []byte {
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

func soundJSON(size int) []byte { return templates(size / 620) }

func soundCall(size int) []byte {
	return []byte(`{"name":"echo","arguments":{"list":[` + strings.Repeat(`{"a":"element"},`, size/16) + `null]}}`)
}

func soundDocuments(size int) []byte {
	const one = `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}` + "\n"
	return []byte(strings.Repeat(one, size/len(one)))
}

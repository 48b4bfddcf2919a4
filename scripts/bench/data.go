package main

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/fxamacker/cbor/v2"
)

// requests generates various frames of diverge.agents.request: reads, writes and
// lookups of mounts, tool calls, blobs, and frames that hold only a number.
func requests(count int, each func(frame []byte)) {
	r := newRand()
	var b []byte
	for range count {
		b = request(b[:0], r)
		each(b)
	}
}

func request(b []byte, r *rand.Rand) []byte {
	id, path := fmt.Sprintf("m%d", r.IntN(4)), fmt.Sprintf("src/pkg%d/file%d.go", r.IntN(40), r.IntN(900))
	text16 := func(s string) {
		b = append(binary.BigEndian.AppendUint16(b, uint16(len(s))), s...)
	}
	switch r.IntN(8) {
	case 0, 1:
		b = append(b, 11)
		text16(id)
		text16(path)
		b = binary.BigEndian.AppendUint64(b, r.Uint64N(1<<24))
		b = binary.BigEndian.AppendUint32(b, 131072)
	case 2:
		b = append(b, 12)
		text16(id)
		text16(path)
		b = binary.BigEndian.AppendUint64(b, r.Uint64N(1<<24))
		b = fmt.Appendf(b, "line %d\n", r.IntN(1000))
	case 3:
		b = append(b, 13)
		text16(id)
		b = append(b, "src"...)
	case 4:
		b = binary.BigEndian.AppendUint32(append(b, 4), r.Uint32N(1<<20))
	case 5:
		b = fmt.Appendf(append(b, 8), `{"name":"search","arguments":{"query":"q%d","limit":%d}}`, r.IntN(1000), r.IntN(50))
	case 6:
		b = fmt.Appendf(append(b, 0), `{"digest":"sha256:%016x%016x"}`, r.Uint64(), r.Uint64())
	case 7:
		b = append(b, 6)
		b = append(b, "null"...)
	}
	return b
}

// requestLines returns requests in hex, one per line.
func requestLines(count int) []byte {
	var w bytes.Buffer
	requests(count, func(frame []byte) {
		w.Write(hex.AppendEncode(w.AvailableBuffer(), frame))
		w.WriteByte('\n')
	})
	return w.Bytes()
}

// requestStream returns requests, each preceded by its 4-byte little-endian length.
func requestStream(count int) []byte {
	var out []byte
	requests(count, func(frame []byte) { out = appendFrame(out, frame) })
	return out
}

func appendFrame(dst, frame []byte) []byte {
	return append(binary.LittleEndian.AppendUint32(dst, uint32(len(frame))), frame...)
}

// forwardedQuery is a frame that a server forwards for a client, as encoded by
// another CBOR library.
type forwardedQuery struct {
	UserID      uint32   `cbor:"user_id"`
	ClientID    *big.Int `cbor:"client_id"`
	Correlation string   `cbor:"correlation"`
	Envelope    []byte   `cbor:"query_envelope"`
	Grants      []grant  `cbor:"grants"`
	Scope       scope    `cbor:"scope"`
}

type grant struct {
	Effect   string   `cbor:"effect"`
	Feature  string   `cbor:"feature"`
	Action   string   `cbor:"action"`
	Resource resource `cbor:"resource"`
}

type resource struct {
	Kind  string `cbor:"kind"`
	Value string `cbor:"value"`
}

type scope struct {
	StreamID uint32 `cbor:"stream_id"`
	Stream   string `cbor:"stream"`
	Created  uint64 `cbor:"stream_created_at_micros"`
}

type queryEnvelope struct {
	V     uint32 `cbor:"v"`
	Query query  `cbor:"query"`
}

type query struct {
	Index  string         `cbor:"index"`
	Filter map[string]any `cbor:"filter"`
	Limit  uint32         `cbor:"limit"`
	Offset uint32         `cbor:"offset"`
	Select struct {
		Payload bool `cbor:"payload"`
	} `cbor:"select"`
}

// queries returns frames of laser.forwarded-query that embed a query.
func queries(count int) ([][]byte, error) {
	r := newRand()
	list := make([][]byte, count)
	for i := range list {
		frame, err := oneQuery(r, i)
		if err != nil {
			return nil, err
		}
		list[i] = frame
	}
	return list, nil
}

func oneQuery(r *rand.Rand, i int) ([]byte, error) {
	q := query{Index: fmt.Sprintf("orders-%d", r.IntN(20)), Limit: 20, Offset: uint32(r.IntN(500))}
	q.Filter = map[string]any{"pred": struct {
		Field string `cbor:"field"`
		Op    string `cbor:"op"`
		Value string `cbor:"value"`
	}{"status", "eq", []string{"paid", "open", "refunded"}[r.IntN(3)]}}
	envelope, err := cbor.Marshal(queryEnvelope{1, q})
	if err != nil {
		return nil, err
	}
	client := new(big.Int).SetUint64(r.Uint64())
	return cbor.Marshal(forwardedQuery{
		UserID: r.Uint32N(1000), ClientID: client.Lsh(client, 64), Correlation: fmt.Sprintf("run-%d", i),
		Envelope: envelope,
		Grants:   []grant{{"allow", "query", "read", resource{"prefix", "stream:shop/"}}},
		Scope:    scope{3, "shop", 1735689600000000 + r.Uint64N(1<<40)},
	})
}

// queryStream returns the frames, each preceded by its length.
func queryStream(list [][]byte) []byte {
	var out []byte
	for _, frame := range list {
		out = appendFrame(out, frame)
	}
	return out
}

// newRand returns a generator with a fixed seed.
func newRand() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// templates returns a JSON array of templates.
func templates(count int) []byte {
	var w bytes.Buffer
	r := newRand()
	w.WriteByte('[')
	for i := range count {
		if i > 0 {
			w.WriteString(",\n")
		}
		fmt.Fprintf(&w, `{"image":{"digest":"sha256:%016x%016x%016x%016x","references":[{"registry":"ghcr.io","name":"acme/tool-%d"}]},`,
			r.Uint64(), r.Uint64(), r.Uint64(), r.Uint64(), r.IntN(1000))
		fmt.Fprintf(&w, `"memory":%d,"disk":%d,"arguments":{"endpoint":"https://%d.example/api","limits":{"rate":%.2f,"burst":%d},"tags":["a","b","c"]},`,
			r.Uint64N(1<<34), r.Uint64N(1<<40), r.IntN(100000), r.Float64(), r.IntN(100))
		fmt.Fprintf(&w, `"secrets":["token","api_key"],"mode":"transient","fuse_file_mounts":[{"agent_path":["home","agent","f%d.txt"],"tool_path":["in","a.txt"]}],`, i)
		w.WriteString(`"permissions":[{"agents":{"actions":["message","get"],"within":"self"}},{"volumes":{"actions":["mount"],"within":{"any_tags":["scratch"]}}}]}`)
	}
	w.WriteString("]\n")
	return w.Bytes()
}

// conversationLog returns a log of at least count messages: an example that is
// repeated. Each scope ends in it.
func conversationLog(count int) ([]byte, error) {
	example, err := os.ReadFile(filepath.Join("examples", "conversation.txt"))
	if err != nil {
		return nil, err
	}
	lines := bytes.SplitAfterN(example, []byte("\n"), 3) // a comment, auth, and a scope
	scope := lines[2]
	return append(lines[1], bytes.Repeat(scope, count/bytes.Count(scope, []byte("\n"))+1)...), nil
}

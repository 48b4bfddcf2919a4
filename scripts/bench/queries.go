package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"github.com/fxamacker/cbor/v2"
)

// forwardedQuery is the frame that a server forwards for a client, as the
// encoder of another program writes it.
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

// queries makes frames of laser.forwarded-query with a query inside.
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

// queryStream is the frames behind their lengths.
func queryStream(list [][]byte) []byte {
	var out []byte
	for _, frame := range list {
		out = appendFrame(out, frame)
	}
	return out
}

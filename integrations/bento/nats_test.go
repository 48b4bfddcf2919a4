package bento_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

const natsConfig = `
input:
  nats_jetstream: { urls: [ "${NATS}" ], stream: FRAMES, subject: frames, durable: divtool, max_ack_pending: 4096 }
pipeline:
  processors:
    - mapping: |
        root = content()
        meta frame = content()
    - divtool_decode: { type: diverge.agents.request, annotations: false }
output:
  switch:
    cases:
      - check: errored()
        output:
          nats_jetstream: { urls: [ "${NATS}" ], subject: bad, metadata: { include_prefixes: [ divtool_ ] } }
          processors: [ { mapping: "root = @frame" } ]
      - output:
          nats_jetstream: { urls: [ "${NATS}" ], subject: docs }
`

// Every frame of a stream becomes its document, or a dead letter with its bytes and its
// fault: none is lost.
func TestNATS(t *testing.T) {
	total := 100000
	if testing.Short() {
		total = 3000
	}
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: -1, JetStream: true, StoreDir: t.TempDir(), NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.WaitForShutdown()
	defer s.Shutdown()
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not start")
	}
	conn, err := nats.Connect(s.ClientURL())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	js, err := conn.JetStream(nats.PublishAsyncMaxPending(1000))
	if err != nil {
		t.Fatal(err)
	}
	for stream, subject := range map[string]string{"FRAMES": "frames", "DOCS": "docs", "BAD": "bad"} {
		if _, err := js.AddStream(&nats.StreamConfig{Name: stream, Subjects: []string{subject}, Storage: nats.FileStorage}); err != nil {
			t.Fatal(err)
		}
	}
	for n := range total {
		if _, err := js.PublishAsync("frames", numberedFrame(n, isBroken(n))); err != nil {
			t.Fatal(err)
		}
	}
	<-js.PublishAsyncComplete()

	config := t.TempDir() + "/nats.yaml"
	write(t, config, natsConfig)
	started := time.Now()
	start(t, []string{"NATS=" + s.ClientURL()}, "-c", config)
	count := func(stream string) int {
		info, err := js.StreamInfo(stream)
		if err != nil {
			t.Fatal(err)
		}
		return int(info.State.Msgs)
	}
	await(t, 5*time.Minute, "all frames", func() bool { return count("DOCS")+count("BAD") >= total })
	t.Logf("%d frames in %v", total, time.Since(started))

	docs, bad := readAll(t, js, "docs", count("DOCS")), readAll(t, js, "bad", count("BAD"))
	decoder := frames.Decoder{Set: all.Types(), Type: all.Types().ByName("diverge.agents.request")}
	duplicates := -total
	for _, list := range docs {
		duplicates += len(list)
	}
	for _, list := range bad {
		duplicates += len(list)
	}
	for n := range total {
		frame := numberedFrame(n, isBroken(n))
		if !isBroken(n) {
			if len(docs[documentOf(&decoder, frame)]) == 0 {
				t.Fatalf("frame %d has no document", n)
			}
			continue
		}
		letters := bad[string(frame)]
		if len(letters) == 0 {
			t.Fatalf("frame %d is not among the dead letters", n)
		}
		h := letters[0].Header
		if h.Get("divtool_code") != "length" || h.Get("divtool_offset") != "1" || h.Get("divtool_path") != "/payload" || h.Get("divtool_upstream") != "Write(Length(3))" {
			t.Fatalf("frame %d: %v", n, h)
		}
	}
	t.Logf("%d dead letters, %d duplicates", len(bad), duplicates)
}

// readAll returns the messages of a subject by their content.
func readAll(t *testing.T, js nats.JetStreamContext, subject string, count int) map[string][]*nats.Msg {
	t.Helper()
	sub, err := js.SubscribeSync(subject, nats.OrderedConsumer())
	if err != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe()
	list := map[string][]*nats.Msg{}
	for range count {
		m, err := sub.NextMsg(30 * time.Second)
		if err != nil {
			t.Fatal(err)
		}
		list[string(m.Data)] = append(list[string(m.Data)], m)
	}
	return list
}

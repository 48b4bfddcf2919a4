package bento_test

import (
	"context"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kfake"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/kmsg"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
)

// Two workers share four partitions. One is killed in the middle: the other takes over,
// and every frame is decoded at least once.
func TestKafka(t *testing.T) {
	total := 200000
	if testing.Short() {
		total = 4000
	}
	cluster, err := kfake.NewCluster(kfake.NumBrokers(1), kfake.SeedTopics(4, "frames", "documents", "frames-bad"))
	if err != nil {
		t.Fatal(err)
	}
	defer cluster.Close()
	// The group forgets a member that was killed in the least time that the broker allows,
	// not in the 45 seconds of the client.
	cluster.ControlKey(int16(kmsg.JoinGroup), func(r kmsg.Request) (kmsg.Response, error, bool) {
		cluster.KeepControl()
		r.(*kmsg.JoinGroupRequest).SessionTimeoutMillis = 6000
		return nil, nil, false
	})
	client, err := kgo.NewClient(kgo.SeedBrokers(cluster.ListenAddrs()...), kgo.ConsumeTopics("documents", "frames-bad"), kgo.FetchMaxWait(200*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	half := total / 2
	produce(t, client, 0, half)

	env := []string{"KAFKA=" + cluster.ListenAddrs()[0], "TYPE=diverge.agents.request"}
	args := []string{"-c", "examples/kafka_dead_letters.yaml"}
	started := time.Now()
	killed := start(t, env, args...)
	start(t, env, args...)
	if _, err := cluster.WaitGroupStable(timeout(t, time.Minute), "divtool", 2); err != nil {
		t.Fatal(err)
	}
	produce(t, client, half, total)
	seen, records := map[string]int{}, 0
	var headers map[string]string
	poll := func(until func() bool) {
		for ctx := timeout(t, 3*time.Minute); !until(); {
			fetches := client.PollFetches(ctx)
			if ctx.Err() != nil {
				t.Fatalf("%d different results of %d frames, %d records", len(seen), total, records)
			}
			for _, r := range fetches.Records() {
				seen[string(r.Value)]++
				records++
				if r.Topic == "frames-bad" {
					headers = map[string]string{}
					for _, h := range r.Headers {
						headers[h.Key] = string(h.Value)
					}
				}
			}
		}
	}
	poll(func() bool { return len(seen) > half })
	killed.Process.Kill()
	poll(func() bool { return len(seen) >= total })

	decoder := frames.Decoder{Set: all.Types(), Type: all.Types().ByName("diverge.agents.request")}
	for n := range total {
		frame := numberedFrame(n, isBroken(n))
		want := string(frame)
		if !isBroken(n) {
			want = documentOf(&decoder, frame)
		}
		if seen[want] == 0 {
			t.Fatalf("frame %d is lost", n)
		}
	}
	t.Logf("%d frames in %v, %d duplicates", total, time.Since(started), records-total)
	if headers["divtool_code"] != "length" || headers["divtool_offset"] != "1" || headers["divtool_error"] == "" {
		t.Errorf("the headers of a dead letter: %v", headers)
	}
}

// produce sends frames from one number to another, spread over the partitions.
func produce(t *testing.T, client *kgo.Client, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		client.Produce(context.Background(), &kgo.Record{Topic: "frames", Value: numberedFrame(n, isBroken(n))}, func(_ *kgo.Record, err error) {
			if err != nil {
				t.Error(err)
			}
		})
	}
	if err := client.Flush(timeout(t, time.Minute)); err != nil {
		t.Fatal(err)
	}
}

func timeout(t *testing.T, d time.Duration) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), d)
	t.Cleanup(cancel)
	return ctx
}

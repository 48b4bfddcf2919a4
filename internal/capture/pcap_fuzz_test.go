package capture_test

import (
	"slices"
	"strings"
	"testing"
)

// FuzzWebSocket checks that the frames of a client are read to the same messages,
// whatever the sizes of the segments. Each has size bytes of data.
func FuzzWebSocket(f *testing.F) {
	f.Add(make([]byte, 10), byte(10), false, false)
	f.Add([]byte{6, 0, 0, 0, 1, 0, 0, 0, 0}, byte(3), false, true)
	f.Add([]byte{0x62, 0x60, 0x80, 0x01, 0x00}, byte(5), true, false)
	f.Fuzz(func(t *testing.T, content []byte, size byte, deflate, fragments bool) {
		var data []byte
		first := byte(0x82)
		if deflate {
			first |= 0x40
		}
		if fragments {
			first &^= 0x80
		}
		for part := range slices.Chunk(content[:min(len(content), 2000)], max(int(size), 1)) {
			data = append(data, socketFrame(0, first, part)...)
			if fragments {
				first &= 0x80 // the others continue the first
			}
		}
		list := func(mtu int) []string {
			w := newWire(1<<12, false)
			sendAll(w, nil, wsOptions{deflate: deflate})
			w.mtu = mtu
			w.send(0, data)
			list := read(t, pcapFile(w.packets))
			for i, line := range list {
				if strings.HasPrefix(line, "end ") {
					list[i] = "end" // it counts the packets
				}
			}
			return list
		}
		if whole, parts := list(1<<12), list(3); !slices.Equal(whole, parts) {
			t.Errorf("%q in one segment, %q in segments of 3 bytes", whole, parts)
		}
	})
}

// FuzzReassembly checks that segments that come twice or after the next one cost
// nothing.
func FuzzReassembly(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3})
	f.Add([]byte{1, 1, 1, 1, 1, 1, 1, 1})
	f.Add([]byte{2, 3, 2, 3, 2, 3})
	messages := conversation()[:12]
	want := asText(messages)
	f.Fuzz(func(t *testing.T, moves []byte) {
		w := newWire(40, false)
		sendAll(w, messages, wsOptions{})
		opening := 10 // packets of the upgrade, which stay as they are
		packets := slices.Clone(w.packets[:opening])
		for i, rest := 0, w.packets[opening:]; i < len(rest); i++ {
			move := byte(0)
			if i < len(moves) {
				move = moves[i]
			}
			if move&1 != 0 && i+1 < len(rest) {
				rest[i], rest[i+1] = rest[i+1], rest[i]
			}
			packets = append(packets, rest[i])
			if move&2 != 0 {
				packets = append(packets, rest[i])
			}
		}
		got := read(t, pcapFile(packets))
		slices.Sort(got) // both sides speak at the same time
		if sorted := slices.Sorted(slices.Values(want)); !slices.Equal(got, sorted) {
			t.Errorf("%q\nwant %q", got, sorted)
		}
	})
}

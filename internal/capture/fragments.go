package capture

import (
	"cmp"
	"net/netip"
	"slices"
)

// fragments joins the fragments of IP packets.
type fragments struct {
	open  map[fragmentKey]*fragmented
	order []fragmentKey // the oldest first
}

type fragmentKey struct {
	src, dst netip.Addr
	protocol byte
	id       uint32
}

// fragmented is an IP packet of which fragments are missing.
type fragmented struct {
	parts []fragment // by offset
	size  int        // of the whole; 0 until the last fragment is known
}

type fragment struct {
	at   int
	data []byte
}

// Limits of the fragments that are held. Beyond a limit the oldest are dropped.
const (
	maxFragmented = 256
	maxFragments  = 1024    // of an IP packet
	maxDatagram   = 1 << 16 // bytes of an IP packet
)

// add adds a fragment. It returns the whole when this was the last one missing.
// Where fragments overlap, the one that came first counts. A fragment that the
// capture has cut makes the whole end there.
func (f *fragments) add(d *datagram) (whole datagram, ok bool) {
	key := fragmentKey{d.src, d.dst, d.protocol, d.id}
	p := f.open[key]
	if p == nil {
		p = f.start(key)
	}
	if d.at+d.size > maxDatagram || len(p.parts) >= maxFragments {
		f.remove(key)
		return datagram{}, false
	}
	if !d.more && p.size == 0 {
		p.size = d.at + d.size
	}
	i, _ := slices.BinarySearchFunc(p.parts, d.at, func(x fragment, at int) int { return cmp.Compare(x.at, at) })
	if i < len(p.parts) && p.parts[i].at == d.at {
		return datagram{}, false // sent twice
	}
	p.parts = slices.Insert(p.parts, i, fragment{d.at, slices.Clone(d.data)})
	if !p.isWhole() {
		return datagram{}, false
	}
	whole = *d
	whole.isFragment, whole.size, whole.data = false, p.size, p.join()
	f.remove(key)
	return whole, true
}

func (f *fragments) start(key fragmentKey) *fragmented {
	if f.open == nil {
		f.open = map[fragmentKey]*fragmented{}
	}
	if len(f.order) >= maxFragmented {
		f.remove(f.order[0])
	}
	p := new(fragmented)
	f.open[key] = p
	f.order = append(f.order, key)
	return p
}

func (f *fragments) remove(key fragmentKey) {
	delete(f.open, key)
	if i := slices.Index(f.order, key); i >= 0 {
		f.order = slices.Delete(f.order, i, i+1)
	}
}

// isWhole reports whether no fragment is missing.
func (p *fragmented) isWhole() bool {
	end := 0
	for _, x := range p.parts {
		if x.at > end {
			return false
		}
		end = max(end, x.at+len(x.data))
	}
	return p.size > 0 && end >= p.size
}

func (p *fragmented) join() []byte {
	all := make([]byte, 0, p.size)
	for _, x := range p.parts {
		if have := len(all) - x.at; have < len(x.data) {
			all = append(all, x.data[have:]...)
		}
	}
	return all[:p.size]
}

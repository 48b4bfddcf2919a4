package forge

import "maps"

// Spoiled is bytes with a single fault, and the error that reading them must
// give.
type Spoiled struct {
	Bytes          []byte
	What           string // what is wrong, for people
	Code, Upstream string // upstream is "" where the reference has no name
}

// mostWorlds bounds the work on a declaration of very many variants.
const mostWorlds = 4096

// Spoil makes all faulty versions of what a function writes. The function
// must write the same when it is given the same choices.
func Spoil(seed uint64, write func(f *Forge, dst []byte) []byte) []Spoiled {
	var all []Spoiled
	seen := map[site]bool{}
	met := map[any]bool{}
	worlds := []map[any]int{{}}
	for i := 0; i < len(worlds) && i < mostWorlds; i++ {
		look := run(seed, worlds[i], nil)
		write(look, nil)
		for _, p := range look.picks {
			if met[p.of] {
				continue
			}
			met[p.of] = true
			for v := 1; v < p.count; v++ {
				other := maps.Clone(worlds[i])
				other[p.of] = v
				worlds = append(worlds, other)
			}
		}
		for _, s := range look.list {
			if seen[s] {
				continue
			}
			seen[s] = true
			f := run(seed, worlds[i], &s)
			b := write(f, nil)
			if f.end >= 0 {
				b = b[:min(f.end, len(b))]
			}
			all = append(all, Spoiled{b, s.what, s.code, s.upstream})
		}
	}
	return all
}

func run(seed uint64, world map[any]int, target *site) *Forge {
	s := newState(seed)
	s.spoiling, s.world, s.target = true, world, target
	return &Forge{state: s}
}

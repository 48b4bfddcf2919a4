// Package forge makes frames and documents from their declarations: sound
// ones, and ones that are spoiled in a single place.
//
// An engine describes how a value of a declaration is written, once, in a
// function that asks a [Forge] for every choice: which variant, how many
// elements, which number. Where the bytes could be wrong it asks
// [Forge.Spoil], which names the error that the fault must give. From that one
// function come examples ([Forge] made by [New]) and, by [Spoil], a frame for
// every fault that the declaration can have.
//
// Goals: the same seed gives the same bytes; every variant of every choice is
// visited. Not goals: every value, and faults of two places at once, which is
// what fuzzing is for.
package forge

import "math/rand/v2"

// Forge is where an engine takes its choices from. It is not safe for
// concurrent use.
type Forge struct {
	*state
	// What is put in place of the code and name of a spoiled place: see As.
	code, upstream string
	recoded        bool
	sound          bool // spoils nothing
}

// state is what all views of a forge share.
type state struct {
	random   *rand.Rand
	spoiling bool
	depth    int

	world  map[any]int // which variant of a choice is taken, where not the first
	target *site       // the place to spoil; nil to list them
	done   bool        // it was spoiled
	end    int         // where the frame is cut off; below 0 for nowhere
	list   []site      // the places that could be spoiled
	picks  []pick      // the choices that were met
}

// site is a place that could be spoiled.
type site struct {
	of             any // the declaration
	what           string
	code, upstream string
}

// pick is a choice that was met.
type pick struct {
	of    any
	count int
}

// New makes a forge of sound values. The same seed gives the same choices.
func New(seed uint64) *Forge { return &Forge{state: newState(seed)} }

func newState(seed uint64) *state {
	const stream = 0x6469767465000001 // any constant does: one stream a seed
	return &state{random: rand.New(rand.NewPCG(seed, stream)), end: -1}
}

// As is the same forge for a part whose refusals all have one code, and one
// name in the reference.
func (f *Forge) As(code, upstream string) *Forge {
	g := *f
	g.code, g.upstream, g.recoded = code, upstream, true
	return &g
}

// Sound is the same forge for a part that must not be spoiled: the bytes of a
// frame inside, which are only bytes to the one around it.
func (f *Forge) Sound() *Forge {
	g := *f
	g.sound = true
	return &g
}

// Spoiling tells whether the forge looks for faults: all that is optional is
// there then.
func (f *Forge) Spoiling() bool { return f.spoiling && !f.sound }

// Number is a number from 0 to n-1.
func (f *Forge) Number(n uint64) uint64 { return f.random.Uint64N(n) }

// Maybe tells whether an optional part is there.
func (f *Forge) Maybe() bool { return f.Spoiling() || f.random.Uint64N(2) == 0 }

// deepest is how deep declarations that hold themselves are followed.
const deepest = 6

// Enter goes a level deeper; call the result to come back.
func (f *Forge) Enter() (leave func()) {
	f.depth++
	return func() { f.depth-- }
}

// Depth is how many levels have been entered.
func (f *Forge) Depth() int { return f.depth }

// Count is how many elements there are, from least to most.
func (f *Forge) Count(least, most int) int {
	switch {
	case f.depth > deepest:
		return least
	case f.Spoiling():
		return max(least, 1)
	}
	return least + int(f.random.Uint64N(uint64(most-least+1)))
}

// Pick is the index of one of n variants of a declaration. Too deep inside it
// is the last one, which must not hold the declaration again.
func (f *Forge) Pick(of any, n int) int {
	switch {
	case f.depth > deepest:
		return n - 1
	case !f.Spoiling():
		return int(f.random.Uint64N(uint64(n)))
	}
	f.picks = append(f.picks, pick{of, n})
	return f.world[of]
}

// Spoil tells whether to spoil this place now. of and what say which place it
// is; code and upstream are the error that it must give.
func (f *Forge) Spoil(of any, what, code, upstream string) bool {
	if !f.Spoiling() || f.done {
		return false
	}
	if f.recoded {
		code, upstream = f.code, f.upstream
	}
	s := site{of, what, code, upstream}
	if f.target == nil {
		f.list = append(f.list, s)
		return false
	}
	f.done = s == *f.target
	return f.done
}

// Cut ends the frame at a size, in bytes, whatever is written behind.
func (f *Forge) Cut(size int) { f.end = size }

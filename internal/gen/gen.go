// Package forge makes frames and documents from their declarations: sound
// ones, and ones that are spoiled in a single place.
//
// An engine describes how a value of a declaration is written, once, in a
// function that asks a [Gen] for every choice: which variant, how many
// elements, which number. Where the bytes could be wrong it asks
// [Gen.Mutations], which names the error that the fault must give. From that one
// function come examples ([Gen] made by [New]) and, by [Mutations], a frame for
// every fault that the declaration can have.
//
// Goals: the same seed gives the same bytes; every variant of every choice is
// visited. Not goals: every value, and faults of two places at once, which is
// what fuzzing is for.
package gen

import (
	"maps"
	"math/rand/v2"
)

// Gen is where an engine takes its choices from. It is not safe for
// concurrent use.
type Gen struct {
	*state
	// What is put in place of the code and name of a spoiled place: see As.
	code, upstream string
	recoded        bool
	valid          bool // spoils nothing
}

// state is what all views of a forge share.
type state struct {
	random     *rand.Rand
	corrupting bool
	depth      int

	assignment map[any]int // which variant of a choice is taken, where not the first
	target     *point      // the place to spoil; nil to list them
	done       bool        // it was spoiled
	cutAt      int         // where the frame is cut off; below 0 for nowhere
	points     []point     // the places that could be spoiled
	choices    []choice    // the choices that were met
}

// point is a place that could be spoiled.
type point struct {
	decl           any // the declaration
	description    string
	code, upstream string
}

// choice is a choice that was met.
type choice struct {
	decl  any
	count int
}

// New makes a forge of sound values. The same seed gives the same choices.
func New(seed uint64) *Gen { return &Gen{state: newState(seed)} }

func newState(seed uint64) *state {
	const stream = 0x6469767465000001 // any constant does: one stream a seed
	return &state{random: rand.New(rand.NewPCG(seed, stream)), cutAt: -1}
}

// As is the same forge for a part whose refusals all have one code, and one
// name in the reference.
func (g *Gen) As(code, upstream string) *Gen {
	part := *g
	part.code, part.upstream, part.recoded = code, upstream, true
	return &part
}

// Valid is the same forge for a part that must not be spoiled: the bytes of a
// frame inside, which are only bytes to the one around it.
func (g *Gen) Valid() *Gen {
	part := *g
	part.valid = true
	return &part
}

// Corrupting tells whether the forge looks for faults: all that is optional is
// there then.
func (g *Gen) Corrupting() bool { return g.corrupting && !g.valid }

// Number is a number from 0 to n-1.
func (g *Gen) Number(n uint64) uint64 { return g.random.Uint64N(n) }

// Bool tells whether an optional part is there.
func (g *Gen) Bool() bool { return g.Corrupting() || g.random.Uint64N(2) == 0 }

// maxDepth is how deep declarations that hold themselves are followed.
const maxDepth = 6

// Descend goes a level deeper; call the result to come back.
func (g *Gen) Descend() (ascend func()) {
	g.depth++
	return func() { g.depth-- }
}

// Depth is how many levels have been entered.
func (g *Gen) Depth() int { return g.depth }

// Count is how many elements there are, from least to most.
func (g *Gen) Count(minCount, maxCount int) int {
	switch {
	case g.depth > maxDepth:
		return minCount
	case g.Corrupting():
		return max(minCount, 1)
	}
	return minCount + int(g.random.Uint64N(uint64(maxCount-minCount+1)))
}

// Choose is the index of one of n variants of a declaration. Too deep inside it
// is the last one, which must not hold the declaration again.
func (g *Gen) Choose(decl any, n int) int {
	switch {
	case g.depth > maxDepth:
		return n - 1
	case !g.Corrupting():
		return int(g.random.Uint64N(uint64(n)))
	}
	g.choices = append(g.choices, choice{decl, n})
	return g.assignment[decl]
}

// Corrupt tells whether to spoil this place now. of and what say which place it
// is; code and upstream are the error that it must give.
func (g *Gen) Corrupt(decl any, description, code, upstream string) bool {
	if !g.Corrupting() || g.done {
		return false
	}
	if g.recoded {
		code, upstream = g.code, g.upstream
	}
	s := point{decl, description, code, upstream}
	if g.target == nil {
		g.points = append(g.points, s)
		return false
	}
	g.done = s == *g.target
	return g.done
}

// Cut ends the frame at a size, in bytes, whatever is written behind.
func (g *Gen) Cut(size int) { g.cutAt = size }

// Mutation is bytes with a single fault, and the error that reading them must
// give.
type Mutation struct {
	Bytes          []byte
	Description    string // what is wrong, for people
	Code, Upstream string // upstream is "" where the reference has no name
}

// maxAssignments bounds the work on a declaration of very many variants.
const maxAssignments = 4096

// Mutations makes all faulty versions of what a function writes. The function
// must write the same when it is given the same choices.
func Mutations(seed uint64, generate func(g *Gen, dst []byte) []byte) []Mutation {
	var all []Mutation
	seenPoints := map[point]bool{}
	branched := map[any]bool{}
	assignments := []map[any]int{{}}
	for i := 0; i < len(assignments) && i < maxAssignments; i++ {
		survey := newMutator(seed, assignments[i], nil)
		generate(survey, nil)
		for _, p := range survey.choices {
			if branched[p.decl] {
				continue
			}
			branched[p.decl] = true
			for v := 1; v < p.count; v++ {
				next := maps.Clone(assignments[i])
				next[p.decl] = v
				assignments = append(assignments, next)
			}
		}
		for _, s := range survey.points {
			if seenPoints[s] {
				continue
			}
			seenPoints[s] = true
			g := newMutator(seed, assignments[i], &s)
			b := generate(g, nil)
			if g.cutAt >= 0 {
				b = b[:min(g.cutAt, len(b))]
			}
			all = append(all, Mutation{b, s.description, s.code, s.upstream})
		}
	}
	return all
}

func newMutator(seed uint64, assignment map[any]int, target *point) *Gen {
	s := newState(seed)
	s.corrupting, s.assignment, s.target = true, assignment, target
	return &Gen{state: s}
}

// words are words that samples are made of; one is not ASCII.
var words = [...]string{"alpha", "beta", "data", "main", "notes", "report", "search", "token", "übung", "west"}

// Word is a word.
func (g *Gen) Word() string { return words[g.Number(uint64(len(words)))] }

// Path is a path of one to three words.
func (g *Gen) Path() string {
	path := g.Word()
	for range g.Number(3) {
		path += "/" + g.Word()
	}
	return path
}

// Bytes are one to sixteen bytes.
func (g *Gen) Bytes() []byte { return g.AppendBytes(nil, int(1+g.Number(16))) }

// AppendBytes appends so many bytes.
func (g *Gen) AppendBytes(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, byte(g.Number(256)))
	}
	return dst
}

// Bits is a number that fits in so many bits, from 1 to 64: mostly a small
// one.
func (g *Gen) Bits(bits int) uint64 {
	width := 1 + g.Number(uint64(bits))
	if g.Number(2) == 0 {
		width = min(width, 10)
	}
	return g.random.Uint64() >> (64 - width)
}

// The range of times, in seconds since 1970 UTC.
const (
	firstTime = 1_600_000_000
	timeRange = 200_000_000
)

// Seconds is a time of these years, in seconds since 1970 UTC.
func (g *Gen) Seconds() uint64 { return firstTime + g.Number(timeRange) }

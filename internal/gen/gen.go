// Package gen supplies the choices for making values from declarations: valid values, and
// values that are corrupted in a single place.
//
// A generator is a function that appends a value and asks a [Gen] for every choice: which
// variant, how many elements, which number. Where the bytes could be wrong it asks
// [Gen.Corrupt], and names the error that the fault must give. From that one function come
// valid values, with a Gen made by [New], and with [Mutations] a value for every fault.
//
// Goals: the same seed gives the same bytes; every variant of every choice is visited.
// Non-goals: all values, and faults in two places at once, which fuzzing finds.
package gen

import (
	"maps"
	"math/rand/v2"
)

// Gen makes the choices of a generator. It is not safe for concurrent use.
type Gen struct {
	*state
	// What replaces the code and the name of a fault: see As.
	code, upstream string
	recoded        bool
	valid          bool // corrupts nothing
}

// state is shared by all views of a Gen.
type state struct {
	random     *rand.Rand
	corrupting bool
	depth      int

	assignment map[any]int // the variant of a choice, where it is not the first
	target     *point      // the place to corrupt; nil to list the places
	done       bool        // it was corrupted
	cutAt      int         // where the value is cut off; negative for nowhere
	points     []point     // the places that could be corrupted
	choices    []choice    // the choices that were made
}

// point is a place that could be corrupted.
type point struct {
	decl           any // the declaration
	description    string
	code, upstream string
}

// choice is a choice between variants.
type choice struct {
	decl  any
	count int
}

// New returns a Gen for valid values. The same seed gives the same choices.
func New(seed uint64) *Gen { return &Gen{state: newState(seed)} }

func newState(seed uint64) *state {
	const stream = 0x6469767465000001 // any constant will do
	return &state{random: rand.New(rand.NewPCG(seed, stream)), cutAt: -1}
}

// As returns a view of g for a part whose faults all have one code, and one name in the
// reference.
func (g *Gen) As(code, upstream string) *Gen {
	part := *g
	part.code, part.upstream, part.recoded = code, upstream, true
	return &part
}

// Valid returns a view of g for a part that must not be corrupted, such as an embedded
// frame, which is plain bytes to the frame around it.
func (g *Gen) Valid() *Gen {
	part := *g
	part.valid = true
	return &part
}

// Corrupting reports whether faults are being made. All optional parts are present then.
func (g *Gen) Corrupting() bool { return g.corrupting && !g.valid }

// Number returns a number from 0 to n-1.
func (g *Gen) Number(n uint64) uint64 { return g.random.Uint64N(n) }

// Bool reports whether an optional part is present.
func (g *Gen) Bool() bool { return g.Corrupting() || g.random.Uint64N(2) == 0 }

// maxDepth is how deeply declarations that hold themselves are followed.
const maxDepth = 6

// Descend enters a level; ascend leaves it.
func (g *Gen) Descend() (ascend func()) {
	g.depth++
	return func() { g.depth-- }
}

// Depth returns the number of levels that have been entered.
func (g *Gen) Depth() int { return g.depth }

// Count returns a number of elements, from minCount to maxCount.
func (g *Gen) Count(minCount, maxCount int) int {
	switch {
	case g.depth > maxDepth:
		return minCount
	case g.Corrupting():
		return max(minCount, 1)
	}
	return minCount + int(g.random.Uint64N(uint64(maxCount-minCount+1)))
}

// Choose returns the index of one of n variants of a declaration. Beyond a certain depth it
// is the last variant, which must not hold the declaration again.
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

// Corrupt reports whether to corrupt this place now. decl and description identify the
// place; code and upstream are the error that the fault must give.
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

// Cut truncates the value to size bytes, whatever is appended later.
func (g *Gen) Cut(size int) { g.cutAt = size }

// Mutation is a value with a single fault, and the error that reading it must give.
type Mutation struct {
	Bytes          []byte
	Description    string // the fault, in English
	Code, Upstream string // upstream is "" where the reference has no name
}

// maxAssignments bounds the work on a declaration with very many variants.
const maxAssignments = 4096

// Mutations returns every faulty version of what generate appends. generate must append the
// same bytes when it gets the same choices.
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

// words are the words of samples. One is not ASCII.
var words = [...]string{"alpha", "beta", "data", "main", "notes", "report", "search", "token", "übung", "west"}

// Word returns a word.
func (g *Gen) Word() string { return words[g.Number(uint64(len(words)))] }

// Path returns a path of one to three words.
func (g *Gen) Path() string {
	path := g.Word()
	for range g.Number(3) {
		path += "/" + g.Word()
	}
	return path
}

// Bytes returns one to sixteen bytes.
func (g *Gen) Bytes() []byte { return g.AppendBytes(nil, int(1+g.Number(16))) }

// AppendBytes appends n bytes.
func (g *Gen) AppendBytes(dst []byte, n int) []byte {
	for range n {
		dst = append(dst, byte(g.Number(256)))
	}
	return dst
}

// Bits returns a number of at most bits bits, from 1 to 64. Most numbers are small.
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

// Seconds returns a time of recent years, in seconds since 1970 UTC.
func (g *Gen) Seconds() uint64 { return firstTime + g.Number(timeRange) }

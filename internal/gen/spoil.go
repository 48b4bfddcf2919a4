package gen

import "maps"

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

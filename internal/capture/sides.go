package capture

import "github.com/divtool/divtool/pkg/frames"

// side is one direction of a connection.
type side struct {
	connection string
	from       frames.Sender
}

// mostStreams is how many byte streams are followed at a time.
const mostStreams = 4096

// sides are what is kept of each direction, in the order in which they came.
// One more than [mostStreams] pushes the oldest out.
type sides[T any] struct {
	at    map[side]*T
	order []side
}

// of returns what is kept of the direction of a piece; begin makes it where
// there is nothing yet.
func (s *sides[T]) of(p *Piece, begin func() *T) *T {
	key := side{p.Connection, p.From}
	if kept := s.at[key]; kept != nil {
		return kept
	}
	if len(s.order) == mostStreams {
		s.first()
	}
	if s.at == nil {
		s.at = map[side]*T{}
	}
	kept := begin()
	s.at[key] = kept
	s.order = append(s.order, key)
	return kept
}

// first takes out what has been kept longest; nil when there is nothing.
func (s *sides[T]) first() *T {
	if len(s.order) == 0 {
		return nil
	}
	kept := s.at[s.order[0]]
	delete(s.at, s.order[0])
	s.order = s.order[1:]
	return kept
}

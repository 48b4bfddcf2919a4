package capture

import "github.com/divtool/divtool/pkg/frames"

// sideKey is one direction of a connection.
type sideKey struct {
	connection string
	from       frames.Sender
}

// maxStreams is how many byte streams are followed at a time.
const maxStreams = 4096

// sideMap are what is kept of each direction, in the order in which they came.
// One more than [maxStreams] pushes the oldest out.
type sideMap[T any] struct {
	values map[sideKey]*T
	order  []sideKey
}

// getOrCreate returns what is kept of the direction of a piece; begin makes it where
// there is nothing yet.
func (s *sideMap[T]) getOrCreate(p *Piece, create func() *T) *T {
	key := sideKey{p.Connection, p.From}
	if value := s.values[key]; value != nil {
		return value
	}
	if len(s.order) == maxStreams {
		s.removeOldest()
	}
	if s.values == nil {
		s.values = map[sideKey]*T{}
	}
	value := create()
	s.values[key] = value
	s.order = append(s.order, key)
	return value
}

// removeOldest takes out what has been kept longest; nil when there is nothing.
func (s *sideMap[T]) removeOldest() *T {
	if len(s.order) == 0 {
		return nil
	}
	value := s.values[s.order[0]]
	delete(s.values, s.order[0])
	s.order = s.order[1:]
	return value
}

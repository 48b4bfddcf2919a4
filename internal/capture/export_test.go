package capture

// GapBefore returns how many bytes are missing before a piece of a stream.
func GapBefore(p *Piece) int { return p.gap }

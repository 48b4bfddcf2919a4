package frames

// Payload is a reader of frames that can print the payload of one without
// sending its values one by one.
type Payload interface {
	// AppendPayload appends the payload as JSON text, and sends what is to be
	// noted or warned of. It returns false to leave the frame alone.
	AppendPayload(dst []byte) ([]byte, bool)
}

// PrintPayload takes the payload of a frame from p, in place of its values. When p
// leaves the frame alone, the document is as it was before.
func (d *Document) PrintPayload(p Payload) bool {
	notes, warnings, losses, count, lossy := len(d.notes), len(d.warnings), len(d.losses), d.Warnings, d.IsLossy
	start := len(d.members)
	dst, ok := p.AppendPayload(AppendName(d.members, payloadName))
	if !ok {
		d.members = dst[:start]
		d.notes, d.warnings, d.losses = d.notes[:notes], d.warnings[:warnings], d.losses[:losses]
		d.Warnings, d.IsLossy = count, lossy
		return false
	}
	d.members, d.dataStart, d.hasData = dst, start, true
	return true
}

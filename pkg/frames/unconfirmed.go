package frames

import "github.com/divtool/divtool/pkg/diag"

// Unconfirmed is a body of which something is not confirmed: it is read as
// far as it is known, and always says so in a warning.
type Unconfirmed struct {
	Body
	Reason string // what is not confirmed
}

// Read warns, and reads the body.
func (u *Unconfirmed) Read(r *Reader, offset int) *diag.Diagnostic {
	r.Warn("provisional", payloadPath, Span{offset, len(r.Frame) - offset}, u.Reason)
	return u.Body.Read(r, offset)
}

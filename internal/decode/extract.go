package decode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Extract is a member that is written in place of documents.
type Extract struct {
	Pointer string   // as the user wrote it
	Path    []string // what it names
	// Append appends the bytes of the member in the form in which they are written.
	Append func(dst, member []byte) []byte
	// One is set for a form that does not show where a member ends: one is written.
	One bool
}

// ErrSeveral is returned when one member is to be written and there are several.
var ErrSeveral = errors.New("several members")

// extract adds the member of the item that was read last to a batch.
func (d *frameDecoder) extract(b *batch, it *item) {
	bytes, found, secret := d.filters.member.Bytes()
	switch {
	case secret:
		d.failExtract(b, it, "the member %s is a secret", "use `--show-secrets`")
	case !found:
		d.failExtract(b, it, "the document has no member %s", "")
	default:
		b.out = d.mode.Extract.Append(b.out, bytes)
		b.members++
	}
}

// failExtract adds the diagnostic of a member that is not written to a batch. It is about
// the whole frame, which is not quoted: it may hold the secret.
func (d *frameDecoder) failExtract(b *batch, it *item, format, hint string) {
	pointer := d.mode.Extract.Pointer
	fault := &diag.Diagnostic{
		Code: "extract", Path: pointer, Secret: true, Hint: hint,
		Message: fmt.Sprintf(format, text.Quote(pointer)),
	}
	b.fail(fault, it.Place(fault))
}

// hold keeps the only member back: it is not written until it is known to be the only
// one. The error is [ErrSeveral].
func (d *Decoder) hold(b *batch) error {
	if d.mode.Extract == nil || !d.mode.Extract.One || b.members == 0 {
		return nil
	}
	if d.members += b.members; d.members > 1 {
		return ErrSeveral
	}
	d.held = slices.Clone(b.out)
	b.out = b.out[:0]
	for i := range b.faults {
		b.faults[i].offset = 0
	}
	return nil
}

// Held returns the member that was kept back, nil if there is none.
func (d *Decoder) Held() []byte { return d.held }

package frames

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Strength is how much of a frame shows its type.
type Strength uint8

// The strengths, the strongest first.
const (
	HeaderMark Strength = iota // a header that states the size of the frame, or keys that name its parts
	TagMark                    // a tag, and a body whose parts fit each other
	WeakMark                   // a few bytes whose values are common
)

// strongerThan reports whether s shows more than other.
func (s Strength) strongerThan(other Strength) bool { return s < other }

// Mark is the outer mark of a type: what shows that a frame is of the type.
type Mark struct {
	Strength Strength
	// Damaged describes the frame when it carries the whole mark although it does not
	// decode: it has a few bytes too many or too few, another version or kind, or
	// another frame after it. It returns "" when the mark is not there. It is called
	// for every frame that is of no stronger type, so it decides by a few bytes.
	Damaged func(frame []byte) string
}

// NearMiss is a type that a frame fails by a small difference.
type NearMiss struct {
	Type *Type
	Text string // the frame and what is wrong with it: "a PING and 1 trailing byte"
	Hint string // how to read the frame as the type
}

func (n *NearMiss) String() string { return n.Type.Name + ": " + n.Text + "; " + n.Hint }

// MaxExtra is how many bytes too many or too few a near miss may have.
const MaxExtra = 8

// examine looks for types that the frame fails by a small difference, and gives up the
// choice when one of them has the stronger mark (cli.md 2).
func (g *Guess) examine(s Set, r *Reader, frame []byte) {
	best := WeakMark
	if g.Type != nil {
		best = g.Type.Mark.Strength
		if g.clean && best == HeaderMark {
			return
		}
	}
	for _, t := range s {
		if !t.Guessed || t == g.Type || t.Mark.Damaged == nil || best.strongerThan(t.Mark.Strength) {
			continue
		}
		if what := t.Mark.Damaged(frame); what != "" {
			g.NearMisses = append(g.NearMisses, NearMiss{Type: t, Text: what, Hint: "use `-t " + t.Name + "` for its own error"})
		}
	}
	if !g.clean {
		g.repair(s, r, frame)
	}
	if g.Type == nil || len(g.NearMisses) == 0 {
		return
	}
	slices.SortStableFunc(g.NearMisses, func(a, b NearMiss) int { return cmp.Compare(a.Type.Mark.Strength, b.Type.Mark.Strength) })
	near := &g.NearMisses[0]
	if near.Type.Mark.Strength == best {
		g.Doubt = "this may be " + near.Type.Name + ", " + near.Text + "; " + near.Hint
	} else {
		g.Rejected, g.Type, g.Alternatives = g.Type, nil, nil
		rejected := Attempt{Type: g.Rejected}
		rejected.read(r, frame)
		g.rejectedSecret = rejected.secret
	}
}

// lineEndSize is the size of the largest line end; its bytes are also short frames.
const lineEndSize = 2

// repair undoes what commonly happens to frames on their way, and looks whether the
// result is a frame without warnings.
func (g *Guess) repair(s Set, r *Reader, frame []byte) {
	add := func(frame []byte, format, hint string) bool {
		t := s.cleanType(r, frame)
		if t != nil && !g.hasNearMiss(t) {
			g.NearMisses = append(g.NearMisses, NearMiss{Type: t, Text: fmt.Sprintf(format, text.Count(len(frame), "byte")), Hint: hint})
		}
		return t != nil
	}
	if rest, framing := cutLengthPrefix(frame); framing != "" {
		add(rest, "%s after a length prefix", "use `--framing "+framing+"`")
	}
	if repaired := bytes.ReplaceAll(frame, []byte("\r\n"), []byte("\n")); len(repaired) < len(frame) {
		add(repaired, "%s with CR LF in place of LF", "a program for text changed the line ends; transfer the frame as binary")
	}
	if g.ignored {
		return
	}
	for _, at := range g.cuts(len(frame)) {
		extra := frame[at:]
		switch {
		case len(extra) > lineEndSize && s.cleanType(r, extra) != nil:
			add(frame[:at], "%s and another frame", "decode one frame at a time, or use `--lines` or `--framing`")
		case len(extra) <= MaxExtra:
			add(frame[:at], "%s and "+text.TrailingBytes(extra), removeHint(extra))
		}
	}
}

func (g *Guess) hasNearMiss(t *Type) bool {
	for i := range g.NearMisses {
		if g.NearMisses[i].Type == t {
			return true
		}
	}
	return false
}

// cuts returns the places at which the types that do not fit expect the end of the
// frame.
func (g *Guess) cuts(size int) (list []int) {
	seen := map[int]bool{}
	for i := range g.Attempts {
		a := &g.Attempts[i]
		if !a.tried || a.reason() == nil {
			continue
		}
		f := a.reason()
		at := f.Offset
		if need, err := strconv.Atoi(string(f.Need)); err == nil && f.Code == "length" {
			at += need
		}
		if at > 0 && at < size && !seen[at] {
			seen[at] = true
			list = append(list, at)
		}
	}
	if last := size - 1; last > 0 && !seen[last] {
		list = append(list, last)
	}
	return list
}

// removeHint returns how to remove the bytes after a frame.
func removeHint(extra []byte) string {
	what := "them"
	if len(extra) == 1 {
		what = "it"
	}
	return fmt.Sprintf("remove %s to read the frame (`head -c -%d`)", what, len(extra))
}

// cleanType returns the first guessed type that a frame decodes as without warnings.
func (s Set) cleanType(r *Reader, frame []byte) *Type {
	r.Frame = frame
	r.generation++
	for _, t := range s {
		if !t.Guessed {
			continue
		}
		a := r.attempt(t, frame)
		if a.isClean() {
			return t
		}
		for _, v := range a.versions() {
			if a := r.attempt(v, frame); a.isClean() {
				return v
			}
		}
	}
	return nil
}

// attempt reads a frame as a type, unless the prefilter rules the type out.
func (r *Reader) attempt(t *Type, frame []byte) Attempt {
	a := Attempt{Type: t}
	if a.score, a.tried = r.match(t); a.tried {
		a.read(r, frame)
	}
	return a
}

const lengthPrefixSize = 4

// cutLengthPrefix returns a frame without the length before it, and the framing of
// streams of such frames; "" when the first bytes do not state the size.
func cutLengthPrefix(frame []byte) (rest []byte, framing string) {
	if len(frame) <= lengthPrefixSize {
		return nil, ""
	}
	rest = frame[lengthPrefixSize:]
	switch uint32(len(rest)) {
	case binary.LittleEndian.Uint32(frame):
		return rest, "len32le"
	case binary.BigEndian.Uint32(frame):
		return rest, "len32be"
	}
	return nil, ""
}

// Explain adds to the fault of a frame that was read as the given type what the frame
// may be instead: another type, or a frame that was damaged on its way.
func (s Set) Explain(r *Reader, t *Type, frame []byte, fault *diag.Diagnostic) {
	if fault.Code == "limit" || fault.Code == "depth" {
		return // a flag raises it
	}
	options := r.Options
	r.Notes, r.Spans = false, false
	defer func() { r.Options = options }()
	other := s.cleanType(r, frame)
	if other != nil && other.Name == t.Name {
		other = nil
	}
	g := Guess{Attempts: []Attempt{{Type: t, tried: true, Fault: fault}}}
	if other == nil || other.Mark.Strength == WeakMark {
		guessed := *t
		guessed.Guessed = true // as in a set of types that are tried
		if g.repair(Set{&guessed}, r, frame); len(g.NearMisses) == 0 && other == nil {
			g.repair(s, r, frame)
		}
	}
	switch {
	case len(g.NearMisses) > 0:
		near := &g.NearMisses[0]
		fault.Hint = "the frame may be " + near.Type.Name + ", " + near.Text + "; " + near.Hint
	case other != nil:
		fault.Hint = "the frame decodes as " + other.Name + "; use `-t " + other.Name + "`"
	}
}

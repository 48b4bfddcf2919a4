package frames

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
)

// maxExplained is how many types of a family are explained one by one when
// none fits.
const maxExplained = 2

// tryNearest reads a frame that fits nothing as the types of each family that
// know most of it, when none of the family was read.
func (g *Guess) tryNearest(r *Reader, frame []byte) {
	for i := range g.Attempts {
		family := g.Attempts[i].Type.Family()
		for n := g.triedOfFamily(family); n < maxExplained; n++ {
			best := -1
			for k := range g.Attempts {
				a := &g.Attempts[k]
				if !a.tried && a.Type.Family() == family && (best < 0 || a.score > g.Attempts[best].score) {
					best = k
				}
			}
			if best < 0 {
				break
			}
			a := &g.Attempts[best]
			a.tried = true
			if a.read(r, frame); a.Fault == nil {
				a.Fault = &diag.Diagnostic{Code: "missing", Message: "nothing in the frame tells this type from others"}
			}
		}
	}
}

// triedOfFamily counts the types of a family that were read.
func (g *Guess) triedOfFamily(family string) int {
	n := 0
	for i := range g.Attempts {
		if a := &g.Attempts[i]; a.tried && a.Type.Family() == family {
			n++
		}
	}
	return n
}

// Family is the part of the name before the first dot.
func (t *Type) Family() string {
	family, _, _ := strings.Cut(t.Name, ".")
	return family
}

// NoFit explains why the frame is of none of the types: each with its reason,
// the one that read most first. Of a large family, only the nearest types.
func (g *Guess) NoFit() *diag.Diagnostic {
	attempts := slices.DeleteFunc(slices.Clone(g.Attempts), func(a Attempt) bool { return !a.tried || a.Fits() })
	slices.SortStableFunc(attempts, func(a, b Attempt) int { return b.progress() - a.progress() })
	d := &diag.Diagnostic{Code: "no-type", Message: "no type fits"}
	explained := map[string]int{}
	for i := range attempts {
		a := &attempts[i]
		family := a.Type.Family()
		explained[family]++
		others := g.unexplainedOf(family)
		if others > 0 && explained[family] > maxExplained {
			continue
		}
		d.Details += a.explain(d) + "\n"
		if i == 0 {
			r := a.reason()
			d.Offset, d.Length, d.Need, d.Have, d.Path = r.Offset, r.Length, r.Need, r.Have, r.Path
			d.Secret = r.Secret
		}
		if others > 0 && explained[family] == maxExplained {
			d.Details += strconv.Itoa(others) + " other " + family + " types\n"
		}
	}
	return d
}

// reason is why the frame is not of the type.
func (a *Attempt) reason() *diag.Diagnostic {
	if a.Fault != nil {
		return a.Fault
	}
	return a.Ignored
}

// progress is how far the frame was read. What a Sifter knows no part of was
// not read at all.
func (a *Attempt) progress() int {
	if _, ok := a.Type.Codec.(Prefilter); ok && a.score == 0 {
		return 0
	}
	return a.reason().Offset
}

// explain says why the frame is not of the type, and leaves a hint for the
// whole when there is none yet.
func (a *Attempt) explain(whole *diag.Diagnostic) string {
	r := a.reason()
	switch {
	case whole.Hint != "":
	case a.Fault == nil:
		whole.Hint = "-t " + a.Type.Name + " reads it and ignores these bytes"
	default:
		whole.Hint = r.Hint
	}
	text := a.Type.Name + ": " + r.Message
	if r.Upstream != "" {
		text += " [" + r.Upstream + "]"
	}
	return text
}

// largeFamily is how many types of a family are all explained.
const largeFamily = 8

// unexplainedOf is how many types of a large family are not explained one by one.
func (g *Guess) unexplainedOf(family string) int {
	n := 0
	for i := range g.Attempts {
		if g.Attempts[i].Type.Family() == family {
			n++
		}
	}
	if n <= largeFamily {
		return 0
	}
	return n - maxExplained
}

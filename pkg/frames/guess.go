package frames

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
)

// Attempt is how a frame read as one type.
type Attempt struct {
	Type     *Type
	Fault    *diag.Diagnostic // nil when it decodes
	Warnings int
	Ignored  *diag.Diagnostic // the warning that bytes would be ignored, or nil
	read     int              // how far the reading got, in bytes
}

// Fits tells whether the frame decodes and every byte of it is used.
func (a *Attempt) Fits() bool { return a.Fault == nil && a.Ignored == nil }

// Guess is what a frame may be.
type Guess struct {
	Type         *Type    // the first that fits best, nil when none fits
	Alternatives []string // the names of the others that fit as well
	Attempts     []Attempt
}

// Guess tries every type of the set that may be guessed. Types that fit
// without warnings go before those with.
func (s Set) Guess(r *Reader, frame []byte) Guess {
	var g Guess
	options := r.Options
	r.Options = Options{}
	for _, t := range s {
		if t.Guessed {
			p := probe{attempt: Attempt{Type: t}}
			p.attempt.Fault = r.Read(t, frame, &p)
			if p.attempt.Fault != nil {
				p.attempt.read = p.attempt.Fault.Offset
			}
			g.Attempts = append(g.Attempts, p.attempt)
		}
	}
	r.Options = options
	g.choose()
	return g
}

func (g *Guess) choose() {
	best := -1
	for i := range g.Attempts {
		a := &g.Attempts[i]
		if a.Fits() && (best < 0 || g.Attempts[best].Warnings > 0 && a.Warnings == 0) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	g.Type = g.Attempts[best].Type
	clean := g.Attempts[best].Warnings == 0
	for i := range g.Attempts {
		if a := &g.Attempts[i]; i != best && a.Fits() && a.Warnings == 0 == clean {
			g.Alternatives = append(g.Alternatives, a.Type.Name)
		}
	}
}

// NoFit explains why the frame is of none of the types: each with its reason,
// the one that read most first.
func (g *Guess) NoFit() *diag.Diagnostic {
	attempts := slices.Clone(g.Attempts)
	slices.SortStableFunc(attempts, func(a, b Attempt) int { return b.reach() - a.reach() })
	d := &diag.Diagnostic{Code: "no-type", Message: "no type fits"}
	var why []string
	for i := range attempts {
		a := &attempts[i]
		reason := a.Fault
		if reason == nil {
			reason = a.Ignored
			if d.Hint == "" {
				d.Hint = "-t " + a.Type.Name + " reads it and ignores these bytes"
			}
		}
		text := a.Type.Name + ": " + reason.Message
		if reason.Upstream != "" {
			text += " [" + reason.Upstream + "]"
		}
		why = append(why, text)
		if i == 0 {
			d.Offset, d.Length, d.Need, d.Have, d.Path = reason.Offset, reason.Length, reason.Need, reason.Have, reason.Path
		}
	}
	if len(why) > 0 {
		d.Message += ": " + strings.Join(why, "; ")
	}
	return d
}

func (a *Attempt) reach() int {
	if a.Fault == nil {
		return a.Ignored.Offset
	}
	return a.read
}

// probe is a sink that only counts.
type probe struct{ attempt Attempt }

func (p *probe) Value(*Value)        {}
func (p *probe) Note(*Note)          {}
func (p *probe) Lose(string, string) {}

func (p *probe) Warn(w *diag.Diagnostic) {
	p.attempt.Warnings++
	if w.Code == "trailing-ignored" {
		p.attempt.Ignored = w
	}
}

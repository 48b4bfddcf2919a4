package frames

import (
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Attempt is the result of reading a frame as one type.
type Attempt struct {
	Type     *Type
	Fault    *diag.Diagnostic // nil when the frame decodes
	Warnings int
	Ignored  *diag.Diagnostic // the warning about ignored trailing bytes, or nil
	secret   bool             // bytes of the frame must not be shown
	tried    bool             // false when the prefilter ruled the type out
	score    int              // parts of the frame that the prefilter knows
}

// Fits reports whether the frame decodes. A weak mark proves nothing when bytes after
// it are ignored.
func (a *Attempt) Fits() bool {
	return a.tried && a.Fault == nil && (a.Ignored == nil || a.Type.Mark.Strength != WeakMark)
}

// isClean reports whether the frame decodes without warnings.
func (a *Attempt) isClean() bool { return a.tried && a.Fault == nil && a.Warnings == 0 }

// reason returns why the frame does not fit the type.
func (a *Attempt) reason() *diag.Diagnostic {
	if a.Fault != nil {
		return a.Fault
	}
	return a.Ignored
}

// Guess is the result of trying several types.
type Guess struct {
	Type         *Type    // the first that fits best, nil when none fits
	Alternatives []string // the names of the others that fit as well
	Attempts     []Attempt
	NearMisses   []NearMiss
	Rejected     *Type  // fits, but a near miss has the stronger mark
	Doubt        string // a near miss with a mark as strong as that of Type; "" when there is none
	clean        bool   // Type fits without warnings
	ignored      bool   // Type ignores bytes at the end, as a warning states

	rejectedSecret bool // the frame has a secret if it is of type Rejected
}

// prefilter returns the prefilter of the type, nil for none. A codec that is one is not
// asked for its declaration, whose examples take time to make.
func (t *Type) prefilter() Prefilter {
	if p, ok := t.Codec.(Prefilter); ok {
		return p
	}
	return t.Codec.Declaration().Prefilter
}

// ResetSink is a sink that is used for one attempt, or one frame, after the other.
type ResetSink interface {
	Sink
	Reset()
	CountWarnings() int // since the last Reset
}

// Guess tries every type of the set that has Guessed set. Types that fit without
// warnings are preferred.
func (s Set) Guess(r *Reader, frame []byte) Guess { return s.guess(r, frame, nil) }

// Read is [Set.Guess], and sink gets the events of the frame as the guessed type. The
// sink must have been reset. It is to be reset again if no type fits.
func (s Set) Read(r *Reader, frame []byte, sink ResetSink) Guess {
	return s.guess(r, frame, sink)
}

// guess reads the frame into sink until a type fits without warnings: that is the
// type guessed, and the others only show whether they fit as well. sink may be nil.
func (s Set) guess(r *Reader, frame []byte, sink ResetSink) Guess {
	var g Guess
	options := r.Options
	defer func() { r.Options = options }()
	r.Notes, r.Spans = false, false
	r.Frame = frame
	r.generation++
	found := sink == nil // the sink has the frame, or there is no sink
	g.Attempts = make([]Attempt, 0, len(s))
	try := func(t *Type) *Attempt {
		g.Attempts = append(g.Attempts, Attempt{Type: t})
		a := &g.Attempts[len(g.Attempts)-1]
		a.score, a.tried = r.match(t)
		switch {
		case !a.tried:
		case found:
			a.read(r, frame)
		default:
			r.Options = options
			found = a.readClean(r, frame, sink)
		}
		return a
	}
	for _, t := range s {
		if !t.Guessed {
			continue
		}
		for _, v := range try(t).versions() {
			if !try(v).tried { // it is not another type to count
				g.Attempts = g.Attempts[:len(g.Attempts)-1]
			}
		}
	}
	g.choose()
	if g.Type == nil {
		g.tryNearest(r, frame)
	}
	g.examine(s, r, frame)
	if g.Type == nil || sink == nil {
		return g
	}
	if r.Options = options; !found {
		r.Read(g.Type, frame, sink)
	}
	if r.Frame, r.Sink = frame, sink; g.Doubt != "" {
		r.Warn("doubtful", "", Span{Length: len(frame)}, g.Doubt)
	}
	return g
}

// ReadFirst reads a frame as the first guessed type that fits, if it fits without
// warnings; sink then has its events. Otherwise it returns nil: use [Set.Guess], after
// resetting the sink. So does a caller for whose frame another type has the stronger
// mark: see [Set.Contradicts].
func (s Set) ReadFirst(r *Reader, frame []byte, sink ResetSink) *Type {
	r.Frame = frame
	r.generation++
	// In most streams a frame has the type of the one before. The first type of the
	// set needs no prefilter then, provided that the filter would never rule it out.
	if t := r.steadyType; t != nil && len(s) > 0 && t == s[0] {
		if r.Read(t, frame, sink) == nil && sink.CountWarnings() == 0 {
			return t
		}
		sink.Reset()
	}
	r.steadyType = nil
	for _, t := range s {
		if !t.Guessed {
			continue
		}
		found, warned := r.readFirst(t, frame, sink)
		for i := 0; found == nil && !warned && i < len(t.detected()); i++ {
			found, warned = r.readFirst(t.Versions[i], frame, sink)
		}
		if found != nil || warned {
			return found
		}
	}
	return nil
}

// readFirst reads a frame as a type, unless the prefilter rules the type out. It returns
// the type if the frame fits without warnings, and whether it fits with warnings.
func (r *Reader) readFirst(t *Type, frame []byte, sink ResetSink) (found *Type, warned bool) {
	p := t.prefilter()
	if p != nil {
		if _, possible := p.Match(r, r.generation); !possible {
			return nil, false
		}
	}
	switch fault := r.Read(t, frame, sink); {
	case fault != nil:
		sink.Reset()
		return nil, false
	case sink.CountWarnings() > 0:
		return nil, true
	}
	if p != nil && t == r.lastType && p.Exact() {
		r.steadyType = t
	}
	r.lastType = t
	return t, false
}

// Contradicts reports whether a frame that decodes as t carries the stronger mark of
// another type, which it would be but for some damage.
func (s Set) Contradicts(t *Type, frame []byte) bool {
	if t.Mark.Strength == HeaderMark {
		return false
	}
	for _, other := range s {
		if other.Mark.Damaged != nil && other.Mark.Strength.strongerThan(t.Mark.Strength) && other.Mark.Damaged(frame) != "" {
			return true
		}
	}
	return false
}

func (a *Attempt) read(r *Reader, frame []byte) {
	p := attemptSink{attempt: *a}
	p.attempt.Fault = faultOf(r.Read(a.Type, frame, &p))
	*a = p.attempt
}

// readClean is read into sink, with the notes of r.Options, which it then disables. It
// reports whether the frame decodes without warnings; otherwise sink has been reset.
func (a *Attempt) readClean(r *Reader, frame []byte, sink ResetSink) bool {
	a.Fault = faultOf(r.Read(a.Type, frame, sink))
	r.Notes, r.Spans = false, false
	if a.Fault == nil && sink.CountWarnings() == 0 {
		return true
	}
	if sink.Reset(); a.Fault == nil {
		a.read(r, frame) // for its warnings
	}
	return false
}

func (g *Guess) choose() {
	best := -1
	for i := range g.Attempts {
		if a := &g.Attempts[i]; a.Fits() && (best < 0 || a.betterThan(&g.Attempts[best])) {
			best = i
		}
	}
	if best < 0 {
		return
	}
	g.Type = g.Attempts[best].Type
	g.clean, g.ignored = g.Attempts[best].Warnings == 0, g.Attempts[best].Ignored != nil
	for i := range g.Attempts {
		if a := &g.Attempts[i]; i != best && a.Type.Name != g.Type.Name && a.Fits() && a.Warnings == 0 == g.clean {
			g.Alternatives = append(g.Alternatives, a.Type.Name)
		}
	}
}

// betterThan reports whether a fits better than an attempt before it: without
// warnings, or as a type that knows more of a frame with warnings.
func (a *Attempt) betterThan(b *Attempt) bool {
	if a.Warnings == 0 || b.Warnings == 0 {
		return b.Warnings > 0 && a.Warnings == 0
	}
	if a.Type.Mark.Strength != b.Type.Mark.Strength {
		return a.Type.Mark.Strength.strongerThan(b.Type.Mark.Strength)
	}
	return a.score > b.score
}

// attemptSink only counts warnings, and records whether there are secrets.
type attemptSink struct{ attempt Attempt }

func (p *attemptSink) Value(*Value)         {}
func (p *attemptSink) Note(*Note)           {}
func (p *attemptSink) Lossy(string, string) {}
func (p *attemptSink) Redact(Span)          { p.attempt.secret = true }

func (p *attemptSink) Warn(w *diag.Diagnostic) {
	p.attempt.Warnings++
	if w.Code == "trailing-ignored" {
		p.attempt.Ignored = w
	}
}

// maxExplained is how many types of a large family are explained when none fits.
const maxExplained = 2

// tryNearest reads a frame that fits no type as the types that know most of it, for
// each family of which no type was read.
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
				a.Fault = &diag.Diagnostic{Code: "missing", Message: "nothing in the frame identifies this type"}
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

// Family returns the part of the name before the first dot.
func (t *Type) Family() string {
	family, _, _ := strings.Cut(t.Name, ".")
	return family
}

// Report lists the types that were tried and what each made of the frame, the one
// guessed first.
func (g *Guess) Report() (lines []string) {
	if g.Type != nil {
		lines = append(lines, g.Type.Label()+": selected")
	}
	ruledOut := map[string]int{}
	var families []string
	for i := range g.Attempts {
		a := &g.Attempts[i]
		switch {
		case a.Type == g.Type:
		case a.tried && a.reason() == nil:
			lines = append(lines, a.Type.Label()+": decodes, with "+text.Count(a.Warnings, "warning"))
		case a.tried:
			lines = append(lines, a.explain())
		default:
			family := a.Type.Family()
			if ruledOut[family]++; ruledOut[family] == 1 {
				families = append(families, family)
			}
		}
	}
	for _, family := range families {
		lines = append(lines, text.Count(ruledOut[family], family+" type")+": ruled out by the members of the frame")
	}
	for i := range g.NearMisses {
		lines = append(lines, "near miss: "+g.NearMisses[i].String())
	}
	return lines
}

// NoFit explains why the frame fits no type: the reason for each type, the one that
// read furthest first. Of a large family it names the nearest types only.
func (g *Guess) NoFit() error {
	attempts := slices.DeleteFunc(slices.Clone(g.Attempts), func(a Attempt) bool { return !a.tried || a.Fits() })
	slices.SortStableFunc(attempts, func(a, b Attempt) int { return b.progress() - a.progress() })
	d := &diag.Diagnostic{Code: "no-type", Message: "no type matches"}
	g.explainNearMisses(d)
	explained := map[string]int{}
	for i := range attempts {
		a := &attempts[i]
		if i == 0 {
			r := a.reason()
			d.Offset, d.Length, d.Need, d.Have, d.Path = r.Offset, r.Length, r.Need, r.Have, r.Path
			d.Secret = d.Secret || r.Secret
		}
		if g.hasNearMiss(a.Type) {
			continue
		}
		family := a.Type.Family()
		explained[family]++
		others := g.unexplainedOf(family)
		if others > 0 && explained[family] > maxExplained {
			continue
		}
		d.Details += a.explain() + "\n"
		if d.Hint == "" && len(g.NearMisses) == 0 {
			d.Hint = a.reason().Hint
		}
		if others > 0 && explained[family] == maxExplained {
			d.Details += strconv.Itoa(others) + " other " + family + " types\n"
		}
	}
	return d
}

// explainNearMisses adds what the frame may be to the diagnostic of a frame of no
// type.
func (g *Guess) explainNearMisses(d *diag.Diagnostic) {
	for i := range g.NearMisses {
		d.Details += g.NearMisses[i].String() + "\n"
	}
	if g.Rejected != nil {
		d.Secret = g.rejectedSecret
		d.Details += g.Rejected.Name + ": not selected, because " + g.NearMisses[0].Type.Name + " is more likely; use `-t " + g.Rejected.Name + "` to read it so\n"
	}
}

// progress returns how far the frame was read: 0 when the prefilter knows no part of
// it.
func (a *Attempt) progress() int {
	if a.score == 0 && a.Type.prefilter() != nil {
		return 0
	}
	return a.reason().Offset
}

// explain returns why the frame is not of the type.
func (a *Attempt) explain() string {
	r := a.reason()
	reason := a.Type.Label() + ": " + r.Message
	if r.Upstream != "" {
		reason += " [" + r.Upstream + "]"
	}
	return reason
}

// largeFamily is the size of the largest family whose types are all explained.
const largeFamily = 8

// unexplainedOf returns how many types of a large family are not explained.
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

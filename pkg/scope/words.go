package scope

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/quote"
)

// bare is text without quotes where nobody could misread that, else in them.
// A word that stands for something else here is quoted.
func bare(s string, reserved ...string) string {
	const most = 40
	strange := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-.:/@+~", c))
	}
	if s == "" || len(s) > most || strings.ContainsFunc(s, strange) || slices.Contains(reserved, s) {
		return quote.Text(s)
	}
	return s
}

// Words names a principal for people: a module by its id.
func (p Principal) Words() string {
	if p.Kind == Reserved {
		return bare(p.ModuleID, principalKinds...)
	}
	return p.Kind.String()
}

func principalsWords(principals []Principal) string {
	list := make([]string, len(principals))
	for i, p := range principals {
		list[i] = p.Words()
	}
	return strings.Join(list, ", ")
}

// modulesWords lists modules for people.
func modulesWords(modules []string) string {
	list := make([]string, len(modules))
	for i, m := range modules {
		list[i] = bare(m)
	}
	return strings.Join(list, ", ")
}

func targetsWords(c Carrier) string {
	switch {
	case !c.Limited:
		return "any module"
	case len(c.Targets) == 0:
		return "no module"
	}
	return modulesWords(c.Targets)
}

func carriersWords(carriers []Carrier) string {
	list := make([]string, len(carriers))
	for i, c := range carriers {
		list[i] = c.Principal.Words() + " to " + targetsWords(c)
	}
	return strings.Join(list, "; ")
}

func parentWords(p Maybe[Parent]) string {
	if !p.Set {
		return ""
	}
	return bare(p.Value.Ref) + " of " + p.Value.Owner.Words() + ", epoch " + strconv.FormatUint(p.Value.Epoch, 10)
}

func stateWords(s LinkState) string {
	if s == NoLink {
		return ""
	}
	return s.String()
}

func maybeWords(s Maybe[string]) string {
	if !s.Set {
		return ""
	}
	return bare(s.Value)
}

// deadlineWords adds the date to a deadline that is in the years 1970 to
// 9999.
func deadlineWords(at Maybe[uint64]) string {
	const year10000 = 253_402_300_800_000
	if !at.Set {
		return ""
	}
	number := strconv.FormatUint(at.Value, 10)
	if at.Value >= year10000 {
		return number
	}
	return number + " (" + time.UnixMilli(int64(at.Value)).UTC().Format("2006-01-02 15:04:05") + " UTC)"
}

// Words says for people which routes close, and why.
func (c Closing) Words() string {
	text := "closes all routes"
	if c.Opener.Set {
		text += " of " + c.Opener.Value.Words()
		switch {
		case len(c.Lost) > 0:
			text = "closes routes of " + c.Opener.Value.Words() + " to " + modulesWords(c.Lost)
		case len(c.Except) > 0:
			text += " but those to " + modulesWords(c.Except)
		}
	}
	return text + " (" + c.Reason.String() + ")"
}

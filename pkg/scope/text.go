package scope

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/text"
)

// quoteUnlessPlain quotes a text that is ambiguous without quotes, or that is one of
// the reserved words.
func quoteUnlessPlain(s string, reserved ...string) string {
	const maxBytes = 40
	needsQuotes := func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.ContainsRune("_-.:/@+~", c))
	}
	if s == "" || len(s) > maxBytes || strings.ContainsFunc(s, needsQuotes) || slices.Contains(reserved, s) {
		return text.Quote(s)
	}
	return s
}

// Text returns a principal for humans: for a module its id.
func (p Principal) Text() string {
	if p.Kind == Reserved {
		return quoteUnlessPlain(p.ModuleID, principalKinds...)
	}
	return p.Kind.String()
}

func formatPrincipals(principals []Principal) string {
	list := make([]string, len(principals))
	for i, p := range principals {
		list[i] = p.Text()
	}
	return strings.Join(list, ", ")
}

func formatModules(modules []string) string {
	list := make([]string, len(modules))
	for i, m := range modules {
		list[i] = quoteUnlessPlain(m)
	}
	return strings.Join(list, ", ")
}

func formatTargets(c Carrier) string {
	switch {
	case !c.Limited:
		return "any module"
	case len(c.Targets) == 0:
		return "no module"
	}
	return formatModules(c.Targets)
}

func formatCarriers(carriers []Carrier) string {
	list := make([]string, len(carriers))
	for i, c := range carriers {
		list[i] = c.Principal.Text() + " to " + formatTargets(c)
	}
	return strings.Join(list, "; ")
}

func formatParent(p Optional[Parent]) string {
	if !p.Set {
		return ""
	}
	return quoteUnlessPlain(p.Value.Ref) + " of " + p.Value.Owner.Text() + ", epoch " + strconv.FormatUint(p.Value.Epoch, 10)
}

func formatLinkState(s LinkState) string {
	if s == NoLink {
		return ""
	}
	return s.String()
}

func formatOptional(s Optional[string]) string {
	if !s.Set {
		return ""
	}
	return quoteUnlessPlain(s.Value)
}

// formatDeadline adds the date to a deadline before the year 10000.
func formatDeadline(at Optional[uint64]) string {
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

// Text returns the routes that close and the reason, for humans.
func (c Closing) Text() string {
	text := "closes all routes"
	if c.Opener.Set {
		text += " of " + c.Opener.Value.Text()
		switch {
		case len(c.Lost) > 0:
			text = "closes routes of " + c.Opener.Value.Text() + " to " + formatModules(c.Lost)
		case len(c.Except) > 0:
			text += " except those to " + formatModules(c.Except)
		}
	}
	return text + " (" + c.Reason.String() + ")"
}

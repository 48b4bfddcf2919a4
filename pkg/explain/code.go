package explain

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/conversation"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/sample"
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/scope"
)

// findCode finds a code of divtool's errors and warnings.
func findCode(word string) []Entry {
	c, ok := diag.CodeByName(word)
	if !ok {
		return conversationCode(word)
	}
	e := Entry{Word: c.Name, Class: "error code", Title: c.Meaning, Text: c.Remedy}
	switch c.Severities {
	case "warning":
		e.Class = "warning code"
		e.AddFact("status", "0; 1 with `--strict`")
	case "error, warning":
		e.Class = "error code and warning code"
	}
	e.AddFact("where", c.Source)
	return append([]Entry{e}, conversationCode(word)...)
}

func conversationCode(word string) []Entry {
	for _, c := range conversation.Codes() {
		if c.Name == word {
			e := Entry{Word: c.Name, Class: "warning code of conversations", Title: c.Meaning, Text: "Usually " + c.Cause + "."}
			e.AddFact("status", "0; 1 with `--strict`")
			e.AddFact("where", "`decode --conversation`, `follow`")
			return []Entry{e}
		}
	}
	return nil
}

func codeWords() (list []string) {
	for _, c := range diag.Codes() {
		list = append(list, c.Name)
	}
	for _, c := range conversation.Codes() {
		list = append(list, c.Name)
	}
	return list
}

// findRefusal finds a code with which the daemon refuses a scope call or a
// route.open.
func findRefusal(word string) []Entry {
	c, ok := scope.CodeByName(word)
	if !ok {
		return append(findRouteRefusal(word), findLaterCode(word)...)
	}
	e := Entry{Word: c.Name, Class: "refusal of a scope call", Title: c.Meaning}
	if c.RefusesCall {
		e.AddFact("refuses", "the whole call; nothing is applied")
	} else {
		e.AddFact("refuses", "one record; the scope keeps its previous state, and the other records are applied")
	}
	addSource(&e, map[bool]string{true: "subc-scope.md 6.1", false: "subc-scope.md 6.2"}[c.RefusesCall])
	addPredictingRules(&e)
	return []Entry{e}
}

func findRouteRefusal(word string) []Entry {
	for _, a := range scope.RouteRefusals() {
		if a.Name != word {
			continue
		}
		e := Entry{Word: a.Name, Class: "refusal of a route.open", Title: a.Meaning}
		if a.Retryable {
			e.AddFact("retryable", "the same call may succeed later")
		} else {
			e.AddFact("terminal", "do not repeat the same call")
		}
		addSource(&e, "subc-scope.md 6.6 and 10")
		addPredictingRules(&e)
		return []Entry{e}
	}
	return nil
}

func findLaterCode(word string) []Entry {
	for _, c := range scope.LaterCodes() {
		if c.Name != word {
			continue
		}
		e := Entry{Word: c.Name, Class: "refusal code of later subc releases", Title: c.Meaning}
		if c.Meaning == "" {
			e.Title = "only the name is known"
		}
		e.AddFact("in use by", "release "+c.Since+"; the daemon of 0.30 does not send it")
		return []Entry{e}
	}
	return nil
}

// addPredictingRules adds the lint rules that predict the refusal.
func addPredictingRules(e *Entry) {
	t := Table{Title: "rules that predict it", Head: []string{"rule", "finds"}}
	for _, r := range lint.Rules() {
		if r.Upstream == e.Word {
			t.Rows = append(t.Rows, []string{r.ID, r.Title})
			e.See = append(e.See, r.ID)
		}
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
}

func refusalWords() (list []string) {
	for _, c := range scope.Codes() {
		list = append(list, c.Name)
	}
	for _, a := range scope.RouteRefusals() {
		list = append(list, a.Name)
	}
	for _, c := range scope.LaterCodes() {
		list = append(list, c.Name)
	}
	return list
}

// eachNamedRefusal calls yield for each malformed frame whose refusal has a name
// in the reference implementation.
func eachNamedRefusal(yield func(m *sample.Malformed)) {
	for _, t := range all.Types() {
		if t.Codec.Declaration().Form == frames.ItemForm {
			continue // refusals of CBOR have no names
		}
		// The nil message has the faults that belong to no message.
		for _, m := range append([]*frames.Message{nil}, t.Messages()...) {
			for _, bad := range sample.MalformedOf(t, m, 0) {
				if bad.Upstream != "" {
					yield(&bad)
				}
			}
		}
	}
}

// pattern replaces numbers in a name of the reference: Length(3) becomes
// Length(N).
func pattern(name string) string { return regexp.MustCompile(`\d+`).ReplaceAllString(name, "N") }

// findUpstream finds a refusal by its name in the reference, such as
// Fuse(Truncated).
func findUpstream(word string) []Entry {
	if !strings.ContainsAny(word, "(:") && (word == "" || word[0] < 'A' || word[0] > 'Z') {
		return nil // not a Rust name; the search is slow
	}
	e := Entry{Word: word, Class: "refusal of the reference", Title: "the reference's name of an error"}
	t := Table{Title: "messages with this error, and divtool's code", Head: []string{"type", "code", "messages"}}
	eachNamedRefusal(func(m *sample.Malformed) {
		if pattern(m.Upstream) != pattern(word) {
			return
		}
		if e.Text == "" {
			e.Text = "For example, when a frame has this fault: " + m.Description + "."
		}
		name := cmp.Or(m.Name, "any message")
		last := len(t.Rows) - 1
		switch {
		case last < 0 || t.Rows[last][0] != m.Type || t.Rows[last][1] != m.Code:
			t.Rows = append(t.Rows, []string{m.Type, m.Code, name})
		case !slices.Contains(strings.Split(t.Rows[last][2], ", "), name):
			t.Rows[last][2] += ", " + name
		}
	})
	if len(t.Rows) == 0 {
		return nil
	}
	e.Tables = []Table{t}
	e.See = []string{t.Rows[0][1]}
	return []Entry{e}
}

func upstreamWords() (list []string) {
	eachNamedRefusal(func(m *sample.Malformed) { list = append(list, pattern(m.Upstream)) })
	return list
}

// findProtocolWord finds a word of the subc daemon: the outcome of a record, the
// reason why routes close, or the op or the code of a body.
func findProtocolWord(word string) (found []Entry) {
	for _, o := range scope.Outcomes() {
		if o.String() == word {
			e := Entry{Word: word, Class: "outcome of a scope record", Title: o.Meaning()}
			addSource(&e, "subc-scope.md 6.5")
			found = append(found, e)
		}
	}
	for _, r := range scope.CloseReasons() {
		if r.String() == word {
			e := Entry{Word: word, Class: "close reason of a route", Title: r.Meaning()}
			e.AddFact("closes", r.AffectedRoutes())
			e.AddFact("next", "check the scope before reopening the route")
			addSource(&e, "subc-scope.md 8")
			found = append(found, e)
		}
	}
	for _, list := range []struct {
		class, source string
		words         []subc.Term
	}{{"op of a control body", "subc-frame.md 6", subc.Ops()}, {"code of an error body", "subc-frame.md 7", subc.ErrorCodes()}} {
		for _, w := range list.words {
			if w.Name == word {
				e := Entry{Word: word, Class: list.class, Title: w.Meaning, See: []string{"subc.frame"}}
				addSource(&e, list.source)
				found = append(found, e)
			}
		}
	}
	return found
}

func protocolWords() (list []string) {
	for _, o := range scope.Outcomes() {
		list = append(list, o.String())
	}
	for _, r := range scope.CloseReasons() {
		list = append(list, r.String())
	}
	for _, w := range append(subc.Ops(), subc.ErrorCodes()...) {
		list = append(list, w.Name)
	}
	return list
}

// codeConstant returns the name of the constant for a command code in the
// reference.
func codeConstant(c *laser.Command) string { return "AGDX_" + c.Name + "_CODE" }

// findCommand finds a managed command by its name or constant.
func findCommand(word string) []Entry {
	for _, c := range laser.Commands() {
		if c.Name == word || codeConstant(&c) == word {
			return []Entry{commandEntry(&c)}
		}
	}
	return nil
}

func commandWords() (list []string) {
	for _, c := range laser.Commands() {
		list = append(list, c.Name, codeConstant(&c))
	}
	return list
}

func commandEntry(c *laser.Command) Entry {
	e := Entry{Word: strconv.Itoa(int(c.Code)), Class: "command code", Title: c.Name + ", in the block " + c.Block}
	e.AddFact("constant", codeConstant(c))
	e.AddFact("request", typeText(c.Request, c.RequestType))
	e.AddFact("reply", typeText(c.Reply, c.ReplyType))
	e.AddFact("needs", c.Permission)
	switch {
	case c.Mutates:
		e.AddFact("changes state", "yes; an operation_id is required")
	default:
		e.AddFact("changes state", "no")
	}
	switch {
	case c.Retired:
		e.AddFact("retired", "yes; the code is never reused")
	case c.RetiredLater:
		e.AddFact("retired", "in later releases")
	default:
		e.AddFact("retired", "no")
	}
	if c.ServerOnly {
		e.AddFact("answered by", "the streaming server; it is never forwarded")
	}
	if c.NeedsScope {
		e.AddFact("scope", "required; the command reads a session")
	}
	if c.AsQuery {
		e.AddFact("sent as", "laser.forwarded-query, not as a command")
	}
	addSource(&e, "laser-forward.md 8")
	for _, t := range []*frames.Type{c.RequestType, c.ReplyType} {
		if t != nil {
			e.See = append(e.See, t.Name)
		}
	}
	return e
}

// typeText returns the name of a type in the reference, with its frame type if it
// has one.
func typeText(name string, t *frames.Type) string {
	if t == nil {
		return name
	}
	return name + " (" + t.Name + ")"
}

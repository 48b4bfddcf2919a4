package explain

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// codeConstant is the name of a command's code in the reference.
func codeConstant(c *laser.Command) string { return "AGDX_" + c.Name + "_CODE" }

// findCommand finds a managed command by its name or its constant.
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
	e := Entry{Word: strconv.Itoa(int(c.Code)), Class: "command code", Title: c.Name + ", of the block " + c.Block}
	e.addFact("constant", codeConstant(c))
	e.addFact("request", typeText(c.Request, c.RequestType))
	e.addFact("reply", typeText(c.Reply, c.ReplyType))
	e.addFact("needs", c.Permission)
	switch {
	case c.Mutates:
		e.addFact("changes state", "yes: it must carry an operation_id")
	default:
		e.addFact("changes state", "no")
	}
	switch {
	case c.Retired:
		e.addFact("retired", "yes: the code is never used again")
	case c.RetiredLater:
		e.addFact("retired", "in later releases")
	default:
		e.addFact("retired", "no")
	}
	if c.ServerOnly {
		e.addFact("who answers", "the streaming server itself; it is never forwarded")
	}
	if c.NeedsScope {
		e.addFact("scope", "needed: it reads a session")
	}
	if c.AsQuery {
		e.addFact("travels as", "laser.forwarded-query, not as a command")
	}
	e.addFact("stated in", "spec/laser-forward.md 8")
	for _, t := range []*frames.Type{c.RequestType, c.ReplyType} {
		if t != nil {
			e.See = append(e.See, t.Name)
		}
	}
	return e
}

// typeText is a type of the reference, and the frame type that it is.
func typeText(name string, t *frames.Type) string {
	if t == nil {
		return name
	}
	return name + " (" + t.Name + ")"
}

package explain

import (
	"strconv"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/laser"
)

// constant is the name of a command's code in the reference.
func constant(c *laser.Command) string { return "AGDX_" + c.Name + "_CODE" }

// findCommand finds a managed command by its name or its constant.
func findCommand(word string) []Entry {
	for _, c := range laser.Commands() {
		if c.Name == word || constant(&c) == word {
			return []Entry{commandEntry(&c)}
		}
	}
	return nil
}

func commandWords() (list []string) {
	for _, c := range laser.Commands() {
		list = append(list, c.Name, constant(&c))
	}
	return list
}

func commandEntry(c *laser.Command) Entry {
	e := Entry{Word: strconv.Itoa(int(c.Code)), Class: "command code", Title: c.Name + ", of the block " + c.Block}
	e.fact("constant", constant(c))
	e.fact("request", typed(c.Request, c.RequestType))
	e.fact("reply", typed(c.Reply, c.ReplyType))
	e.fact("needs", c.Needs)
	switch {
	case c.Mutates:
		e.fact("changes state", "yes: it must carry an operation_id")
	default:
		e.fact("changes state", "no")
	}
	switch {
	case c.Retired:
		e.fact("retired", "yes: the code is never used again")
	case c.Later:
		e.fact("retired", "in later releases")
	default:
		e.fact("retired", "no")
	}
	if c.Server {
		e.fact("who answers", "the streaming server itself; it is never forwarded")
	}
	if c.Session {
		e.fact("scope", "needed: it reads a session")
	}
	if c.AsQuery {
		e.fact("travels as", "laser.forwarded-query, not as a command")
	}
	e.fact("stated in", "spec/laser-forward.md 8")
	for _, t := range []*frames.Type{c.RequestType, c.ReplyType} {
		if t != nil {
			e.See = append(e.See, t.Name)
		}
	}
	return e
}

// typed is a type of the reference, and the frame type that it is.
func typed(name string, t *frames.Type) string {
	if t == nil {
		return name
	}
	return name + " (" + t.Name + ")"
}

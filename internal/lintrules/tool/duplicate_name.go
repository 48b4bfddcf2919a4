package tool

import (
	"strconv"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var duplicateName = rule.Rule{
	ID:     "tool/duplicate-name",
	Title:  "an earlier tool of the catalogue has this name",
	Reason: "A package with two tools of one name is refused when it is built, since a tool is looked up by its name and the first one found is taken.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: `[` + descriptorStart + `"sideEffect":"read_only"},` + descriptorStart + `"sideEffect":"read_only"}]`},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: `[` + descriptorStart + `"sideEffect":"read_only"},{"name":"Read_File","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd + `]`},
}

// nameIndex is the names of a catalogue, each with the index of its first tool.
type nameIndex map[string]int

// add reports a name that an earlier tool has.
func (s *nameIndex) add(c *checker, i int, d *agentruntime.Descriptor) {
	name := c.Doc.Value(d.Name.Node)
	if name == "" {
		return
	}
	if *s == nil {
		*s = nameIndex{}
	}
	first, exists := (*s)[name]
	if !exists {
		(*s)[name] = i
		return
	}
	c.Report(rule.Finding{
		Rule: &duplicateName, Node: d.Name.Node,
		Message: "the tool at /" + strconv.Itoa(first) + " is called " + text.Quote(name) + " too",
		Hint:    "give each tool of a catalogue a name of its own",
	})
}

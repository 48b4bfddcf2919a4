package tool

import (
	"strconv"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var nameLength = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-length",
		Title:    "a tool's name is empty or longer than 128 bytes",
		Reason:   "The descriptor decodes, but the kernel takes no tool whose name is empty or longer than 128 bytes of UTF-8.",
		Upstream: "TOOL_NAME_INVALID",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"a","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.Name.OK {
			return
		}
		name := c.text(d.Name)
		switch agentruntime.ClassifyName(name) {
		case agentruntime.NameEmpty:
			c.Report(engine.Finding{Rule: r, Node: d.Name.Node, Message: "the tool's name is empty", Hint: "give the tool a name"})
		case agentruntime.NameTooLong:
			c.Report(engine.Finding{
				Rule: r, Node: d.Name.Node,
				Message: "the tool's name has " + strconv.Itoa(len(name)) + " bytes, the kernel takes " + strconv.Itoa(agentruntime.MaxNameBytes) + " at most",
				Hint:    "give it a shorter name",
			})
		}
	},
}

var nameCharset = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-charset",
		Severity: diag.Warning,
		Title:    "the name has characters that other systems do not take",
		Reason:   "The kernel takes any character, but MCP advises letters and digits of ASCII, _, . and - only, and providers of models refuse others.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read file","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read_file","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.Name.OK {
			return
		}
		name := c.text(d.Name)
		if agentruntime.ClassifyName(name) != agentruntime.NameNotMCP {
			return
		}
		char, _ := agentruntime.FirstUnsafeNameRune(name)
		c.Report(engine.Finding{
			Rule: r, Node: d.Name.Node, Message: "the name " + text.QuoteBytes(name) + " contains " + named(char) + ", which other systems do not take",
			Hint: "use only A-Z a-z 0-9 _ . -",
		})
	},
}

var nameOpenAI = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-openai",
		Severity: diag.Info,
		Title:    "the name cannot be that of an OpenAI function",
		Reason:   "Functions of OpenAI have names of at most 64 letters, digits, _ and -. Where the tool is offered to such a model its name must be changed on the way. The runtime's own runtime.complete has a dot too.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"file.read","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"file-read","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if !d.Name.OK {
			return
		}
		name := c.text(d.Name)
		if agentruntime.ClassifyName(name) != agentruntime.NameNotOpenAI {
			return
		}
		f := engine.Finding{Rule: r, Node: d.Name.Node, Message: "a name with a dot cannot be that of an OpenAI function", Hint: "use _ or - where the tool is offered to such models"}
		if len(name) > agentruntime.MaxOpenAINameBytes {
			f.Message = "the name has " + strconv.Itoa(len(name)) + " bytes, that of an OpenAI function " + strconv.Itoa(agentruntime.MaxOpenAINameBytes) + " at most"
			f.Hint = "use a shorter one where the tool is offered to such models"
		}
		c.Report(f)
	},
}

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
	c.Report(engine.Finding{
		Rule: &duplicateName, Node: d.Name.Node,
		Message: "the tool at /" + strconv.Itoa(first) + " is called " + text.Quote(name) + " too",
		Hint:    "give each tool of a catalogue a name of its own",
	})
}

var descriptionBlank = toolRule{
	Rule: rule.Rule{
		ID:       "tool/description-blank",
		Severity: diag.Warning,
		Title:    "the description says nothing",
		Reason:   "The description is what a model chooses a tool by. The decoder takes an empty one; a model can only guess.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read_file","description":" ","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if d.Description.OK && isBlank(c.text(d.Description)) {
			c.Report(engine.Finding{Rule: r, Node: d.Description.Node, Hint: "say what the tool does, and when to use it"})
		}
	},
}

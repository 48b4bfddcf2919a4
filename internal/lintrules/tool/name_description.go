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
		Reason:   "The descriptor decodes, but the kernel refuses a tool whose name is empty or longer than 128 bytes of UTF-8.",
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
			c.Report(engine.Finding{Rule: r, Node: d.Name.Node, Message: "the tool's name is empty", Hint: `write a name such as "read_file"`})
		case agentruntime.NameTooLong:
			c.Report(engine.Finding{
				Rule: r, Node: d.Name.Node,
				Message: "the tool's name is " + strconv.Itoa(len(name)) + " bytes long, the kernel's limit is " + strconv.Itoa(agentruntime.MaxNameBytes),
				Hint:    "use a shorter name",
			})
		}
	},
}

var nameCharset = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-charset",
		Severity: diag.Warning,
		Title:    "the name has characters that other systems refuse",
		Reason:   "The kernel accepts any character, but MCP recommends only ASCII letters and digits, _, . and -, and model providers refuse others.",
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
			Rule: r, Node: d.Name.Node, Message: "the name " + text.QuoteBytes(name) + " contains " + named(char) + ", which other systems refuse",
			Hint: "use only A-Z a-z 0-9 _ . -",
		})
	},
}

var nameOpenAI = toolRule{
	Rule: rule.Rule{
		ID:       "tool/name-openai",
		Severity: diag.Info,
		Title:    "the name is not valid for an OpenAI function",
		Reason:   "Names of OpenAI functions have at most 64 letters, digits, _ and -. A client that offers the tool to such a model must rename it. The runtime's own runtime.complete also has a dot.",
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
		f := engine.Finding{Rule: r, Node: d.Name.Node, Message: "the name contains a dot, which OpenAI functions do not allow", Hint: "use _ or - if the tool is offered to such models"}
		if len(name) > agentruntime.MaxOpenAINameBytes {
			f.Message = "the name is " + strconv.Itoa(len(name)) + " bytes long, the limit for OpenAI functions is " + strconv.Itoa(agentruntime.MaxOpenAINameBytes)
			f.Hint = "use a shorter name if the tool is offered to such models"
		}
		c.Report(f)
	},
}

var duplicateName = rule.Rule{
	ID:     "tool/duplicate-name",
	Title:  "an earlier tool of the catalogue has the same name",
	Reason: "The builder refuses a package with two tools of the same name, since tools are looked up by name.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: `[` + descriptorStart + `"sideEffect":"read_only"},` + descriptorStart + `"sideEffect":"read_only"}]`},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: `[` + descriptorStart + `"sideEffect":"read_only"},{"name":"Read_File","description":"Read one file.","inputSchema":{"type":"object"}` + readOnlyEnd + `]`},
}

// nameIndex has the index of the first tool with each name of a catalogue.
type nameIndex map[string]int

// add adds the name of tool i and reports it if an earlier tool has the same name.
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
		Message: "duplicate tool name " + text.Quote(name) + " (first at index " + strconv.Itoa(first) + ")",
		Hint:    "use a different name for each tool of a catalogue",
	})
}

var descriptionBlank = toolRule{
	Rule: rule.Rule{
		ID:       "tool/description-blank",
		Severity: diag.Warning,
		Title:    "the description is blank",
		Reason:   "A model chooses a tool by its description. The decoder accepts a blank one, but a model can only guess.",
		Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: `{"name":"read_file","description":" ","inputSchema":{"type":"object"}` + readOnlyEnd},
		Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: descriptorStart + `"sideEffect":"read_only"}`},
	},
	check: func(c *checker, r *rule.Rule, d *agentruntime.Descriptor) {
		if d.Description.OK && isBlank(c.text(d.Description)) {
			c.Report(engine.Finding{Rule: r, Node: d.Description.Node, Hint: "describe what the tool does and when to use it"})
		}
	},
}

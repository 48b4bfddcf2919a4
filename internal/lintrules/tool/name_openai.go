package tool

import (
	"strconv"

	"github.com/divtool/divtool/pkg/agentruntime"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

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
		f := rule.Finding{Rule: r, Node: d.Name.Node, Message: "a name with a dot cannot be that of an OpenAI function", Hint: "use _ or - where the tool is offered to such models"}
		if len(name) > agentruntime.MaxOpenAINameBytes {
			f.Message = "the name has " + strconv.Itoa(len(name)) + " bytes, that of an OpenAI function " + strconv.Itoa(agentruntime.MaxOpenAINameBytes) + " at most"
			f.Hint = "use a shorter one where the tool is offered to such models"
		}
		c.Report(f)
	},
}

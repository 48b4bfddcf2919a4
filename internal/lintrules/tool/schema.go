package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaNotObject = rule.Rule{
	ID:     "tool/schema-not-object",
	Title:  "the schema is neither an object nor a boolean",
	Reason: "The decoder takes any value, but the kernel compiles a validator of each tool's schema, and no other value is one.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":null` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaBoolean = rule.Rule{
	ID:       "tool/schema-boolean",
	Severity: diag.Warning,
	Title:    "the schema is only a boolean",
	Reason:   "A boolean is a valid schema, but MCP and providers of models ask for an object, and true says nothing about the arguments.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":true` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaRootType = rule.Rule{
	ID:       "tool/schema-root-type",
	Severity: diag.Warning,
	Title:    "the schema does not say that the arguments are an object",
	Reason:   "The arguments of a call are an object. MCP and providers of models ask for exactly the word object as the type of the root.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":["object","null"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaDialect = rule.Rule{
	ID:       "tool/schema-dialect",
	Severity: diag.Warning,
	Title:    "no dialect has this name",
	Reason:   "The reference takes an unknown $schema for a dialect of its own that it must be given, and cannot compile the schema without it. Nothing but the type of the root and repeated keys is checked then.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12","type":"object"}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}` + readOnlyEnd},
}

var schemaDuplicateKey = rule.Rule{
	ID:       "tool/schema-duplicate-key",
	Severity: diag.Warning,
	Title:    "an object in the schema has a key twice",
	Reason:   "The last value wins without a word, and what the others say is lost.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"string","type":"object"}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaKeywordType = rule.Rule{
	ID:     "tool/schema-keyword-type",
	Title:  "a keyword has a value that its dialect refuses",
	Reason: "The meta-schema of the dialect refuses this schema, so that no validator can be compiled of it. Without $schema the dialect is 2020-12.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":-1}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":1.0}}}` + readOnlyEnd},
}

var schemaRequiredUndeclared = rule.Rule{
	ID:       "tool/schema-required-undeclared",
	Severity: diag.Warning,
	Title:    "a property is required that is not listed",
	Reason:   "A model has to give an argument it is told nothing about. Most often one of the two names is misspelled.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["paht"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}` + readOnlyEnd},
}

var schemaExternalRef = rule.Rule{
	ID:       "tool/schema-external-ref",
	Severity: diag.Warning,
	Title:    "a reference leads out of the schema",
	Reason:   "A tool is offered without the documents that its schema refers to; who validates the arguments would have to fetch them.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"https://example.com/place.json"}}}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}

var schemaDanglingRef = rule.Rule{
	ID:     "tool/schema-dangling-ref",
	Title:  "a reference leads nowhere",
	Reason: "There is no value in the schema where the reference leads, so that no validator can be compiled of it.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}

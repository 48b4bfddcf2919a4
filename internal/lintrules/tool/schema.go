package tool

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var schemaNotObject = rule.Rule{
	ID:     "tool/schema-not-object",
	Title:  "the schema is neither an object nor a boolean",
	Reason: "The decoder accepts any value, but the kernel compiles each tool's schema, and only an object or a boolean is a schema.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":null` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaBoolean = rule.Rule{
	ID:       "tool/schema-boolean",
	Severity: diag.Warning,
	Title:    "the schema is only a boolean",
	Reason:   "A boolean is a valid schema, but MCP and model providers require an object, and true does not describe the arguments.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":true` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaRootType = rule.Rule{
	ID:       "tool/schema-root-type",
	Severity: diag.Warning,
	Title:    "the type of the schema's root is not object",
	Reason:   "The arguments of a call are an object. MCP and model providers require exactly the word object as the type of the root.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":["object","null"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaDialect = rule.Rule{
	ID:       "tool/schema-dialect",
	Severity: diag.Warning,
	Title:    "the dialect is unknown",
	Reason:   "The reference cannot compile a schema whose $schema is not a known dialect. Only the type of the root and duplicate keys are checked then.",
	Fix: rule.Fix{
		Does:    "writes the dialect that is plainly meant",
		Example: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft-07/schema","type":"object"}` + readOnlyEnd,
		Fixed:   bare + `"inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}` + readOnlyEnd,
	},
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12","type":"object"}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}` + readOnlyEnd},
}

var schemaDuplicateKey = rule.Rule{
	ID:       "tool/schema-duplicate-key",
	Severity: diag.Warning,
	Title:    "a key of an object in the schema is repeated",
	Reason:   "Only the last value counts; the others are silently dropped.",
	Fix: rule.Fix{
		Does:  "removes the values that do not count",
		Fixed: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd,
	},
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"string","type":"object"}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object"}` + readOnlyEnd},
}

var schemaKeywordType = rule.Rule{
	ID:     "tool/schema-keyword-type",
	Title:  "a keyword has a value that its dialect refuses",
	Reason: "The meta-schema of the dialect refuses this schema, so the kernel cannot compile it. Without $schema the dialect is 2020-12.",
	Fix: rule.Fix{
		Does:    "writes the type that is plainly meant",
		Example: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"strng"}}}` + readOnlyEnd,
		Fixed:   bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}}}` + readOnlyEnd,
	},
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":-1}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string","minLength":1.0}}}` + readOnlyEnd},
}

var schemaRequiredUndeclared = rule.Rule{
	ID:       "tool/schema-required-undeclared",
	Severity: diag.Warning,
	Title:    "a required property is not listed in properties",
	Reason:   "A model must provide an argument that the schema does not describe. Usually one of the two names is misspelled.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["paht"]}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}` + readOnlyEnd},
}

var schemaExternalRef = rule.Rule{
	ID:       "tool/schema-external-ref",
	Severity: diag.Warning,
	Title:    "a reference points outside the schema",
	Reason:   "Other documents are not delivered with the tool, so a validator would have to fetch them.",
	Fails:    rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"https://example.com/place.json"}}}` + readOnlyEnd},
	Passes:   rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}

var schemaDanglingRef = rule.Rule{
	ID:     "tool/schema-dangling-ref",
	Title:  "a reference does not resolve",
	Reason: "The schema has no value at the target of the reference, so the kernel cannot compile it.",
	Fails:  rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}}}` + readOnlyEnd},
	Passes: rule.Example{Kind: rule.ToolDescriptor, Text: bare + `"inputSchema":{"type":"object","properties":{"at":{"$ref":"#/$defs/place"}},"$defs":{"place":{"type":"string"}}}` + readOnlyEnd},
}

package agentruntime

// foreign is a member of another document that is taken for one of ours.
type foreign struct {
	name string
	hint string
}

const (
	likeMCP = "this looks like an MCP tool; "
	likeAI  = "this looks like an OpenAI tool; "
	likeDef = "this looks like the loader's TOML definition, which is another document; "
)

// foreignToTools are members of tools of MCP and of OpenAI (spec section 10).
var foreignToTools = []foreign{
	{"annotations", likeMCP + "what its annotations say of effects belongs into sideEffect"},
	{"title", likeMCP + "take the member out"},
	{"outputSchema", likeMCP + "take the member out: results have no schema here"},
	{"icons", likeMCP + "take the member out"},
	{"execution", likeMCP + "take the member out"},
	{"_meta", likeMCP + "take the member out"},
	{"parameters", likeAI + "the schema of the arguments is inputSchema"},
	{"function", likeAI + "write the function's members into the descriptor itself, parameters as inputSchema"},
	{"type", likeAI + "take the member out"},
	{"strict", likeAI + "take the member out"},
}

// foreignToManifests are members of the definition that the loader reads from
// TOML (spec section 5).
var foreignToManifests = []foreign{
	{"runtime_api_version", likeDef + "a manifest does not say it"},
	{"system", likeDef + "the system prompt is no part of a manifest"},
	{"tools", likeDef + "the tools are no part of a manifest"},
}

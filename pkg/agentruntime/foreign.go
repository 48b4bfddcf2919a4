package agentruntime

// renamedMember is a member of another document that is taken for one of ours.
type renamedMember struct {
	name string
	hint string
}

const (
	looksLikeMCP        = "this looks like an MCP tool; "
	looksLikeOpenAI     = "this looks like an OpenAI tool; "
	looksLikeDefinition = "this looks like the loader's TOML definition, which is another document; "
)

// renamedToolMembers are members of tools of MCP and of OpenAI (spec section 10).
var renamedToolMembers = []renamedMember{
	{"annotations", looksLikeMCP + "what its annotations say of effects belongs into sideEffect"},
	{"title", looksLikeMCP + "take the member out"},
	{"outputSchema", looksLikeMCP + "take the member out: results have no schema here"},
	{"icons", looksLikeMCP + "take the member out"},
	{"execution", looksLikeMCP + "take the member out"},
	{"_meta", looksLikeMCP + "take the member out"},
	{"parameters", looksLikeOpenAI + "the schema of the arguments is inputSchema"},
	{"function", looksLikeOpenAI + "write the function's members into the descriptor itself, parameters as inputSchema"},
	{"type", looksLikeOpenAI + "take the member out"},
	{"strict", looksLikeOpenAI + "take the member out"},
}

// renamedManifestMembers are members of the definition that the loader reads from
// TOML (spec section 5).
var renamedManifestMembers = []renamedMember{
	{"runtime_api_version", looksLikeDefinition + "a manifest does not say it"},
	{"system", looksLikeDefinition + "the system prompt is no part of a manifest"},
	{"tools", looksLikeDefinition + "the tools are no part of a manifest"},
}

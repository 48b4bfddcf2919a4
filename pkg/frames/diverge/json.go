package diverge

import (
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/scope"
)

// ociDigest is the body of the three requests about images (3.2).
var ociDigest = &frames.JSONBody{Error: "Oci", Shape: &canon.Shape{
	Kind:       canon.Record,
	Name:       "an OCI request",
	Positional: true,
	Members: []canon.Member{
		{Name: "digest", Shape: &canon.String, Required: true, Meaning: "what is asked for: algorithm:hex"},
	},
}}

var registration = &frames.JSONBody{Error: "Registration", Shape: &canon.RegistrationShape, Describe: describeRegistration}

// describeRegistration says what grants and secrets mean.
func describeRegistration(dst []byte, doc *jsondoc.Doc, node int, s *canon.Shape) []byte {
	switch s {
	case &canon.GrantShape:
		return scope.AppendGrant(dst, doc, node)
	case &canon.SecretModeShape:
		return scope.AppendSecretMode(dst, doc, node)
	}
	return dst
}

// The params of MCP requests, alone (3.6).
var (
	optionalString = &canon.Shape{Kind: canon.Nullable, Name: "a string or null", Elem: &canon.String}
	optionalObject = &canon.Shape{Kind: canon.Nullable, Name: "an object or null", Elem: &canon.Object}

	meta         = canon.Member{Name: "_meta", Shape: optionalObject, Default: true, Meaning: "metadata, passed through"}
	requestState = canon.Member{Name: "requestState", Shape: optionalString, Meaning: "state that the server gave, handed back"}

	inputResponses = canon.Member{Name: "inputResponses", Meaning: "answers to what the server asked for", Shape: optionalSorted}

	optionalSorted = &canon.Shape{Kind: canon.Nullable, Name: "an object or null",
		Elem: &canon.Shape{Kind: canon.Dictionary, Name: "an object", Elem: &canon.AnyValue, Sorted: true}}
)

var (
	mcpPage = &frames.JSONBody{Error: "McpParams", Shape: &canon.Shape{Kind: canon.Nullable, Name: "an object or null",
		Elem: &canon.Shape{
			Kind:       canon.Record,
			Name:       "page params",
			Positional: true,
			Members: []canon.Member{
				meta,
				{Name: "cursor", Shape: optionalString, Meaning: "where the page begins"},
			},
		}}}

	mcpCall = &frames.JSONBody{Error: "McpParams", Shape: &canon.Shape{
		Kind:       canon.Record,
		Name:       "tool call params",
		Positional: true,
		Members: []canon.Member{
			meta,
			{Name: "name", Shape: &canon.String, Required: true, Meaning: "the tool"},
			{Name: "arguments", Shape: optionalObject, Meaning: "what the tool is given"},
			inputResponses,
			requestState,
		},
	}}

	mcpRead = &frames.JSONBody{Error: "McpParams", Shape: &canon.Shape{
		Kind:       canon.Record,
		Name:       "resource params",
		Positional: true,
		Members: []canon.Member{
			meta,
			{Name: "uri", Shape: &canon.String, Required: true, Meaning: "the resource"},
			inputResponses,
			requestState,
		},
	}}
)

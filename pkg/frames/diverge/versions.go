package diverge

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames"
)

// Other revisions have other tables of tags for the channel requests of a run (drift.md
// 3.1). Nothing in the bytes of a frame states the table. A request of one name has one
// layout in all tables.
const (
	version25, table25 = "25", "25-tag table (1371081c)"
	version26, table26 = "26", "26-tag table (1371081c)"
	version27, table27 = "27", "27-tag table (9b338da7)"

	specVersions = "drift.md 3"

	agentsRun, toolsRun = "agents-run", "tools-run"
)

// Names and meanings that the versions of a type share.
const (
	agentsRequestName, agentsRequestMeaning   = "diverge.agents.request", "channel request in an agents run, from the provider to the caller"
	agentsResponseName, agentsResponseMeaning = "diverge.agents.response", "response to a channel request in an agents run, from the caller to the provider"
	toolsRequestName, toolsRequestMeaning     = "diverge.tools.request", "channel request in a tools run, from the provider to the caller"
	toolsResponseName, toolsResponseMeaning   = "diverge.tools.response", "response to a channel request in a tools run, from the caller to the provider"
)

var (
	agentsRequest25 = &frames.Type{Name: agentsRequestName, Meaning: agentsRequestMeaning, Spec: specVersions, Trust: frames.Source, Guessed: true, Mark: frames.Mark{Strength: frames.TagMark}, Version: version25, Table: table25, Endpoint: toolsRun, Codec: requests25}
	agentsRequest26 = &frames.Type{Name: agentsRequestName, Meaning: agentsRequestMeaning, Spec: specVersions, Trust: frames.Source, Guessed: true, Mark: frames.Mark{Strength: frames.TagMark}, Version: version26, Table: table26, Endpoint: agentsRun, Codec: requests26}
	agentsRequest27 = &frames.Type{Name: agentsRequestName, Meaning: agentsRequestMeaning, Spec: specVersions, Trust: frames.Source, Guessed: true, Mark: frames.Mark{Strength: frames.TagMark}, Version: version27, Table: table27, Codec: requests27}
)

// plausibleKey is what peers write as a key of the vault.
var plausibleKey = &frames.Plausible{}

// The JSON requests of other revisions, of which the names of some members are known.
var (
	dependencies26 = &frames.Layout{
		Provisional: "the dependencies of the 26-tag table; members of their templates besides database are not known",
		Value:       &frames.Field{Kind: frames.JSON, Error: "Dependencies", Shape: dependenciesShape},
	}
	authorize27 = &frames.Layout{
		Provisional: "the authorization of the 27-tag table; its members besides address are not known",
		Value:       &frames.Field{Kind: frames.JSON, Error: "Authorize", Shape: &canon.Object},
	}
	tools27 = &frames.Layout{
		Provisional: "the tools of the 27-tag table; what a tool holds is not known",
		Value:       &frames.Field{Kind: frames.JSON, Error: "Tools", Shape: toolsShape},
	}

	dependenciesShape = &canon.Shape{Kind: canon.Record, Name: "a request with dependencies", Members: []canon.Member{
		{Name: "dependencies", Shape: &canon.Shape{Kind: canon.List, Name: "an array of templates", Elem: &canon.Object}, Meaning: "templates"},
	}}
	toolsShape = &canon.Shape{Kind: canon.Record, Name: "a request with tools", Members: []canon.Member{
		{Name: "tools", Shape: &canon.Shape{Kind: canon.List, Name: "an array of tools", Elem: &canon.AnyValue}, Meaning: "tools of the run"},
	}}

	dependenciesResponse = &frames.Message{Meaning: "success, or an error", Trust: frames.Old, Body: registrationResponseBody, Example: "00"}
)

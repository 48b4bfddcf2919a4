// Package all lists the frame types of all families, in the order in which they are tried
// when no type is given.
//
// Goal: one place that knows all families, which do not know each other. A new type is
// added here.
package all

import (
	"slices"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// Types returns all types, in a slice of the caller's own.
func Types() frames.Set {
	return slices.Concat(
		frames.Set{subc.Frame},
		laser.Types,
		frames.Set{
			diverge.AgentsRequest,
			diverge.Frame,
			diverge.AgentsResponse,
			diverge.ToolsRequest,
			diverge.ToolsResponse,
			diverge.ScopeRequest,
			diverge.AgentsScopeResponse,
			diverge.ToolsScopeResponse,
			diverge.AgentsClientRequest,
			diverge.AgentsClientResponse,
			diverge.ToolsClientRequest,
			diverge.ToolsClientResponse,
			diverge.ServeRequest,
			diverge.ServeResponse,
			diverge.ProxyScopeRequest,
			diverge.ProxyAgentsRequest,
			diverge.ProxyAgentsResponse,
			diverge.ProxyFuseRequest,
			diverge.ProxyFuseResponse,
		},
	)
}

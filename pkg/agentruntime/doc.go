// Package agentruntime holds the documents of the agent runtime's extension
// contract (spec/agent-runtime.md), tool descriptors and package manifests,
// and the values of the contract that have no JSON form but appear in debug
// output and talk: side effects, invalidation masks, context slots.
//
// The members of a document, the side effects with their MCP annotations, the
// bits of a mask and the slots are a table each; reading, refusals, lint and
// explanations come from them. What the arguments of a tool look like is a
// JSON Schema: package schema judges it.
//
// Goals: exactly the verdicts of the pinned release 0.1.0 on what decodes, all
// of them and not the first only. Not goals: verifying the digest of a
// package, since what is hashed is not known; an ordering of side effects,
// which the contract does not have.
package agentruntime

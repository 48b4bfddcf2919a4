package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var unknownEnvelopeField = rule.Rule{
	ID:       "scope/unknown-envelope-field",
	Severity: diag.Warning,
	Title:    "the daemon ignores this member",
	Reason:   "Beside op and its own members the daemon reads nothing of a request. The owner in particular is the module that sends it.",
	Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[],"owner":"x"}`},
	Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[]}`},
}

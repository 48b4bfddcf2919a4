// Package baseline holds the rule about the file of known findings itself.
// Package pkg/lint/baseline reads such files and reports it.
package baseline

import (
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Kind names what the rule looks at. It is no kind of document: a baseline is
// given, not linted.
const Kind rule.Kind = "baseline"

// Family is the rule. It has no kinds of its own.
var Family = engine.Family{Rules: func() []*rule.Rule { return []*rule.Rule{&Unused} }}

// Unused is for an entry of a baseline that no finding is known by any more.
var Unused = rule.Rule{
	ID:       "baseline/unused",
	Severity: diag.Warning,
	Title:    "no finding is known by this entry any more",
	Reason:   "The fault is mended, or the value has changed and its finding is reported again: an entry that stays would silence the same fault when it comes back.",
	Needs:    "--baseline",
	Fails:    rule.Example{Kind: Kind, Text: `{"version":1,"findings":[{"file":"mended.json","rule":"template/secret-empty","path":"/secrets/1","value":"12ae32cb1ec02d01eda3581b127c1fee"}]}`},
	Passes:   rule.Example{Kind: Kind, Text: `{"version":1,"findings":[]}`},
}

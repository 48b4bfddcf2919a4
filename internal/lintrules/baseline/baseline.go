// Package baseline has the rule for the file of known findings. Package
// pkg/lint/baseline reads such files and reports it.
package baseline

import (
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// Kind is the kind of the rule's examples. It is not a kind of document to lint.
const Kind rule.Kind = "baseline"

// Family has the rule and no kinds.
var Family = engine.Family{Rules: func() []*rule.Rule { return []*rule.Rule{&Unused} }}

// Unused is for an entry of a baseline that matches no finding.
var Unused = rule.Rule{
	ID:       "baseline/unused",
	Severity: diag.Warning,
	Title:    "no finding matches this baseline entry",
	Reason:   "The fault is fixed, or the value has changed and its finding is reported again. An entry that stays would hide the same fault if it returns.",
	Needs:    "--baseline",
	Fails:    rule.Example{Kind: Kind, Text: `{"version":1,"findings":[{"file":"fixed.json","rule":"template/secret-empty","path":"/secrets/1","value":"12ae32cb1ec02d01eda3581b127c1fee"}]}`},
	Passes:   rule.Example{Kind: Kind, Text: `{"version":1,"findings":[]}`},
}

package scoperules

import (
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

var carrierTargetsNull = rule.Rule{
	ID:       "scope/carrier-targets-null",
	Severity: diag.Warning,
	Title:    "null as targets means any module",
	Reason:   `It reads like "none" and lifts every limit of the carrier.`,
	Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"},"targets":null}]}`},
	Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","carriers":[{"principal":{"kind":"reserved","module_id":"aft"}}]}`},
}

package template

import "github.com/divtool/divtool/pkg/lint/rule"

var unknownAction = rule.Rule{
	ID:     "grant/unknown-action",
	Title:  "there is no such action in this form of grant",
	Reason: "Each kind has its own actions for making, for things that exist, and for tags. One that does not fit makes the whole text undecodable.",
	Fails:  rule.Example{Kind: rule.Grants, Text: `[{"agents":["destroy"]}]`},
	Passes: rule.Example{Kind: rule.Grants, Text: `[{"agents":["create"]}]`},
}

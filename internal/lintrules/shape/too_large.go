package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// TooLarge is for a body that no frame can carry.
var TooLarge = rule.Rule{
	ID:     "shape/too-large",
	Title:  "the text is larger than the body of a frame may be",
	Reason: "A frame carries at most 67108864 bytes, so that this text can never be sent.",
	Fails: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: spaces4K, Count: 16384},
	},
	Passes: rule.Example{
		Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":1,"scopes":[@@]}`,
		Fill: rule.Fill{Placeholder: "@@", Item: spaces4K, Count: 1},
	},
}

const (
	spaces64 = "                                                                "
	spaces1K = spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 +
		spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64 + spaces64
	spaces4K = spaces1K + spaces1K + spaces1K + spaces1K
)

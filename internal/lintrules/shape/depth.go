package shape

import "github.com/divtool/divtool/pkg/lint/rule"

// Depth is for more levels than the peer reads. For scope kinds it is a fault
// of syntax.
var Depth = rule.Rule{
	ID:     "shape/depth",
	Title:  "more than 127 arrays and objects are open at once",
	Reason: "The peer's parser gives up at the 128th level, and with it on the whole text.",
	Fails: rule.Example{
		Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":` + open127 + close127 + `}`,
	},
	Passes: rule.Example{
		Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient","arguments":[` + open125 + close125 + `]}`,
	},
}

const (
	open25   = "[[[[[[[[[[[[[[[[[[[[[[[[["
	open125  = open25 + open25 + open25 + open25 + open25
	open127  = "[[" + open125
	close25  = "]]]]]]]]]]]]]]]]]]]]]]]]]"
	close125 = close25 + close25 + close25 + close25 + close25
	close127 = "]]" + close125
)

package scope_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/scope"
)

// What becomes of a scope, and of the routes under it, when an owner sends
// another record of it.
func ExampleDiff() {
	read := func(text string) *scope.Record {
		var doc canon.Doc
		if fault := doc.Read([]byte(text)); fault != nil {
			fmt.Println(fault)
			return nil
		}
		record, ok := scope.ReadRecord(&doc, 0, func(p scope.Problem) { fmt.Println(p.Message) })
		if !ok {
			return nil
		}
		return &record
	}
	held := read(`{"ref":"head-1","scope_epoch":3,"kind":"head","attributes":{"agent_id":"a"}}`)
	sent := read(`{"ref":"head-1","scope_epoch":4,"kind":"head","attributes":{"agent_id":"a"}}`)
	if held == nil || sent == nil {
		return
	}
	d := scope.Diff(held, sent, scope.Link{})
	fmt.Println(d.Outcome)
	for _, c := range d.Closings {
		fmt.Println(c.Reason)
	}
	// Output:
	// replaced
	// scope_ended
}

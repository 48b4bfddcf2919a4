package scope_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/scope"
)

func ExampleParseRecord() {
	record, err := scope.ParseRecord([]byte(`{"ref":"head-1","scope_epoch":3,"kind":"head","carriers":[{"principal":{"kind":"direct"}}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(record.Ref, record.Epoch, record.Kind, record.Carriers[0].Principal.Kind)

	_, err = scope.ParseRecord([]byte(`{"ref":"head-1","scope_epoch":3,"kind":"Head"}`))
	if d, ok := diag.From(err); ok {
		fmt.Println(d.Path, d.Code)
	}
	// Output:
	// head-1 3 head direct
	// /kind shape/variant
}

// What becomes of a scope, and of the routes under it, when an owner sends
// another record of it.
func ExampleDiff() {
	held, err := scope.ParseRecord([]byte(`{"ref":"head-1","scope_epoch":3,"kind":"head","attributes":{"agent_id":"a"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	sent, err := scope.ParseRecord([]byte(`{"ref":"head-1","scope_epoch":4,"kind":"head","attributes":{"agent_id":"a"}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	d := scope.Diff(&held, &sent, scope.Link{})
	fmt.Println(d.Outcome)
	for _, c := range d.Closings {
		fmt.Println(c.Reason)
	}
	// Output:
	// replaced
	// scope_ended
}

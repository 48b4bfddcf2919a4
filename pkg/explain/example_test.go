package explain_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/explain"
)

func ExampleFind() {
	for _, e := range explain.Find("scope_epoch_regressed") {
		fmt.Println(e.Class+":", e.Title)
		fmt.Println(e.See)
	}
	// Output:
	// refusal of a scope call: a higher epoch of the ref is live or has ended
	// [scope/epoch-regressed]
}

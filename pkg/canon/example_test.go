package canon_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/canon"
)

// The id of a dependency tool template.
func ExampleTemplateID() {
	id, err := canon.TemplateID([]byte(`{
  "image": {"digest": "A"}, "memory": 268435456, "disk": 1073741824,
  "arguments": {}, "mode": "transient"
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(id)
	// Output:
	// 00cb6d982a693c5375246674a480279ae8394402210b5fdc83aa2654f94a4f2b
}

// JSON in the form that is hashed, which is not that of RFC 8785.
func ExampleAppend() {
	text, err := canon.Append(nil, []byte(`{"b": 1.50, "a": [1e21, -0]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s\n", text)
	// Output:
	// {"a":[1e+21,-0.0],"b":1.5}
}

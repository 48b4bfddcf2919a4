package lint_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/lint"
)

func ExampleLint() {
	text := []byte(`{
  "image": {"digest": "nginx"},
  "memory": 268435456, "disk": 0, "arguments": {}, "mode": "transient",
  "secrets": ["api", ""]
}`)
	result, err := lint.Lint(text, lint.Auto, nil, lint.Config{Disable: []string{"template/zero-limit"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Kind, result.HasErrors())
	for _, f := range result.Findings {
		line, column := f.Position(text)
		fmt.Printf("%d:%d: %s: %s [%s]\n", line, column, f.Severity, f.Message, f.Code)
	}
	// Output:
	// template true
	// 2:23: warning: the digest has no algorithm; expected algorithm:hex [template/digest-form]
	// 4:22: error: a secret's name is empty [template/secret-empty]
}

func ExampleReadContext() {
	ctx, err := lint.ReadContext([]byte(`{"owner": "broca", "authority_owners": ["prefrontal-core"]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	text := []byte(`{"ref": "s", "scope_epoch": 1, "kind": "head", "attributes": {"agent_id": "a"}}`)
	result, _ := lint.Lint(text, lint.ScopeRecord, ctx, lint.Config{})
	for _, f := range result.Findings {
		fmt.Printf("%s: %s [%s]\n", f.Path, f.Message, f.Upstream)
	}
	// Output:
	// /attributes: "broca" is not an authority owner and may not set agent_id [scope_attribute_not_permitted]
}

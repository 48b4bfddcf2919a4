package agentruntime_test

import (
	"fmt"

	"github.com/divtool/divtool/pkg/agentruntime"
)

func ExampleParseDescriptor() {
	doc, tool, err := agentruntime.ParseDescriptor([]byte(`{
  "name": "read_file", "description": "Read one file.",
  "inputSchema": {"type": "object"}, "requiredCapabilities": ["fs.read"]
}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Text(tool.Name.Node), tool.SideEffect)
	for _, n := range doc.Elements(tool.Capabilities.Node) {
		fmt.Println("needs", doc.Text(n))
	}
	// Output:
	// read_file read_only
	// needs fs.read
}

func ExampleParseInvalidation() {
	mask, err := agentruntime.ParseInvalidation("ContextInvalidation(69)")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(mask)
	for _, b := range mask.Bits() {
		fmt.Printf("%s: %s (slot %s)\n", b.Name, b.Meaning, b.Slot.Name())
	}
	fmt.Printf("without a name: %#04x\n", uint16(mask.Unassigned()))
	// Output:
	// SYSTEM|SKILLS|0x0040
	// SYSTEM: the system prompt is stale (slot System)
	// SKILLS: the skills are stale (slot Skills)
	// without a name: 0x0040
}

func ExampleSideEffect_Info() {
	effect, _ := agentruntime.ParseSideEffect("process")
	info := effect.Info()
	fmt.Println(info.Word+":", info.Meaning)
	for _, a := range info.Annotations.List() {
		if a.Value != agentruntime.Unset {
			fmt.Println(a.Member, a.Value)
		}
	}
	fmt.Println("since", info.Reason)
	// Output:
	// process: starts a command or process
	// readOnlyHint false
	// destructiveHint true
	// openWorldHint true
	// since a process may do anything
}

package agentruntime

import (
	"github.com/divtool/divtool/pkg/canon"
	"slices"
	"strings"
	"testing"
)

func TestSideEffects(t *testing.T) {
	type hints [4]string // as the annotations are listed; "" leaves one out
	want := []struct {
		word  string
		hints hints
	}{
		{"read_only", hints{"true", "", "", "false"}},
		{"workspace_write", hints{"false", "", "", "false"}},
		{"process", hints{"false", "true", "", "true"}},
		{"external", hints{"false", "", "", "true"}},
	}
	all := SideEffects()
	if len(all) != len(want) {
		t.Fatalf("there are %d side effects", len(all))
	}
	for i, info := range all {
		if info.Word != want[i].word || int(info.Effect) != i || info.Meaning == "" || info.Reason == "" || info.Effect.String() != info.Word {
			t.Errorf("side effect %d is %+v", i, info)
		}
		var got hints
		for k, a := range info.Effect.Info().Annotations.List() {
			got[k] = a.Value.String()
		}
		if got != want[i].hints {
			t.Errorf("%s: got %v, want %v", info.Word, got, want[i].hints)
		}
		if e, ok := ParseSideEffect(info.Word); !ok || e != info.Effect {
			t.Errorf("%s is read as %v, %v", info.Word, e, ok)
		}
	}
	var unset SideEffect
	if unset != ReadOnly {
		t.Error("the default is not read_only")
	}
	for _, word := range []string{"ReadOnly", "readonly", "read-only", "READ_ONLY", "workspaceWrite", ""} {
		if _, ok := ParseSideEffect(word); ok {
			t.Errorf("%q is taken", word)
		}
	}
}

func TestAnnotations(t *testing.T) {
	var members, defaults []string
	for _, a := range (Annotations{}).List() {
		members, defaults = append(members, a.Member), append(defaults, a.Default.String())
	}
	if got := strings.Join(members, " "); got != "readOnlyHint destructiveHint idempotentHint openWorldHint" {
		t.Errorf("the members are %s", got)
	}
	if got := strings.Join(defaults, " "); got != "false true false true" {
		t.Errorf("the defaults are %s", got)
	}
	for _, c := range []struct {
		a    Annotations
		want bool
	}{
		{Annotations{ReadOnly: True, OpenWorld: False}, true},
		{Annotations{ReadOnly: True, OpenWorld: False, Idempotent: True}, true},
		{Annotations{ReadOnly: True}, false}, // a client takes it for open
		{Annotations{ReadOnly: True, OpenWorld: True}, false},
		{Annotations{ReadOnly: False, OpenWorld: False}, false},
		{Annotations{}, false},
	} {
		if e, ok := c.a.SideEffect(); ok != c.want || ok && e != ReadOnly {
			t.Errorf("%+v is %s, %v", c.a, e, ok)
		}
	}
}

func TestSlots(t *testing.T) {
	want := []struct {
		name, word string
		bit        Invalidation
	}{
		{"System", "system", 1}, {"Instructions", "instructions", 0}, {"ToolCatalog", "tool_catalog", 2}, {"Skills", "skills", 4}, {"Memory", "memory", 8},
		{"Plan", "plan", 16}, {"RuntimeState", "runtime_state", 32}, {"History", "history", 0}, {"Observations", "observations", 0}, {"Checkpoint", "checkpoint", 0},
	}
	all := Slots()
	if len(all) != len(want) {
		t.Fatalf("there are %d slots", len(all))
	}
	for rank, s := range all {
		w := want[rank]
		bit, has := s.Slot.Invalidation()
		if int(s.Slot) != rank || s.Slot.Name() != w.name || s.Slot.String() != w.word || bit != w.bit || has != (w.bit != 0) {
			t.Errorf("slot %d is %+v with bit %d", rank, s, bit)
		}
		for _, text := range []string{w.name, w.word} {
			if got, ok := ParseSlot(text); !ok || got != s.Slot {
				t.Errorf("%s is read as %v, %v", text, got, ok)
			}
		}
	}
	if !slices.IsSortedFunc(all, func(a, b SlotInfo) int { return int(a.Slot) - int(b.Slot) }) {
		t.Error("the slots are not in their order")
	}
	if _, ok := ParseSlot("tools"); ok {
		t.Error("tools is a slot")
	}
}

func TestMembers(t *testing.T) {
	for what, c := range map[string]struct {
		shape    *canon.Shape
		names    string
		required int
	}{
		"descriptor": {&DescriptorShape, "name description inputSchema requiredCapabilities sideEffect", 3},
		"manifest":   {&ManifestShape, "id version runtimeType schemaVersion digest", 5},
	} {
		var names []string
		required := 0
		for _, m := range c.shape.Members {
			names = append(names, m.Name)
			if m.Presence == canon.Required {
				required++
			}
			if (m.Presence == canon.Required) == (m.Default != "") || m.Shape.Name == "" || m.Meaning == "" {
				t.Errorf("%s: %+v", what, m)
			}
		}
		if got := strings.Join(names, " "); got != c.names || required != c.required {
			t.Errorf("%s: %s, %d required", what, got, required)
		}
	}
}

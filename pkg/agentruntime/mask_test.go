package agentruntime

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func TestMaskNames(t *testing.T) {
	for m, want := range map[Invalidation]string{
		0:      "NONE",
		1:      "SYSTEM",
		3:      "SYSTEM|TOOL_CATALOG",
		20:     "SKILLS|PLAN",
		0x3f:   "SYSTEM|TOOL_CATALOG|SKILLS|MEMORY|PLAN|RUNTIME_STATE",
		0x40:   "0x0040",
		0x41:   "SYSTEM|0x0040",
		0xffff: "SYSTEM|TOOL_CATALOG|SKILLS|MEMORY|PLAN|RUNTIME_STATE|0xffc0",
	} {
		if got := m.String(); got != want {
			t.Errorf("%d is %s, want %s", m, got, want)
		}
	}
}

func TestMaskRoundTrip(t *testing.T) {
	for n := range math.MaxUint16 + 1 {
		m := Invalidation(n)
		if got, err := ParseInvalidation(m.String()); err != nil || got != m {
			t.Fatalf("%d prints as %s, which is %d, %v", m, m, got, err)
		}
	}
}

func TestParseMask(t *testing.T) {
	for text, want := range map[string]Invalidation{
		"0": 0, "none": 0, "NONE": 0, "5": 5, "0x3F": 0x3f, "0X3f": 0x3f, "0b101": 5, "0B101": 5, "65535": 65535, "007": 7,
		"system": 1, "Tool_Catalog": 2, "SKILLS|plan": 20, "SKILLS,PLAN": 20, " SYSTEM | 0x40 ,4": 0x45, "NONE|NONE": 0, "1|1": 1,
		"ContextInvalidation(5)": 5, "ContextInvalidation(65535)": 65535, "ContextInvalidation(0)": 0,
	} {
		if got, err := ParseInvalidation(text); err != nil || got != want {
			t.Errorf("%q is %d, %v, want %d", text, got, err, want)
		}
	}
	for text, want := range map[string]MaskError{
		"65536": {"65536", 0, true}, "-1": {"-1", 0, true}, "1.5": {"1.5", 0, true}, "+1": {"+1", 0, true}, "0x": {"0x", 0, true}, "0x10000": {"0x10000", 0, true},
		"0b2": {"0b2", 0, true}, "1_0": {"1_0", 0, true}, "1e3": {"1e3", 0, true}, "99999999999999999999": {"99999999999999999999", 0, true},
		"": {"", 0, false}, "|": {"", 0, false}, "SYSTEM|": {"", 7, false}, "SYSTEM, ": {"", 8, false}, "SYSTEM| tools": {"tools", 8, false}, "HISTORY": {"HISTORY", 0, false},
		"ContextInvalidation(": {"ContextInvalidation(", 0, false}, "ContextInvalidation()": {"ContextInvalidation()", 0, false},
		"ContextInvalidation(65536)": {"ContextInvalidation(65536)", 0, true}, "SYSTEM PLAN": {"SYSTEM PLAN", 0, false},
	} {
		_, err := ParseInvalidation(text)
		var got *MaskError
		if !errors.As(err, &got) || *got != want || got.Error() == "" {
			t.Errorf("%q gives %+v, want %+v", text, got, want)
		}
	}
	if _, err := ParseInvalidation("a\x1b[2J" + strings.Repeat("b", 1000)); strings.ContainsRune(err.Error(), '\x1b') || len(err.Error()) > 300 {
		t.Errorf("the error is %q", err)
	}
}

func TestMaskOperations(t *testing.T) {
	m := InvalidateSystem.Union(InvalidatePlan)
	for _, c := range []struct {
		of   Invalidation
		want bool
	}{{0, true}, {InvalidateSystem, true}, {m, true}, {InvalidateSkills, false}, {InvalidatePlan | InvalidateSkills, false}} {
		if got := m.Contains(c.of); got != c.want {
			t.Errorf("%s contains %s: %v", m, c.of, got)
		}
	}
	if !Invalidation(0).Contains(0) || !Invalidation(0).IsEmpty() || m.IsEmpty() {
		t.Error("NONE is not what it should be")
	}
	if got := Invalidation(0xffff).Unassigned(); got != 0xffc0 {
		t.Errorf("unassigned are %#x", got)
	}
	if bits := Invalidation(0x48).Bits(); len(bits) != 1 || bits[0].Name != "MEMORY" || bits[0].Slot != SlotMemory {
		t.Errorf("got %+v", bits)
	}
}

func TestMaskTable(t *testing.T) {
	var all Invalidation
	for i, b := range MaskBits() {
		if b.Bit != 1<<i || b.Name == "" || b.Meaning == "" {
			t.Errorf("bit %d is %+v", i, b)
		}
		// A bit speaks of the slot of its name.
		if !strings.EqualFold(b.Name, b.Slot.String()) {
			t.Errorf("%s speaks of %s", b.Name, b.Slot)
		}
		all |= b.Bit
	}
	if all != assignedBits {
		t.Errorf("the bits of the table are %#x", all)
	}
}

func FuzzParseMask(f *testing.F) {
	for _, s := range []string{"SYSTEM|0x0040", "ContextInvalidation(5)", "none, 0b11", "-1", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ParseInvalidation(text)
		var bad *MaskError
		switch {
		case err == nil:
			if reparsed, err := ParseInvalidation(m.String()); err != nil || reparsed != m {
				t.Errorf("%q is %s, which is %d, %v", text, m, reparsed, err)
			}
		case !errors.As(err, &bad):
			t.Errorf("%q: %v", text, err)
		case bad.Offset < 0 || bad.Offset > len(text) || !strings.HasPrefix(text[bad.Offset:], bad.Word):
			t.Errorf("%q: %+v is not there", text, bad)
		}
	})
}

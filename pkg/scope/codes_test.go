package scope

import "testing"

// Every refusal of a record has its code declared.
func TestCodesCoverRefusals(t *testing.T) {
	for f := CarrierTargets; f <= ParentCycle; f++ {
		if c, ok := CodeByName(f.Code()); !ok || c.RefusesCall || c.Meaning == "" {
			t.Errorf("refusal %d, %s: %+v", f, f.Code(), c)
		}
	}
	if _, ok := CodeByName("scope_nonsense"); ok {
		t.Error("a code that does not exist is found")
	}
}

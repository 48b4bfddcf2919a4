package explain

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/agentruntime"
)

const specRuntime = "agent-runtime.md "

// findMask finds an invalidation mask: "mask 5", the name of a bit, or the debug
// format. A bare number is a tag, not a mask.
func findMask(word string) []Entry {
	text, isMask := maskText(word)
	if !isMask {
		// Lower-case names belong to slots.
		_, isNumber := parseNumber(word)
		debug := strings.HasPrefix(word, "ContextInvalidation(")
		if isNumber || !debug && word != strings.ToUpper(word) {
			return nil
		}
		text = word
	}
	m, err := agentruntime.ParseInvalidation(text)
	if err != nil {
		return nil
	}
	return []Entry{maskEntry(word, m)}
}

// maskText returns the text after the word "mask", which may be in any case.
func maskText(word string) (string, bool) {
	const prefix = "mask "
	if len(word) < len(prefix) || !strings.EqualFold(word[:len(prefix)], prefix) {
		return "", false
	}
	return word[len(prefix):], true
}

// CheckMask returns an error if word is "mask" followed by an invalid mask. The
// error is an [*agentruntime.MaskError].
func CheckMask(word string) error {
	text, isMask := maskText(word)
	if !isMask {
		return nil
	}
	_, err := agentruntime.ParseInvalidation(text)
	return err
}

func maskEntry(word string, m agentruntime.Invalidation) Entry {
	e := Entry{Word: word, Class: "invalidation mask", Title: m.String()}
	e.AddFact("number", fmt.Sprintf("%d (0x%04x)", uint16(m), uint16(m)))
	if m.IsEmpty() {
		e.Text = "Nothing becomes stale."
	}
	t := Table{Title: "parts of the context that become stale", Head: []string{"bit", "name", "slot", "meaning"}}
	for _, b := range m.Bits() {
		t.Rows = append(t.Rows, []string{fmt.Sprintf("0x%04x", uint16(b.Bit)), b.Name, b.Slot.Name(), b.Meaning})
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	if rest := m.Unassigned(); rest != 0 {
		e.AddFact("not assigned", fmt.Sprintf("the bits 0x%04x have no name; the contract cannot produce such a mask", uint16(rest)))
	}
	addSource(&e, specRuntime+"7")
	return e
}

func maskWords() []string {
	list := []string{"mask 0"}
	for _, b := range agentruntime.MaskBits() {
		list = append(list, b.Name, "mask "+strconv.Itoa(int(b.Bit)))
	}
	return list
}

// findSlot finds a slot of the context by its name or by divtool's word for it.
func findSlot(word string) []Entry {
	s, ok := agentruntime.ParseSlot(word)
	if !ok {
		return nil
	}
	all := agentruntime.Slots()
	e := Entry{Word: s.String(), Class: "context slot", Title: s.Name() + ", a part of the context that the model receives"}
	e.AddFact("rank", fmt.Sprintf("%d (0 to %d); resources are listed by rank, then by id", uint8(s), len(all)-1))
	if bit, ok := s.Invalidation(); ok {
		e.AddFact("mask", fmt.Sprintf("%s (%d) marks it as stale", bit, uint16(bit)))
		e.See = append(e.See, "mask "+strconv.Itoa(int(bit)))
	} else {
		e.AddFact("mask", "no bit marks it as stale")
	}
	addSource(&e, specRuntime+"8")
	return []Entry{e}
}

func slotWords() (list []string) {
	for _, s := range agentruntime.Slots() {
		list = append(list, s.Word, s.Name)
	}
	return list
}

func findSideEffect(word string) []Entry {
	s, ok := agentruntime.ParseSideEffect(word)
	if !ok {
		return nil
	}
	info := s.Info()
	e := Entry{Word: info.Word, Class: "side effect", Title: "a tool that " + info.Meaning}
	if s == agentruntime.ReadOnly {
		e.AddFact("default", "used when a descriptor declares no side effect")
	}
	addSource(&e, specRuntime+"3.2, 10")
	e.Tables = append(e.Tables, info.AnnotationTable())
	e.See = []string{"tool-descriptor"}
	return []Entry{e}
}

func sideEffectWords() (list []string) {
	for _, s := range agentruntime.SideEffects() {
		list = append(list, s.Word)
	}
	return list
}

// findRuntimeType finds a type of the agent runtime by its name in either release.
func findRuntimeType(word string) []Entry {
	for _, t := range agentruntime.TypeNames() {
		if word != t.Pinned && word != t.Later {
			continue
		}
		e := Entry{Word: word, Class: "type of the agent runtime", Title: t.Meaning}
		if t.Pinned == t.Later {
			e.AddFact("releases", "the same name in 0.1.0 and 0.1.1")
		} else {
			e.AddFact("in 0.1.0", t.Pinned)
			e.AddFact("in 0.1.1", t.Later)
		}
		if t.Serialized == "" {
			e.AddFact("written as", "never written; it exists only in memory")
		} else {
			e.AddFact("written as", t.Serialized)
		}
		if t.Kind != "" {
			e.See = []string{t.Kind}
		}
		addSource(&e, "drift.md 5")
		return []Entry{e}
	}
	return nil
}

func runtimeTypeWords() (list []string) {
	for _, t := range agentruntime.TypeNames() {
		list = append(list, t.Pinned, t.Later)
	}
	return list
}

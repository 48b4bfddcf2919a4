package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// demands are what a kind demands of a field, a letter each.
const (
	needed      = 'R'
	allowed     = '-'
	forbidden   = 'x' // X in the specification's table
	ofTask      = 't' // needed when the operation is "task"
	inChannel   = 'c' // allowed with channel only
	withLast    = 'l' // allowed with last only
	atStart     = '0' // allowed at sequence 0 only
	purpose     = 'p' // at sequence 0 needed, and a purpose; later forbidden
	lifecycle   = 'o' // needed, and a lifecycle operation
	filled      = 'b' // needed, not empty
	filledOrEnd = 'e' // needed, not empty but with last
)

// demandsOf are the rows of section 9.2: a letter for each variant of agentKind.
var demandsOf = [...]struct{ field, by string }{
	{"record", "RRR-RR"},
	{"correlation", "RR-RtR"},
	{"channel", "xxxRx-"},
	{"sequence", "xxxRxc"},
	{"last", "xxx--x"},
	{"finish_reason", "x-xlxx"},
	{"idempotency_key", "---xxx"},
	{"deadline_micros", "-xx0xx"},
	{"task_state", "x-xxt-"},
	{"operation", "---po-"},
	{"tool", "----x-"},
	{"usage", "x--l--"},
	{"body", "bbbe-b"},
}

var (
	purposes   = []string{"chat", "reasoning", "tool_args"}
	operations = []string{"task", "card", "progress", "quarantine", "unquarantine"}
)

// checkEnvelope warns of what the receiver of an agent message would refuse.
func checkEnvelope(r *cbor.Report) {
	kind, _ := r.Text("kind")
	for i := range agentKind.Variants {
		name := agentKind.Variants[i].Name
		if name != string(kind) {
			continue
		}
		for _, row := range demandsOf {
			if fault := faultOf(r.Map, row.field, row.by[i]); fault != "" {
				r.Warn("agent-validity", row.field, "the receiver refuses this "+name+": "+row.field+" "+fault)
			}
		}
	}
}

// faultOf says how a field breaks a demand, "" when it does not.
func faultOf(m cbor.Map, field string, demand byte) string {
	there := m.Has(field)
	if field == "last" {
		there = isTrue(m, field)
	}
	switch demand {
	case needed:
		return when(!there, "is needed")
	case forbidden:
		return when(there, "is not allowed")
	case ofTask:
		return when(!there && textIs(m, "operation", "task"), "is needed when the operation is task")
	case inChannel:
		return when(there && !m.Has("channel"), "is only allowed with a channel")
	case withLast:
		return when(there && !isTrue(m, "last"), "is only allowed with last")
	case atStart:
		return when(there && !first(m), "is only allowed at sequence 0")
	case purpose:
		if !first(m) {
			return when(there, "is only allowed at sequence 0")
		}
		return oneOf(m, field, purposes)
	case lifecycle:
		return oneOf(m, field, operations)
	case filled:
		return when(empty(m, field), "is needed, and not empty")
	case filledOrEnd:
		return when(empty(m, field) && !isTrue(m, "last"), "is needed, and only empty with last")
	}
	return ""
}

func when(fault bool, text string) string {
	if fault {
		return text
	}
	return ""
}

// first tells whether a chunk is the first of its stream.
func first(m cbor.Map) bool {
	n, ok := m.Uint("sequence")
	return ok && n == 0
}

func isTrue(m cbor.Map, field string) bool {
	v, ok := m.Get(field)
	return ok && v.IsTrue()
}

func textIs(m cbor.Map, field, want string) bool {
	t, ok := m.Text(field)
	return ok && string(t) == want
}

func empty(m cbor.Map, field string) bool {
	v, ok := m.Get(field)
	if !ok {
		return true
	}
	b, ok := v.Bytes()
	return !ok || len(b) == 0
}

func oneOf(m cbor.Map, field string, words []string) string {
	list := ""
	for _, w := range words {
		if textIs(m, field, w) {
			return ""
		}
		list += " " + w
	}
	return "is needed, one of" + list
}

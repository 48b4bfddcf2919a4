package laser

import "github.com/divtool/divtool/pkg/frames/cbor"

// demands are what a kind demands of a field, a letter each.
const (
	required           = 'R'
	allowed            = '-'
	forbidden          = 'x' // X in the specification's table
	requiredForTask    = 't' // needed when the operation is "task"
	onlyInChannel      = 'c' // allowed with channel only
	onlyWithLast       = 'l' // allowed with last only
	onlyAtStart        = '0' // allowed at sequence 0 only
	purposeAtStart     = 'p' // at sequence 0 needed, and a purpose; later forbidden
	lifecycleOperation = 'o' // needed, and a lifecycle operation
	nonEmpty           = 'b' // needed, not empty
	nonEmptyUnlessLast = 'e' // needed, not empty but with last
)

// fieldDemands are the rows of section 9.2: a letter for each variant of agentKind.
var fieldDemands = [...]struct{ field, byKind string }{
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
		for _, rule := range fieldDemands {
			if fault := demandFault(r.Map, rule.field, rule.byKind[i]); fault != "" {
				r.Warn("agent-validity", rule.field, "the receiver refuses this "+name+": "+rule.field+" "+fault)
			}
		}
	}
}

// demandFault says how a field breaks a demand, "" when it does not.
func demandFault(m cbor.Map, field string, demand byte) string {
	present := m.Has(field)
	if field == "last" {
		present = isTrue(m, field)
	}
	switch demand {
	case required:
		return messageIf(!present, "is needed")
	case forbidden:
		return messageIf(present, "is not allowed")
	case requiredForTask:
		return messageIf(!present && textIs(m, "operation", "task"), "is needed when the operation is task")
	case onlyInChannel:
		return messageIf(present && !m.Has("channel"), "is only allowed with a channel")
	case onlyWithLast:
		return messageIf(present && !isTrue(m, "last"), "is only allowed with last")
	case onlyAtStart:
		return messageIf(present && !first(m), "is only allowed at sequence 0")
	case purposeAtStart:
		if !first(m) {
			return messageIf(present, "is only allowed at sequence 0")
		}
		return requireOneOf(m, field, purposes)
	case lifecycleOperation:
		return requireOneOf(m, field, operations)
	case nonEmpty:
		return messageIf(isEmpty(m, field), "is needed, and not empty")
	case nonEmptyUnlessLast:
		return messageIf(isEmpty(m, field) && !isTrue(m, "last"), "is needed, and only empty with last")
	}
	return ""
}

func messageIf(fault bool, str string) string {
	if fault {
		return str
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

func isEmpty(m cbor.Map, field string) bool {
	v, ok := m.Get(field)
	if !ok {
		return true
	}
	b, ok := v.Bytes()
	return !ok || len(b) == 0
}

func requireOneOf(m cbor.Map, field string, words []string) string {
	list := ""
	for _, w := range words {
		if textIs(m, field, w) {
			return ""
		}
		list += " " + w
	}
	return "is needed, one of" + list
}

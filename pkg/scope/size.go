package scope

// EncodedSize is the length in bytes of the compact JSON that a writer would make of
// the attributes: members in their order, those that are absent left out.
func (a Attributes) EncodedSize() int {
	size, members := 0, 0
	add := func(name string, value int) {
		size += len(name) + 3 + value // quotes and colon
		members++
	}
	if a.AgentID.Set {
		add("agent_id", jsonSize(a.AgentID.Value))
	}
	if a.Delegates {
		add("delegates", len("true"))
	}
	if a.FlowID.Set {
		add("flow_id", jsonSize(a.FlowID.Value))
	}
	if a.RunID.Set {
		add("run_id", jsonSize(a.RunID.Value))
	}
	return len("{}") + size + max(members-1, 0)
}

// jsonSize is the length of a string as serde_json writes it: only quotes,
// backslashes and what is below 0x20 are escaped.
func jsonSize(s string) int {
	n := len(s) + 2
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"', c == '\\', c == '\b', c == '\t', c == '\n', c == '\f', c == '\r':
			n++
		case c < 0x20:
			n += len(`\u0000`) - 1
		}
	}
	return n
}

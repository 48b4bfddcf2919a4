package scope

// reservedNames are members and ops that other releases know (section 11).
var reservedNames = [...]struct{ name, what string }{
	{"bind_proof_sha256", "it came by release 0.32.2"},
	{"replace_only_if_idle", "it came by release 0.32.2"},
	{"bind_proof", "it came by release 0.32.2"},
	{"hold_presence", "it came by release 0.32.2"},
	{"workdir", "it came by release 0.37.5"},
	{"project_id", "it came by release 0.37.5"},
	{"root_key", "it came by release 0.37.5"},
	{"hook_order", "it was removed before the protocol was released"},
	{"scope.patch", "it was planned and became scope.apply"},
}

// reservedNote says where a name is known from that the pinned release does not
// know, or nothing.
func reservedNote(name string) string {
	for _, l := range reservedNames {
		if l.name == name {
			return l.what
		}
	}
	return ""
}

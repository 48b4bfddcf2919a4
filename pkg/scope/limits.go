package scope

// The limits of the daemon (section 2).
const (
	MaxScopes         = 10_000     // live scopes of an owner; entries in scopes, upsert and end, each
	MaxAttributeBytes = 4_096      // of compact JSON, in one record
	MaxTargets        = 16         // in one carrier entry; at least 1
	MaxExpiryAheadMS  = 86_400_000 // of a deadline before the daemon's clock
	MaxTokenBytes     = 256        // of flow_id and run_id; at least 1
	MaxModuleIDBytes  = 255        // at least 1
	MaxBodyBytes      = 67_108_864 // of a frame
)

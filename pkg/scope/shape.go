package scope

import "github.com/divtool/divtool/pkg/canon"

// The types of sections 4 and 5. Members are in the order in which they are written.
// Rules of section 6, such as the bounds of lists, are checked by lint rules.

// RecordShape is a ScopeRecord.
var RecordShape = canon.Shape{
	Kind: canon.Record, Name: "a ScopeRecord", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Members: []canon.Member{
		{Name: "ref", Shape: &refShape, Example: refExample, Meaning: "name of the scope, unique for its owner; not empty, compared by its bytes"},
		{Name: "scope_epoch", Shape: &u64Shape, Meaning: "number of the session that uses the ref; a higher number replaces the scope"},
		{Name: "kind", Shape: &recordKindShape, Meaning: "purpose of the scope"},
		{Name: "expires_at_ms", Shape: &optionalU64, Presence: canon.Optional, Unit: canon.Millis, Example: "1725000000000",
			Meaning: "deadline on the daemon's clock, in milliseconds since 1970, at most one day ahead; fixed for an epoch"},
		{Name: "parent", Shape: &canon.Shape{Kind: canon.Nullable, Name: "a parent or null", Elem: &parentShape}, Presence: canon.Optional, Meaning: "the parent scope"},
		{Name: "child_owners", Shape: &canon.Shape{Kind: canon.List, Name: "an array of principals", Elem: &PrincipalShape}, Presence: canon.Defaulted,
			Meaning: "other modules whose scopes may be children of this scope"},
		{Name: "carriers", Shape: &canon.Shape{Kind: canon.List, Name: "an array of carriers", Elem: &carrierShape}, Presence: canon.Defaulted,
			Meaning: "who may open routes under the scope in addition to its owner; entries for one principal are combined"},
		{Name: "attributes", Shape: &AttributesShape, Presence: canon.Defaulted, Meaning: "settings that only an authority owner may set; at most 4096 bytes"},
	},
}

// Examples of values, for messages.
const (
	refExample       = `"session-7"`
	moduleExample    = `"plexus"`
	principalExample = `{"kind": "reserved", "module_id": "aft"}`
)

// Types without members.
var (
	textShape       = canon.Shape{Kind: canon.Text, Name: "a string"}
	refShape        = canon.Shape{Kind: canon.Text, Name: "a string", MinLength: 1}
	tokenShape      = canon.Shape{Kind: canon.Text, Name: "a string", MinLength: 1, MaxLength: MaxTokenBytes, Pattern: "^[!-~]*$"}
	moduleIDShape   = canon.Shape{Kind: canon.Text, Name: "a module id", Example: moduleExample}
	u64Shape        = canon.Shape{Kind: canon.Unsigned, Name: "an integer from 0 to 18446744073709551615", Bits: 64, DigitsOnly: true, Example: "1"}
	recordKindShape = canon.Shape{Kind: canon.Word, Name: "a kind of scope", Words: recordKinds, Forms: canon.DecoderForm}

	optionalText  = canon.Shape{Kind: canon.Nullable, Name: "a string or null", Elem: &textShape}
	optionalToken = canon.Shape{Kind: canon.Nullable, Name: "a string or null", Elem: &tokenShape}
	optionalU64   = canon.Shape{Kind: canon.Nullable, Name: "an integer or null", Elem: &u64Shape}
)

var parentShape = canon.Shape{
	Kind: canon.Record, Name: "a ScopeParent", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Members: []canon.Member{
		{Name: "owner", Shape: &ModuleShape, Meaning: "the module that owns the parent"},
		{Name: "ref", Shape: &textShape, Example: refExample, Meaning: "the parent's ref"},
		{Name: "scope_epoch", Shape: &u64Shape, Meaning: "the parent's epoch, which must be live"},
	},
}

var carrierShape = canon.Shape{
	Kind: canon.Record, Name: "a ScopeCarrier", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Example: `{"principal": ` + principalExample + `, "targets": [` + moduleExample + `]}`,
	Members: []canon.Member{
		{Name: "principal", Shape: &PrincipalShape, Meaning: "who may open routes"},
		{Name: "targets", Shape: &targetsShape, Presence: canon.Optional, Null: "scope/carrier-targets-null",
			Meaning: "modules that the principal may reach; any module if the member is absent"},
	},
}

var targetsShape = canon.Shape{Kind: canon.Nullable, Name: "an array of module ids or null", Elem: &canon.Shape{
	Kind: canon.List, Name: "an array of module ids", Elem: &moduleIDShape, MinLength: 1, MaxLength: MaxTargets,
}}

// AttributesShape is a ScopeAttributes.
var AttributesShape = canon.Shape{
	Kind: canon.Record, Name: "ScopeAttributes", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: `{"agent_id": "agent-1"}`,
	Members: []canon.Member{
		{Name: "agent_id", Shape: &optionalText, Presence: canon.Optional, Example: `"agent-1"`,
			Meaning: "agent for which the scope acts; a change closes all routes"},
		{Name: "delegates", Shape: &canon.Bool, Presence: canon.Defaulted,
			Meaning: "whether the agent's authority is delegated; requires agent_id; ending it closes all routes"},
		{Name: "flow_id", Shape: &optionalToken, Presence: canon.Optional, Example: `"flow-1"`,
			Meaning: "flow that the scope belongs to; a change closes all routes"},
		{Name: "run_id", Shape: &optionalToken, Presence: canon.Optional, Example: `"run-1"`,
			Meaning: "run of the agent; requires agent_id, cannot be combined with flow_id or delegates"},
	},
}

var (
	// PrincipalShape is a principal: a module or a local caller.
	PrincipalShape = canon.Shape{
		Kind: canon.Record, Name: "a principal", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: principalExample,
		Tag: "kind", TagFirst: true, Members: principalMembers,
	}
	// ModuleShape is a principal that owns scopes. The daemon decodes any principal
	// there, but refuses one that is not a module.
	ModuleShape = canon.Shape{
		Kind: canon.Record, Name: "a module", Closed: true, NamesOnly: true, Renamed: otherReleases, Example: principalExample,
		Tag: "kind", TagFirst: true, Members: principalMembers,
	}

	principalMembers = []canon.Member{
		{Name: "kind", Shape: &canon.Shape{Kind: canon.Word, Name: "a kind of principal", Words: principalKinds, Forms: canon.DecoderForm}, Meaning: "kind of the principal"},
		{Name: "module_id", Shape: &textShape, Only: "reserved", Example: `"aft"`, Meaning: "id that the module registers under"},
	}
)

// endShape is a ScopeEnd.
var endShape = canon.Shape{
	Kind: canon.Record, Name: "a ScopeEnd", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Members: []canon.Member{
		{Name: "ref", Shape: &refShape, Example: refExample, Meaning: "the ref of the scope to end"},
		{Name: "scope_epoch", Shape: &u64Shape, Meaning: "epoch of the scope; a scope at another epoch does not end"},
	},
}

// SelectorShape is a ScopeSelector. Its epoch may be absent on the wire, but the daemon
// refuses the selector later.
var SelectorShape = canon.Shape{
	Kind: canon.Record, Name: "a ScopeSelector", Closed: true, NamesOnly: true, Renamed: otherReleases,
	Members: []canon.Member{
		{Name: "owner", Shape: &ModuleShape, Meaning: "the module that owns the scope"},
		{Name: "ref", Shape: &refShape, Example: refExample, Meaning: "the ref of the scope"},
		{Name: "scope_epoch", Shape: &optionalU64, Presence: canon.Optional, Null: "scope/selector-epoch-missing",
			Meaning: "epoch of the scope; the daemon refuses a route without it"},
	},
}

// The bodies of requests. The daemon ignores unknown members.
var (
	// SyncShape is the body of a scope.sync.
	SyncShape = canon.Shape{
		Kind: canon.Record, Name: "a scope.sync request", NamesOnly: true, Unknown: unknownEnvelopeField, Renamed: otherReleases,
		Example: `{"op": "scope.sync", "generation": 1, "scopes": []}`,
		Members: []canon.Member{
			{Name: "op", Shape: &canon.Shape{Kind: canon.Word, Name: requestName, Words: []string{"scope.sync"}, Forms: canon.StringForm, Renamed: otherOps}, Meaning: "the name of the request"},
			{Name: "generation", Shape: &u64Shape, Meaning: generationMeaning},
			{Name: "scopes", Shape: &recordList, Meaning: "all scopes of the owner; a scope that is not listed ends"},
		},
	}
	// ApplyShape is the body of a scope.apply.
	ApplyShape = canon.Shape{
		Kind: canon.Record, Name: "a scope.apply request", NamesOnly: true, Unknown: unknownEnvelopeField, Renamed: otherReleases,
		Example: `{"op": "scope.apply", "generation": 1, "upsert": [], "end": []}`,
		Members: []canon.Member{
			{Name: "op", Shape: &canon.Shape{Kind: canon.Word, Name: requestName, Words: []string{"scope.apply"}, Forms: canon.StringForm, Renamed: otherOps}, Meaning: "the name of the request"},
			{Name: "generation", Shape: &u64Shape, Meaning: generationMeaning},
			{Name: "upsert", Shape: &recordList, Meaning: "scopes to create or change"},
			{Name: "end", Shape: &canon.Shape{Kind: canon.List, Name: "an array of scope ends", Elem: &endShape, MaxLength: MaxScopes}, Meaning: "scopes to end"},
		},
	}

	recordList = canon.Shape{Kind: canon.List, Name: "an array of scope records", Elem: &RecordShape, MaxLength: MaxScopes}
)

const (
	requestName          = "a request of this kind"
	generationMeaning    = "must be larger than in the last request of the connection"
	unknownEnvelopeField = "scope/unknown-envelope-field"
)

// Members and ops of other releases (section 11).
var (
	otherReleases = []canon.Renamed{
		{Name: "bind_proof_sha256", Hint: since0322},
		{Name: "replace_only_if_idle", Hint: since0322},
		{Name: "bind_proof", Hint: since0322},
		{Name: "hold_presence", Hint: since0322},
		{Name: "workdir", Hint: since0375},
		{Name: "project_id", Hint: since0375},
		{Name: "root_key", Hint: since0375},
		{Name: "on_behalf_of_agent", Hint: since0330},
		{Name: "flow_version", Hint: since0332},
		{Name: "flow_code_hash", Hint: since0332},
		{Name: "flow_install_id", Hint: since0332},
		{Name: "hook_order", Hint: "it was removed before the protocol was released"},
	}
	otherOps = []canon.Renamed{{Name: "scope.patch", Hint: "it was planned, but released as scope.apply"}}
)

const (
	since0322 = "in use by release 0.32.2" + notPinned
	since0330 = "in use by release 0.33.0" + notPinned
	since0332 = "in use by release 0.33.2" + notPinned
	since0375 = "in use by release 0.37.5" + notPinned
	notPinned = "; a daemon of 0.30 refuses the whole body"
)

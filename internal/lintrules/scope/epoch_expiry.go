package scoperules

import (
	"strconv"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

var epochExpired = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-expired",
		Title:    "this epoch of the ref has expired",
		Reason:   "An expired scope cannot be used again: the daemon remembers its ref and epoch.",
		Upstream: "scope_expired",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"expired"}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"expired"}]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "epoch " + decimal(e.Epoch) + " of this ref has expired", "use a higher epoch"
	},
}

var epochEnded = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-ended",
		Title:    "this epoch of the ref has ended",
		Reason:   "An ended scope cannot be used again: the daemon remembers its ref and epoch.",
		Upstream: "scope_epoch_ended",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"ended"}]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[],"tombstones":[{"ref":"s","scope_epoch":5,"cause":"ended"}]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "epoch " + decimal(e.Epoch) + " of this ref has ended", "use a higher epoch"
	},
}

var epochRegressed = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/epoch-regressed",
		Title:    "a higher epoch of this ref is live or has ended",
		Reason:   "Epochs of a ref only increase: an epoch below the live one, or below one that has ended, is refused.",
		Upstream: "scope_epoch_regressed",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":4,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"scope_epoch"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		state := "is live"
		if v.Refusal == scope.BelowEndedEpoch {
			state = "has ended"
		}
		return "epoch " + decimal(e.Epoch) + " is lower than epoch " + decimal(v.Epoch) + " of this ref, which " + state, "use a higher epoch"
	},
}

var kindChanged = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/kind-changed",
		Title:    "the kind of a live scope changes",
		Reason:   "The kind of a scope cannot change within an epoch.",
		Upstream: "scope_kind_changed",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"ephemeral"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"ephemeral"}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"kind"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the live scope has the kind " + text.Quote(v.Live.Kind.String()) + " and cannot change to " + text.Quote(e.Kind.String()), "use a higher epoch"
	},
}

var deadlineExpired = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/deadline-expired",
		Title:    "the deadline has passed",
		Reason:   "The daemon refuses a scope whose deadline is not after its clock. The deadline 0 has always passed.",
		Upstream: "scope_expired",
		Needs:    "now_ms",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":0}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000000001}`, Context: `{"now_ms":1725000000000}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		if now := c.Context.Now; now.Set {
			return "the deadline " + decimal(e.ExpiresAt.Value) + " is not after the current time " + decimal(now.Value), deadlineHint
		}
		return "the deadline " + decimal(e.ExpiresAt.Value) + " has passed", deadlineHint
	},
}

const deadlineHint = "write a future time in milliseconds since 1970, or remove the member for a scope without a deadline"

func decimal(n uint64) string { return strconv.FormatUint(n, 10) }

var expiryImmutable = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-immutable",
		Title:    "the deadline of a live scope changes",
		Reason:   "The deadline of a scope cannot be added, changed or removed within an epoch.",
		Upstream: "scope_expiry_immutable",
		Needs:    "snapshot",
		Fails:    rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":5,"kind":"head","expires_at_ms":1725000001000}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
		Passes:   rule.Example{Kind: rule.ScopeSync, Text: `{"op":"scope.sync","generation":2,"scopes":[{"ref":"s","scope_epoch":6,"kind":"head","expires_at_ms":1725000001000}]}`, Context: `{"owner":"core","snapshot":{"last_generation":1,"live":[{"ref":"s","scope_epoch":5,"kind":"head"}],"tombstones":[]}}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the live scope has " + formatDeadline(v.Live.ExpiresAt) + " and cannot change to " + formatDeadline(e.ExpiresAt), "keep the deadline or use a higher epoch"
	},
}

func formatDeadline(expiry scope.Optional[uint64]) string {
	if !expiry.Set {
		return "no deadline"
	}
	return "the deadline " + decimal(expiry.Value)
}

var expiryTooFar = verdictRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-too-far",
		Title:    "the deadline is more than a day ahead",
		Reason:   "A deadline must be at most 86400000 milliseconds ahead of the daemon's clock.",
		Upstream: "scope_expiry_too_far",
		Needs:    "now_ms",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725086400001}`, Context: `{"now_ms":1725000000000}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725086400000}`, Context: `{"now_ms":1725000000000}`},
	},
	path: []string{"expires_at_ms"},
	describe: func(c *checker, e entry, v scope.Verdict) (message, hint string) {
		return "the deadline is " + decimal(e.ExpiresAt.Value-c.Context.Now.Value) + " ms ahead, the limit is " + decimal(scope.MaxExpiryAheadMS) + " ms", "use an earlier deadline or remove it"
	},
}

var expiryLooksLikeSeconds = recordRule{
	Rule: rule.Rule{
		ID:       "scope/expiry-looks-like-seconds",
		Severity: diag.Warning,
		Title:    "the deadline looks like seconds",
		Reason:   "Deadlines are in milliseconds since 1970. A number this small is in the first years after 1970.",
		Fails:    rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000030}`},
		Passes:   rule.Example{Kind: rule.ScopeRecord, Text: `{"ref":"s","scope_epoch":1,"kind":"head","expires_at_ms":1725000030000}`},
	},
	reads: readsExpiry,
	check: func(c *checker, r *rule.Rule, e entry) {
		if at := e.ExpiresAt; at.Set && at.Value > 0 && at.Value < secondsThreshold {
			c.Report(engine.Finding{
				Rule: r, Node: c.lookup(e.node, "expires_at_ms"),
				Message: "the deadline " + strconv.FormatUint(at.Value, 10) + " looks like seconds",
				Hint:    "write milliseconds since 1970",
			})
		}
	},
}

// secondsThreshold is in the year 1973 in milliseconds, and in the year 5138 in seconds.
const secondsThreshold = 100_000_000_000

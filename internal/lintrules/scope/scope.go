// Package subc holds the rules of subc scope records and of the bodies that
// carry them (spec/subc-scope.md 9).
//
// What the texts mean is in pkg/scope; a rule here says it. The phases of
// section 9.2 are the steps of [checker.Check]: text, shape, whole request,
// records, state. A phase that follows an error of the daemon's whole request
// is left out where the spec says so.
package scoperules

import (
	"math"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// Family is the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{Kind: rule.ScopeRecord, Meaning: "one scope record of subc"},
		{Kind: rule.ScopeSync, Meaning: "the body of a scope.sync: all scopes of an owner"},
		{Kind: rule.ScopeApply, Meaning: "the body of a scope.apply: changes to the scopes of an owner"},
		{Kind: rule.ScopeSelector, Meaning: "the scope that a route is opened under"},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(engine.List((*recordRule).base, requestRules[:]...), engine.List((*recordRule).base, recordRules[:]...), engine.List((*verdictRule).base, verdictRules[:]...), otherRules[:])
	},
	New:      func() engine.Checker { return new(checker) },
	MaxBytes: scope.MaxBodyBytes,
}

// otherRules look at a whole request, at the state of the daemon, at a selector,
// or are what the reader remarks.
var otherRules = [...]*rule.Rule{
	&duplicateRef, &tooManyScopes, &tooManyEnds, &generationStale, &syncRequired, &liveLimit, &endNotLive,
	&selectorEpochMissing, &selectorOwnerNotModule, &carrierTargetsNull, &unknownEnvelopeField,
}

// The daemon's codes for a whole request.
const (
	unsupportedFrame = "unsupported_control_frame"
	invalidBody      = "invalid_control_body"
	liveLimitCode    = "scope_live_limit_exceeded"
)

// checker checks documents of the family.
type checker struct {
	*engine.Pass
	body         body
	state        *scope.State
	stateContext *rule.Context // what the state was made of
}

// Check checks one document, phase by phase.
func (c *checker) Check(p *engine.Pass, kind rule.Kind) {
	c.Pass = p
	defer func() { c.Pass, c.body = nil, body{} }()
	if !c.checkText(kind) || !c.decode(kind) {
		return
	}
	if kind == rule.ScopeSelector {
		c.checkSelector()
		return
	}
	before := c.Errors() // none, but for the habit of counting from here
	c.checkRequest()
	valid := c.Errors() == before
	c.checkRecords()
	if valid {
		c.checkState()
	}
}

// ReportSyntax reports a text that is not JSON, or the value fault before that.
func (c *checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) {
	if first := p.Doc.FirstFault(0, f.Offset); first != nil {
		f = first
	}
	d := syntax.Diagnostic(f)
	d.Upstream = unsupportedFrame
	p.ReportDiagnostic(&shape.Syntax, *d)
}

// checkText is the phase of what JSON forbids in values: here nothing is read past
// it, wherever it stands.
func (c *checker) checkText(kind rule.Kind) bool {
	f := c.Doc.FirstFault(0, math.MaxInt)
	if f == nil {
		return true
	}
	d := syntax.Diagnostic(f)
	d.Upstream = invalidBody
	if (kind == rule.ScopeSync || kind == rule.ScopeApply) && !c.opReadable() {
		d.Upstream = unsupportedFrame
	}
	c.ReportDiagnostic(&shape.Syntax, *d)
	return false
}

// opReadable reports whether the daemon gets as far as the op of a request: it
// passes over the other values unread, but reads all names.
func (c *checker) opReadable() bool {
	doc := c.Doc
	if doc.Kind(0) != jsondoc.Object {
		return false
	}
	for k, end := 1, doc.Next(0); k < end; k = doc.Next(k + 1) {
		if doc.ValueFault(k) != nil || doc.StringIs(k, "op") && doc.ValueFault(k+1) != nil {
			return false
		}
	}
	return true
}

// requestRules refuse the whole request for one record.
var requestRules = [...]*recordRule{&emptyRef, &flowIDInvalid, &runIDInvalid, &attributesTooLarge}

// recordRules refuse one record, or warn.
var recordRules = [...]*recordRule{
	&carrierTargetsInvalid, &attributesNotPermitted, &delegatesWithoutAgent,
	&runIDWithoutAgent, &runIDWithFlowID, &runIDWithDelegates,
	&parentOwnerNotModule, &parentSelf,
	&carrierTargetDuplicate, &carrierPrincipalDuplicate, &carrierDirectUntargeted,
	&principalUnverified, &carrierIsOwner,
	&childOwnerDuplicate, &childOwnerNotModule, &childOwnerIsOwner,
	&moduleIDUnregistrable, &agentIDEmpty, &expiryLooksLikeSeconds,
}

// checkRequest is the phase of what refuses the whole request.
func (c *checker) checkRequest() {
	c.eachRecord(func(e entry) {
		for _, r := range requestRules {
			r.check(c, &r.Rule, e)
		}
	})
	c.checkEmptyEnds()
	c.checkDuplicateRefs()
	c.checkCounts()
}

// checkRecords is the phase of what refuses one record.
func (c *checker) checkRecords() {
	c.eachRecord(func(e entry) {
		before := c.Errors()
		for _, r := range recordRules {
			r.check(c, &r.Rule, e)
		}
		if c.Errors() > before && e.index < len(c.body.records) {
			c.body.markRefused(e.index)
		}
	})
}

// checkSelector is all phases of a selector after its shape.
func (c *checker) checkSelector() {
	s := &c.body.selector
	if s.Ref == "" {
		c.Report(engine.Finding{Rule: &emptyRef.Rule, Node: c.lookup(0, "ref"), Upstream: "scope_not_live"})
	}
	if !s.Epoch.Set {
		c.reportEpochMissing()
	}
	owner := c.lookup(0, "owner")
	if s.Owner.Kind != scope.Reserved {
		c.Report(engine.Finding{
			Rule: &selectorOwnerNotModule, Node: owner,
			Message: "the owner is " + s.Owner.Kind.String() + ": only modules own scopes",
			Hint:    "name the module as a reserved principal",
		})
	}
	c.checkModule(&moduleIDUnregistrable.Rule, s.Owner, owner)
}

var selectorEpochMissing = rule.Rule{
	ID:       "scope/selector-epoch-missing",
	Title:    "every opener must name the epoch",
	Reason:   "A selector without scope_epoch decodes and is refused by name, so that no route is opened under a later session by mistake.",
	Upstream: "scope_epoch_required",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h"}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}

// reportEpochMissing reports that a selector has no epoch, or null.
func (c *checker) reportEpochMissing() {
	f := engine.Finding{Rule: &selectorEpochMissing, Node: c.lookup(0, "scope_epoch"), Hint: "give the scope_epoch of the session"}
	if f.Node < 0 {
		f.Node, f.Anchor, f.Member = 0, diag.AnchorParent, "scope_epoch"
	}
	c.Report(f)
}

var selectorOwnerNotModule = rule.Rule{
	ID:       "scope/selector-owner-not-module",
	Title:    "the owner is no module",
	Reason:   "Only modules own scopes: no scope of this owner is ever live.",
	Upstream: "scope_not_live",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"direct"},"ref":"h","scope_epoch":1}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}

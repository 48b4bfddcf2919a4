// Package scoperules has the rules for subc scope records and for the requests that
// contain them (spec/subc-scope.md 9).
//
// pkg/scope implements the checks; the rules describe them. The steps of [checker.Check]
// are the phases of section 9.2: text, shape, whole request, records, state. Phases after
// an error that refuses the whole request are skipped as the specification requires.
package scoperules

import (
	"math"
	"slices"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/lintrules/shape"
	"github.com/divtool/divtool/internal/syntax"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// Family has the rules.
var Family = engine.Family{
	Kinds: []rule.KindInfo{
		{
			Kind: rule.ScopeRecord, Meaning: "one scope record of subc", Title: "A scope record of subc",
			Shape:   func() (document, other *canon.Shape) { return &scope.RecordShape, nil },
			Explain: explainRecords,
			Rank:    3,
			Detect:  func(m *rule.Members) bool { return !m.InArray && m.Has("scope_epoch", "kind") && !isResult(m) },
		},
		{
			Kind: rule.ScopeSync, Meaning: "the body of a scope.sync: all scopes of an owner", Title: "The body of a scope.sync request of subc",
			Shape:   func() (document, other *canon.Shape) { return &scope.SyncShape, nil },
			Explain: explainSync,
			Rank:    1,
			Detect:  func(m *rule.Members) bool { return !m.InArray && m.IsText("op", "scope.sync") && !isResult(m) },
		},
		{
			Kind: rule.ScopeApply, Meaning: "the body of a scope.apply: changes to the scopes of an owner", Title: "The body of a scope.apply request of subc",
			Shape:   func() (document, other *canon.Shape) { return &scope.ApplyShape, nil },
			Explain: explainApply,
			Rank:    2,
			Detect:  func(m *rule.Members) bool { return !m.InArray && m.IsText("op", "scope.apply") && !isResult(m) },
		},
		{
			Kind: rule.ScopeSelector, Meaning: "the scope that a route is opened under", Title: "The scope under which a route of subc is opened",
			Shape:  func() (document, other *canon.Shape) { return &scope.SelectorShape, nil },
			Rank:   4,
			Detect: func(m *rule.Members) bool { return !m.InArray && m.Has("owner", "ref") && !isResult(m) },
		},
	},
	Rules: func() []*rule.Rule {
		return slices.Concat(engine.List((*recordRule).base, requestRules[:]...), engine.List((*recordRule).base, recordRules[:]...), engine.List((*verdictRule).base, verdictRules[:]...), otherRules[:])
	},
	New:      func() engine.Checker { return new(checker) },
	MaxBytes: scope.MaxBodyBytes,
}

// isResult reports whether a document is what the daemon writes, which must not be taken
// for a request: the answer to a call, or the stamp of a scope.
func isResult(m *rule.Members) bool {
	return m.Has("op") && m.Count("results", "status") > 0 || m.Has("owner_authorized")
}

// otherRules check a whole request, the state of the daemon or a selector, or report
// remarks of the reader.
var otherRules = [...]*rule.Rule{
	&duplicateRef, &tooManyScopes, &tooManyEnds, &generationStale, &syncRequired, &liveLimit, &endNotLive,
	&selectorEpochMissing, &selectorOwnerNotModule, &carrierTargetsNull, &unknownEnvelopeField,
}

// moduleHint shows how to write a principal that is a module.
const moduleHint = `write the module as {"kind": "reserved", "module_id": "…"}`

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
	decodes      bool           // the document has no shape error
	refused      engine.Refused // its values that have one
	state        *scope.State
	stateContext *rule.Context // the context of state
}

// Check checks one document, phase by phase. After a shape error the rules of requests and
// records run on what is sound.
func (c *checker) Check(p *engine.Pass, kind rule.Kind) {
	c.Pass = p
	defer func() { c.Pass, c.body = nil, body{} }()
	if !c.checkText(kind) {
		return
	}
	c.decodes = c.decode(kind)
	if kind == rule.ScopeSelector {
		c.checkSelector()
		return
	}
	before := c.Errors()
	c.checkRequest()
	valid := c.decodes && c.Errors() == before
	c.checkRecords()
	if valid {
		c.checkState()
	}
}

// ReportSyntax reports a text that is not JSON, or an earlier value fault.
func (c *checker) ReportSyntax(p *engine.Pass, _ rule.Kind, f *jsondoc.Fault) {
	if first := p.Doc.FirstFault(0, f.Offset); first != nil {
		f = first
	}
	d := syntax.Diagnostic(f)
	d.Upstream = unsupportedFrame
	p.ReportDiagnostic(&shape.Syntax, *d)
}

// checkText is the first phase: values that JSON forbids. The daemon reads nothing after
// such a value.
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

// opReadable reports whether the daemon can read the op of a request: it skips the other
// values, but reads all names.
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

// requestRules find records that refuse the whole request.
var requestRules = [...]*recordRule{&emptyRef, &flowIDInvalid, &runIDInvalid, &attributesTooLarge}

// recordRules find records that are refused alone, or warn.
var recordRules = [...]*recordRule{
	&carrierTargetsInvalid, &attributesNotPermitted, &delegatesWithoutAgent,
	&runIDWithoutAgent, &runIDWithFlowID, &runIDWithDelegates,
	&parentOwnerNotModule, &parentSelf,
	&carrierTargetDuplicate, &carrierPrincipalDuplicate, &carrierDirectUntargeted,
	&principalUnverified, &carrierIsOwner,
	&childOwnerDuplicate, &childOwnerNotModule, &childOwnerIsOwner,
	&moduleIDUnregistrable, &agentIDEmpty, &expiryLooksLikeSeconds,
}

// checkRequest is the phase of faults that refuse the whole request.
func (c *checker) checkRequest() {
	c.eachRecord(func(e entry) {
		for _, r := range requestRules {
			r.run(c, e)
		}
	})
	c.checkEmptyEnds()
	c.checkDuplicateRefs()
	c.checkCounts()
}

// checkRecords is the phase of faults that refuse one record.
func (c *checker) checkRecords() {
	c.eachRecord(func(e entry) {
		before := c.Errors()
		for _, r := range recordRules {
			r.run(c, e)
		}
		if c.Errors() > before && e.index < len(c.body.records) {
			c.body.markRefused(e.index)
		}
	})
}

// checkSelector runs all phases of a selector after its shape.
func (c *checker) checkSelector() {
	s := &c.body.selector
	if ref := c.lookup(0, "ref"); s.Ref == "" && c.sound(ref) {
		c.Report(engine.Finding{Rule: &emptyRef.Rule, Node: ref, Upstream: "scope_not_live"})
	}
	if !s.Epoch.Set && c.soundMember(0, "scope_epoch") {
		c.reportEpochMissing()
	}
	owner := c.lookup(0, "owner")
	if !c.sound(owner) {
		return
	}
	if s.Owner.Kind != scope.Reserved {
		c.Report(engine.Finding{
			Rule: &selectorOwnerNotModule, Node: owner,
			Message: "the owner is " + text.Quote(s.Owner.Kind.String()) + ", but only modules own scopes",
			Hint:    moduleHint,
		})
	}
	c.checkModule(&moduleIDUnregistrable.Rule, s.Owner, owner)
}

var selectorEpochMissing = rule.Rule{
	ID:       "scope/selector-epoch-missing",
	Title:    "the selector has no epoch",
	Reason:   "A selector without scope_epoch decodes, but the daemon refuses it, so no route is opened under a later session by mistake.",
	Upstream: "scope_epoch_required",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h"}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}

// reportEpochMissing reports a selector without an epoch, or with null.
func (c *checker) reportEpochMissing() {
	f := engine.Finding{Rule: &selectorEpochMissing, Node: c.lookup(0, "scope_epoch"), Hint: `add the epoch of the session, such as "scope_epoch": 1`}
	if f.Node < 0 {
		f.Node, f.Anchor, f.Member = 0, diag.AnchorParent, "scope_epoch"
	}
	c.Report(f)
}

var selectorOwnerNotModule = rule.Rule{
	ID:       "scope/selector-owner-not-module",
	Title:    "the owner is not a module",
	Reason:   "Only modules own scopes, so no scope of this owner is ever live.",
	Upstream: "scope_not_live",
	Fails:    rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"direct"},"ref":"h","scope_epoch":1}`},
	Passes:   rule.Example{Kind: rule.ScopeSelector, Text: `{"owner":{"kind":"reserved","module_id":"p"},"ref":"h","scope_epoch":1}`},
}

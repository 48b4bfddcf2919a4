package scoperules

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

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

// checkSelector is all phases of a selector behind its shape.
func (c *checker) checkSelector() {
	s := &c.body.selector
	if s.Ref == "" {
		c.Report(rule.Finding{Rule: &emptyRef.Rule, Node: c.lookup(0, "ref"), Upstream: "scope_not_live"})
	}
	if !s.Epoch.Set {
		c.reportEpochMissing()
	}
	owner := c.lookup(0, "owner")
	if s.Owner.Kind != scope.Reserved {
		c.Report(rule.Finding{
			Rule: &selectorOwnerNotModule, Node: owner,
			Message: "the owner is " + s.Owner.Kind.String() + ": only modules own scopes",
			Hint:    "name the module as a reserved principal",
		})
	}
	c.checkModule(&moduleIDUnregistrable.Rule, s.Owner, owner)
}

package subc

import (
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// wholeRules refuse the whole request for one record.
var wholeRules = [...]*recordRule{&emptyRef, &flowIDInvalid, &runIDInvalid, &attributesTooLarge}

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

// whole is the phase of what refuses the whole request.
func (c *checker) whole() {
	c.eachRecord(func(e entry) {
		for _, r := range wholeRules {
			r.check(c, &r.Rule, e)
		}
	})
	c.emptyEnds()
	c.duplicateRefs()
	c.tooMany()
}

// records is the phase of what refuses one record.
func (c *checker) records() {
	c.eachRecord(func(e entry) {
		before := c.Errors()
		for _, r := range recordRules {
			r.check(c, &r.Rule, e)
		}
		if c.Errors() > before && e.index < len(c.body.records) {
			c.body.refuse(e.index)
		}
	})
}

// selector is all phases of a selector behind its shape.
func (c *checker) selector() {
	s := &c.body.selector
	if s.Ref == "" {
		c.Report(rule.Finding{Rule: &emptyRef.Rule, Node: c.in(0, "ref"), Upstream: "scope_not_live"})
	}
	if !s.Epoch.Set {
		c.epochMissing()
	}
	owner := c.in(0, "owner")
	if s.Owner.Kind != scope.Reserved {
		c.Report(rule.Finding{
			Rule: &selectorOwnerNotModule, Node: owner,
			Message: "the owner is " + s.Owner.Kind.String() + ": only modules own scopes",
			Hint:    "name the module as a reserved principal",
		})
	}
	c.unregistrable(&moduleIDUnregistrable.Rule, s.Owner, owner)
}

package cmd

import (
	"github.com/divtool/divtool/internal/lintconfig"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// context puts the context of settings together, layer upon layer: in each the
// context file first, and its other keys on top.
func (r *lintResolver) context(s *lintSettings) *lint.Context {
	c := &lint.Context{}
	for i := range s.layers {
		r.applyLayer(s, &s.layers[i], c)
	}
	return c
}

func (r *lintResolver) applyLayer(s *lintSettings, layer *lintLayer, c *lint.Context) {
	for _, v := range layer.all("context") {
		mergeContext(c, r.contextFile(s, v))
	}
	texts := func(key string) (texts []string) {
		for _, v := range layer.all(key) {
			texts = append(texts, v.Text)
		}
		return texts
	}
	over := &lint.Context{DeclaredSecrets: texts("declared-secret")}
	over.AuthorityOwners = texts("authority-owner")
	for _, owner := range texts("owner") {
		over.Owner = owner
	}
	for _, now := range texts("now") {
		if ms, err := lintconfig.ParseTime(now); err == nil { // checked when it was read
			over.Now = scope.Some(ms)
		}
	}
	for _, v := range layer.all("snapshot") {
		if !r.readFile(s, v, func(text []byte) (err error) { over.Snapshot, err = rule.ReadSnapshot(text); return err }) {
			over.Snapshot = nil
		}
	}
	for _, v := range layer.all("other-owners") {
		if !r.readFile(s, v, func(text []byte) (err error) { over.OtherOwners, err = rule.ReadOtherOwners(text); return err }) {
			over.OtherOwners = nil
		}
	}
	mergeContext(c, over)
}

// contextFile reads a context, once.
func (r *lintResolver) contextFile(s *lintSettings, v lintValue) *lint.Context {
	name := v.path()
	if c := r.contexts[name]; c != nil {
		return c
	}
	c := &lint.Context{}
	r.readFile(s, v, func(text []byte) error {
		read, err := lint.ReadContext(text)
		if err == nil {
			c, r.contexts[name] = read, read
		}
		return err
	})
	return c
}

// mergeContext takes over what another context knows.
func mergeContext(c, over *lint.Context) {
	if over.Owner != "" {
		c.Owner = over.Owner
	}
	if over.AuthorityOwners != nil {
		c.AuthorityOwners = over.AuthorityOwners
	}
	if over.Now.Set {
		c.Now = over.Now
	}
	if over.Snapshot != nil {
		c.Snapshot = over.Snapshot
	}
	if over.OtherOwners != nil {
		c.OtherOwners = over.OtherOwners
	}
	if over.DeclaredSecrets != nil {
		c.DeclaredSecrets = over.DeclaredSecrets
	}
}

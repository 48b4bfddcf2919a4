package lintrun

import (
	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// context merges the context of all layers. In each layer, the other keys
// override the context file.
func (r *resolver) context(s *settings) *lint.Context {
	merged := &lint.Context{}
	for i := range s.layers {
		layer := &s.layers[i]
		for _, v := range layer.Values("context") {
			mergeContext(merged, r.contextFile(s, v))
		}
		mergeContext(merged, r.layerContext(s, layer))
	}
	return merged
}

// layerContext returns the context of the keys of a layer, without its context
// file.
func (r *resolver) layerContext(s *settings, layer *config.Layer) *lint.Context {
	texts := func(key string) (texts []string) {
		for _, v := range layer.Values(key) {
			texts = append(texts, v.Text)
		}
		return texts
	}
	c := &lint.Context{DeclaredSecrets: texts("declared-secret")}
	c.AuthorityOwners = texts("authority-owner")
	for _, owner := range texts("owner") {
		c.Owner = owner
	}
	for _, now := range texts("now") {
		if ms, err := config.ParseTime(now); err == nil { // values were checked when they were read
			c.Now = scope.Some(ms)
		}
	}
	for _, v := range layer.Values("snapshot") {
		if !r.readFile(s, v, func(text []byte) (err error) { c.Snapshot, err = rule.ReadSnapshot(text); return err }) {
			c.Snapshot = nil
		}
	}
	for _, v := range layer.Values("other-owners") {
		if !r.readFile(s, v, func(text []byte) (err error) { c.OtherOwners, err = rule.ReadOtherOwners(text); return err }) {
			c.OtherOwners = nil
		}
	}
	return c
}

// contextFile reads the context that a value names. It is empty when it cannot be
// read.
func (r *resolver) contextFile(s *settings, v config.LayerValue) *lint.Context {
	path := v.Path()
	if c := r.contexts[path]; c != nil {
		return c
	}
	c := &lint.Context{}
	r.readFile(s, v, func(text []byte) error {
		read, err := lint.ReadContext(text)
		if err == nil {
			c, r.contexts[path] = read, read
		}
		return err
	})
	return c
}

// mergeContext overwrites the fields of c that are set in over.
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

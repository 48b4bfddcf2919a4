package template

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// mount is one mount of a template: its place and the nodes of its paths.
type mount struct {
	list                int // index of mountLists
	index               int
	agentPath, toolPath int
}

// eachMount goes over the mounts of a template, files before directories.
func (c *checker) eachMount(t *template, visit func(m mount)) {
	for list, node := range t.mounts {
		if node < 0 {
			continue
		}
		for i, n := range rule.Elements(c.Doc, node) {
			visit(mount{
				list: list, index: i,
				agentPath: memberValue(c.Doc, n, &canon.MountShape, "agent_path"),
				toolPath:  memberValue(c.Doc, n, &canon.MountShape, "tool_path"),
			})
		}
	}
}

// eachComponent goes over the components of all paths of a template's mounts.
func (c *checker) eachComponent(t *template, visit func(n int)) {
	c.eachMount(t, func(m mount) {
		for _, path := range [...]int{m.agentPath, m.toolPath} {
			for _, n := range rule.Elements(c.Doc, path) {
				visit(n)
			}
		}
	})
}

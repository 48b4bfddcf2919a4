package template

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// mount is one mount of a template: its place and the nodes of its paths.
type mount struct {
	list                int // index of mountLists
	index               int
	agentPath, toolPath int
}

// eachMount visits the mounts of a template, files before directories.
func (c *checker) eachMount(t *template, visit func(m mount)) {
	for list, node := range t.mounts {
		if node < 0 {
			continue
		}
		for i, n := range c.Doc.Elements(node) {
			visit(mount{
				list: list, index: i,
				agentPath: memberValue(c.Doc, n, &canon.MountShape, "agent_path"),
				toolPath:  memberValue(c.Doc, n, &canon.MountShape, "tool_path"),
			})
		}
	}
}

// eachComponent visits the components of all paths of a template's mounts.
func (c *checker) eachComponent(t *template, visit func(n int)) {
	c.eachMount(t, func(m mount) {
		for _, path := range [...]int{m.agentPath, m.toolPath} {
			for _, n := range c.Doc.Elements(path) {
				visit(n)
			}
		}
	})
}

var mountComponent = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-component",
		Title:  "a component of a mount's path is empty, . or ..",
		Reason: "A path is given component by component from the container's root, and none of them may point elsewhere (V5).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a",".."],"tool_path":["b"]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a","..."],"tool_path":["b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			for _, invalid := range [...]string{"", ".", ".."} {
				if c.Doc.StringIs(n, invalid) {
					c.Report(engine.Finding{
						Rule: r, Node: n,
						Message: "no component of a path may be " + text.Quote(invalid),
						Hint:    "name the file or directory, one component a string",
					})
				}
			}
		})
	},
}

var mountSeparator = templateRule{
	Rule: rule.Rule{
		ID:       "template/mount-separator",
		Severity: diag.Warning,
		Title:    "a component of a mount's path holds a slash or a NUL",
		Reason:   "The decoder takes it, but no file has such a name, and the provider's server refuses it.",
		Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b/c"]}]}`},
		Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b","c"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			if strings.ContainsAny(c.Doc.Value(n), "/\x00") {
				c.Report(engine.Finding{
					Rule: r, Node: n,
					Message: "the component " + text.QuoteNode(c.Doc, n) + " holds a slash or a NUL",
					Hint:    "give every component as a string of its own",
				})
			}
		})
	},
}

var mountRoot = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-root",
		Title:  "a mount's path is the container's root",
		Reason: "The empty path is the root, which can neither be shown nor be covered (V6).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":[]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachMount(t, func(m mount) {
			for i, path := range [...]int{m.agentPath, m.toolPath} {
				if c.Doc.Next(path) == path+1 {
					owner := [...]string{"agent's", "tool's"}[i]
					c.Report(engine.Finding{Rule: r, Node: path, Message: "the path is the root of the " + owner + " container", Hint: "name a file or directory below it"})
				}
			}
		})
	},
}

var mountSamePath = rule.Rule{
	ID:     "template/mount-same-path",
	Title:  "two mounts have one tool path",
	Reason: "Over both lists of mounts, each place in the tool's container shows one thing (V7).",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["u"]}]}`},
}

var mountNested = rule.Rule{
	ID:     "template/mount-nested",
	Title:  "one tool path lies inside another",
	Reason: "No mount may lie inside another, over both lists of mounts (V7). Whole components are compared: tt does not lie inside t.",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t","x"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]},{"agent_path":["a"],"tool_path":["tt"]}]}`},
}

// pathTree holds the tool paths of mounts, component by component, so that
// however many there are each is compared with all before it at once.
type pathTree struct {
	next    map[pathEdge]int
	ends    []int // by tree node: the first mount whose path ends here, or -1
	through []int // by tree node: the first mount whose path goes on from here, or -1
}

type pathEdge struct {
	from int
	name string
}

func (p *pathTree) newNode() int {
	p.ends, p.through = append(p.ends, -1), append(p.through, -1)
	return len(p.ends) - 1
}

// checkOverlaps reports the mounts whose tool path is that of an earlier mount, or
// lies inside it or around it.
func (c *checker) checkOverlaps(t *template) {
	var mounts []mount
	c.eachMount(t, func(m mount) { mounts = append(mounts, m) })
	if len(mounts) < 2 {
		return
	}
	tree := pathTree{next: map[pathEdge]int{}}
	tree.newNode()
	for i, m := range mounts {
		same, nested := tree.add(c, i, m.toolPath)
		if same >= 0 {
			c.Report(engine.Finding{
				Rule: &mountSamePath, Node: m.toolPath,
				Message: "this is the tool path of " + mounts[same].String() + " too",
				Hint:    "give each mount a path of its own",
			})
		}
		if nested >= 0 {
			c.Report(engine.Finding{
				Rule: &mountNested, Node: m.toolPath,
				Message: "of this tool path and that of " + mounts[nested].String() + " one lies inside the other",
				Hint:    "give the mounts paths that lie apart",
			})
		}
	}
}

// add adds the path of mount i. It returns an earlier mount with the same
// path, and one that lies inside or around it; -1 for none.
func (p *pathTree) add(c *checker, i, path int) (same, nested int) {
	same, nested = -1, -1
	current := 0
	for _, n := range c.Doc.Elements(path) {
		if p.ends[current] >= 0 {
			nested = p.ends[current]
		}
		if p.through[current] < 0 {
			p.through[current] = i
		}
		edge := pathEdge{current, c.Doc.Value(n)}
		next, ok := p.next[edge]
		if !ok {
			next = p.newNode()
			p.next[edge] = next
		}
		current = next
	}
	if p.ends[current] < 0 {
		p.ends[current] = i
	} else {
		same = p.ends[current]
	}
	if p.through[current] >= 0 {
		nested = p.through[current]
	}
	return same, nested
}

// String names a mount for a message.
func (m mount) String() string { return mountLists[m.list] + "[" + strconv.Itoa(m.index) + "]" }

var serviceMounts = rule.Rule{
	ID:       "template/service-mounts",
	Severity: diag.Warning,
	Title:    "a service has no mounts: these are ignored",
	Reason:   "Only a transient tool has mounts (V9). On a service they decode as unknown members: they are not checked, not hashed and not mounted.",
	Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"service","scope":"global","fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
}

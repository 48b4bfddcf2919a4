package template

import (
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/lintrules/engine"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint/rule"
)

// mount is one mount of a template: its position and the nodes of its paths.
type mount struct {
	list                int // index of mountLists
	index               int
	agentPath, toolPath int
}

// eachMount visits the mounts of a template, files before directories.
func (c *checker) eachMount(t *template, visit func(m mount)) {
	for list, node := range t.mounts {
		for i, n := range elements(c.Doc, node) {
			visit(mount{
				list: list, index: i,
				agentPath: memberValue(c.Doc, n, &canon.MountShape, "agent_path"),
				toolPath:  memberValue(c.Doc, n, &canon.MountShape, "tool_path"),
			})
		}
	}
}

// eachComponent visits the components of all paths of a template's mounts that decode.
func (c *checker) eachComponent(t *template, visit func(n int)) {
	c.eachMount(t, func(m mount) {
		for _, path := range [...]int{m.agentPath, m.toolPath} {
			for _, n := range elements(c.Doc, path) {
				if c.soundText(n) {
					visit(n)
				}
			}
		}
	})
}

// soundPath reports whether there is a path at a node that decodes.
func (c *checker) soundPath(node int) bool {
	return c.sound(node) && c.Doc.Kind(node) == jsondoc.Array
}

var mountComponent = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-component",
		Title:  "a component of a mount's path is empty, . or ..",
		Reason: "A path is a list of components from the container's root. None of them may be empty or refer to another directory (V5).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a",".."],"tool_path":["b"]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a","..."],"tool_path":["b"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			for _, invalid := range [...]string{"", ".", ".."} {
				if c.Doc.StringIs(n, invalid) {
					c.Report(engine.Finding{
						Rule: r, Node: n,
						Message: "a component of a path must not be " + text.Quote(invalid),
						Hint:    "write the names of files and directories, one string per component",
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
		Title:    "a component of a mount's path contains a slash or a NUL",
		Reason:   "The decoder accepts it, but no file can have such a name, and the provider's server refuses it.",
		Fails:    rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b/c"]}]}`},
		Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b","c"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachComponent(t, func(n int) {
			if strings.ContainsAny(c.Doc.Value(n), "/\x00") {
				c.Report(engine.Finding{
					Rule: r, Node: n,
					Message: "the component " + text.QuoteNode(c.Doc, n) + " contains a slash or a NUL",
					Hint:    "write one string per component",
				})
			}
		})
	},
}

var mountRoot = templateRule{
	Rule: rule.Rule{
		ID:     "template/mount-root",
		Title:  "a mount's path is the container's root",
		Reason: "The empty path is the root, which cannot be mounted and cannot be a mount point (V6).",
		Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":[]}]}`},
		Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]}]}`},
	},
	check: func(c *checker, r *rule.Rule, t *template) {
		c.eachMount(t, func(m mount) {
			for i, path := range [...]int{m.agentPath, m.toolPath} {
				if c.soundPath(path) && c.Doc.Next(path) == path+1 {
					owner := [...]string{"agent's", "tool's"}[i]
					c.Report(engine.Finding{Rule: r, Node: path, Message: "the path is the root of the " + owner + " container", Hint: "use a file or directory inside it"})
				}
			}
		})
	},
}

var mountSamePath = rule.Rule{
	ID:     "template/mount-same-path",
	Title:  "two mounts have the same tool path",
	Reason: "Each path in the tool's container can have only one mount, across both lists of mounts (V7).",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t"]}],"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["u"]}]}`},
}

var mountNested = rule.Rule{
	ID:     "template/mount-nested",
	Title:  "a tool path is inside another tool path",
	Reason: "A mount must not be inside another mount, across both lists of mounts (V7). Whole components are compared: tt is not inside t.",
	Fails:  rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["t","x"]}],"fuse_directory_mounts":[{"agent_path":["b"],"tool_path":["t"]}]}`},
	Passes: rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_directory_mounts":[{"agent_path":["a"],"tool_path":["t"]},{"agent_path":["a"],"tool_path":["tt"]}]}`},
}

// pathTree is a trie of the tool paths of mounts, by component. It compares each path
// with all earlier paths in one walk.
type pathTree struct {
	next    map[pathEdge]int
	ends    []int // by tree node: the first mount whose path ends here, or -1
	through []int // by tree node: the first mount whose path continues from here, or -1
}

type pathEdge struct {
	from int
	name string
}

func (p *pathTree) newNode() int {
	p.ends, p.through = append(p.ends, -1), append(p.through, -1)
	return len(p.ends) - 1
}

// checkOverlaps reports the mounts whose tool path equals, contains or is inside the tool
// path of an earlier mount.
func (c *checker) checkOverlaps(t *template) {
	var mounts []mount
	c.eachMount(t, func(m mount) {
		if c.soundPath(m.toolPath) {
			mounts = append(mounts, m)
		}
	})
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
				Message: "same tool path as " + mounts[same].String(),
				Hint:    "use a different path for each mount",
			})
		}
		if nested >= 0 {
			c.Report(engine.Finding{
				Rule: &mountNested, Node: m.toolPath,
				Message: "the tool path overlaps the tool path of " + mounts[nested].String(),
				Hint:    "use paths that are not inside each other",
			})
		}
	}
}

// add adds the path of mount i. It returns an earlier mount with the same path, and an
// earlier mount inside or around it; -1 for none.
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

// String returns the position of the mount, for messages.
func (m mount) String() string { return mountLists[m.list] + "[" + strconv.Itoa(m.index) + "]" }

var serviceMounts = rule.Rule{
	ID:       "template/service-mounts",
	Severity: diag.Warning,
	Title:    "a service ignores its mounts",
	Reason:   "Only transient tools have mounts (V9). For a service they are unknown members: not checked, not hashed and not mounted.",
	Fails:    rule.Example{Kind: rule.Template, Text: `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"service","scope":"global","fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
	Passes:   rule.Example{Kind: rule.Template, Text: exampleStart + `"fuse_file_mounts":[{"agent_path":["a"],"tool_path":["b"]}]}`},
}

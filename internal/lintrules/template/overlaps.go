package template

import (
	"strconv"

	"github.com/divtool/divtool/pkg/lint/rule"
)

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
			c.Report(rule.Finding{
				Rule: &mountSamePath, Node: m.toolPath,
				Message: "this is the tool path of " + mounts[same].String() + " too",
				Hint:    "give each mount a path of its own",
			})
		}
		if nested >= 0 {
			c.Report(rule.Finding{
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
	for _, n := range rule.Elements(c.Doc, path) {
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

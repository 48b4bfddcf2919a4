package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	// linkPattern matches a link or an image: [text](target) or ![text](target).
	linkPattern = regexp.MustCompile(`\]\(([^()\s]+(?:\([^()\s]*\))?)\)`)
	// referencePattern matches the definition of a reference link.
	referencePattern = regexp.MustCompile(`^\[[^\]]+\]:\s+(\S+)`)
	// attributePattern matches the target of an HTML link or image.
	attributePattern = regexp.MustCompile(`(?:src|href)="([^"]+)"`)
	// idPattern matches an anchor that is written out.
	idPattern = regexp.MustCompile(`<a (?:id|name)="([^"]+)">`)
	// bareURL matches an address that is not part of a Markdown link.
	bareURL     = regexp.MustCompile(`https?://[^\s<>()"|]+`)
	codeSpan    = regexp.MustCompile("`[^`]*`")
	headingLine = regexp.MustCompile(`^#{1,6}\s+(.+?)\s*#*$`)
	headingLink = regexp.MustCompile(`!?\[([^\]]*)\]\([^)]*\)`)
)

// markdownPage is what the links of a page and to it need.
type markdownPage struct {
	anchors map[string]bool
	links   []string
	urls    []string
}

func readMarkdown(text string) (p markdownPage) {
	p.anchors = map[string]bool{}
	inBlock := false
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(strings.TrimLeft(line, " "), "```") {
			inBlock = !inBlock
			continue
		}
		if inBlock {
			continue
		}
		if m := headingLine.FindStringSubmatch(line); m != nil {
			p.addAnchor(slug(m[1]))
		}
		for _, m := range idPattern.FindAllStringSubmatch(line, -1) {
			p.addAnchor(m[1])
		}
		prose := codeSpan.ReplaceAllString(line, "``")
		for _, pattern := range []*regexp.Regexp{linkPattern, referencePattern, attributePattern} {
			for _, m := range pattern.FindAllStringSubmatch(prose, -1) {
				p.links = append(p.links, m[1])
			}
		}
		p.urls = append(p.urls, bareURL.FindAllString(prose, -1)...)
	}
	return p
}

// addAnchor adds an anchor as GitHub does: the second of two equal ones gets
// the suffix -1.
func (p *markdownPage) addAnchor(anchor string) {
	name := anchor
	for i := 1; p.anchors[name]; i++ {
		name = fmt.Sprintf("%s-%d", anchor, i)
	}
	p.anchors[name] = true
}

// slug returns the anchor that GitHub gives a heading.
func slug(heading string) string {
	heading = headingLink.ReplaceAllString(heading, "$1")
	var b strings.Builder
	for _, r := range strings.ToLower(heading) {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

func TestSlug(t *testing.T) {
	for heading, want := range map[string]string{
		"Semantic diff":                      "semantic-diff",
		"`template/secret-empty`":            "templatesecret-empty",
		"Tags 0, 1, 2: OCI requests":         "tags-0-1-2-oci-requests",
		"[Fuse](fuse.md) and `mode_t` – why": "fuse-and-mode_t--why",
	} {
		if got := slug(heading); got != want {
			t.Errorf("%q: %q, want %q", heading, got, want)
		}
	}
}

// TestLinks checks that every link of README.md and docs leads to a file and
// an anchor of the repository, or is a valid https address. It uses no network.
func TestLinks(t *testing.T) {
	pages := map[string]markdownPage{}
	for _, name := range markdownPages(t) {
		pages[name] = readMarkdown(readFile(t, filepath.FromSlash(name)))
	}
	links := 0
	for name, page := range pages {
		for _, link := range page.links {
			links++
			if err := checkLink(pages, name, link); err != nil {
				t.Errorf("%s: %s: %v", name, link, err)
			}
		}
		for _, address := range page.urls {
			if err := checkURL(strings.TrimRight(address, ".,;:")); err != nil {
				t.Errorf("%s: %s: %v", name, address, err)
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links found", links)
	}
}

func checkLink(pages map[string]markdownPage, from, link string) error {
	if strings.Contains(link, "://") {
		return checkURL(link)
	}
	target, anchor, hasAnchor := strings.Cut(link, "#")
	name := from
	if target != "" {
		name = path.Join(path.Dir(from), target)
	}
	if !fs.ValidPath(name) {
		return fmt.Errorf("leaves the repository")
	}
	if _, err := os.Stat(filepath.FromSlash(name)); err != nil {
		return fmt.Errorf("no such file: %s", name)
	}
	if !hasAnchor {
		return nil
	}
	page, ok := pages[name]
	if !ok {
		return fmt.Errorf("an anchor in %s, which is not a page", name)
	}
	if !page.anchors[anchor] {
		return fmt.Errorf("%s has no anchor %q", name, anchor)
	}
	return nil
}

func checkURL(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil:
		return err
	case u.Scheme != "https":
		return fmt.Errorf("not https")
	case !strings.Contains(u.Hostname(), "."):
		return fmt.Errorf("no host")
	}
	return nil
}

// citationPattern matches a citation of a specification in the source.
var citationPattern = regexp.MustCompile(`\b(diverge-frames|diverge-templates|laser-forward|subc-frame|subc-scope|agent-runtime|drift)\.md (\d+(?:\.\d+)*)`)

// TestCitations checks that docs/protocols/citations.json leads to anchors that
// exist, and that it has a target for every citation in the Go source.
func TestCitations(t *testing.T) {
	var targets map[string]string
	if err := json.Unmarshal([]byte(readFile(t, filepath.Join("docs", "protocols", "citations.json"))), &targets); err != nil {
		t.Fatal(err)
	}
	pages := map[string]markdownPage{}
	for _, name := range markdownPages(t) {
		pages[name] = readMarkdown(readFile(t, filepath.FromSlash(name)))
	}
	for citation, target := range targets {
		if err := checkLink(pages, "README.md", target); err != nil {
			t.Errorf("%s: %s: %v", citation, target, err)
		}
	}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".go" {
			return err
		}
		for _, citation := range citationPattern.FindAllString(readFile(t, filepath.FromSlash(name)), -1) {
			if targets[citation] == "" {
				t.Errorf("%s: docs/protocols/citations.json has no target for %q", name, citation)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoPrivatePaths checks that the pages that people write name no file that
// a reader does not have. Outputs of commands are not checked.
func TestNoPrivatePaths(t *testing.T) {
	private := regexp.MustCompile(`(?:^|[^\w/])(?:/work/|/tmp/plan|\.\./shared|shared/(?:spec|corpus)|spec/[a-z-]+\.md|corpus/)`)
	for _, name := range handwrittenPages(t) {
		inConsole := false
		for line := range strings.Lines(readFile(t, filepath.FromSlash(name))) {
			if strings.HasPrefix(line, "```") {
				inConsole = strings.HasPrefix(line, "```console")
			}
			if !inConsole && private.MatchString(line) {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

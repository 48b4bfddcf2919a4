package main

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
)

// Generated pages name no file that is not in the repository: citations are links.
func TestCitationsAreLinks(t *testing.T) {
	citation := regexp.MustCompile(`\bspec/|\b[a-z-]+\.md \d|[^[#]\bV\d+\b`)
	for name, page := range pages() {
		if found := citation.Find(page); found != nil {
			t.Errorf("%s: %q is not a link", name, found)
		}
	}
	for page, link := range map[string]string{
		"types.md": `\[Outer frame\]\(protocols/diverge\.md#outer-frame\)`,
		"rules.md": `\[V\d+\]\(protocols/diverge\.md#v\d+\)`,
	} {
		if !regexp.MustCompile(link).Match(pages()[page]) {
			t.Errorf("%s has no match of %s", page, link)
		}
	}
}

func TestManualSections(t *testing.T) {
	for name, page := range manPages() {
		for _, section := range []string{"EXIT STATUS", "ENVIRONMENT", "FILES", "SEE ALSO"} {
			if !bytes.Contains(page, []byte("\n.SH "+section+"\n")) {
				t.Errorf("%s has no section %s", name, section)
			}
		}
		_, related, _ := strings.Cut(string(page), ".SH SEE ALSO\n")
		if name != "divtool.1" && !strings.HasPrefix(related, "\\fBdivtool\\fR(1),\n") {
			t.Errorf("%s does not refer to divtool(1): %s", name, related)
		}
	}
}

// Package protocols maps citations of the protocols' descriptions, such as
// "subc-scope.md 8" or "V2", to the places in these pages that state the same.
package protocols

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// citations is a JSON object of citations and their targets.
//
//go:embed citations.json
var citations []byte

// targets returns the map of citations to targets: paths from the top of the
// repository, with anchors. It is nil only if citations.json is malformed, which
// a test rules out.
func targets() (all map[string]string) {
	if json.Unmarshal(citations, &all) != nil {
		return nil
	}
	return all
}

// pattern returns the pattern of citations. One citation may name several
// sections: "subc-scope.md 6.6 and 10", "subc-frame.md 1 to 5".
func pattern() *regexp.Regexp {
	const section = `\d+(?:\.\d+)*`
	return regexp.MustCompile(`\bV\d+\b|\b[a-z-]+\.md ` + section + `(?:(?:, | and | to )` + section + `)*`)
}

// Targets returns the targets of a citation, such as
// "docs/protocols/subc.md#outcomes", in its order and each once. It returns nil if
// any section of the citation is unknown.
func Targets(citation string) (list []string) {
	all := targets()
	for _, key := range keys(citation) {
		target := all[key]
		if target == "" {
			return nil
		}
		if !slices.Contains(list, target) {
			list = append(list, target)
		}
	}
	return list
}

// keys returns the keys of a citation in citations.json, one for each section.
func keys(citation string) (list []string) {
	page, sections, ok := strings.Cut(citation, " ")
	if !ok {
		return []string{citation}
	}
	sections = strings.ReplaceAll(sections, " and ", ", ")
	for part := range strings.SplitSeq(sections, ", ") {
		first, last, isRange := strings.Cut(part, " to ")
		if !isRange {
			list = append(list, page+" "+part)
			continue
		}
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if err != nil || err2 != nil {
			return []string{citation} // a range of subsections, which no citation has
		}
		for n := from; n <= to; n++ {
			list = append(list, page+" "+strconv.Itoa(n))
		}
	}
	return list
}

// Find returns the citations in a text.
func Find(text string) []string { return pattern().FindAllString(text, -1) }

// Link returns text with each citation as a Markdown link to its target; url
// returns the address of a target, such as "docs/protocols/subc.md#outcomes". A
// citation with several targets becomes several links.
func Link(text string, url func(target string) string) string {
	return pattern().ReplaceAllStringFunc(text, func(citation string) string {
		list := Targets(citation)
		if len(list) == 0 {
			return citation
		}
		links := make([]string, len(list))
		for i, target := range list {
			links[i] = "[" + title(target) + "](" + url(target) + ")"
		}
		return strings.Join(links, ", ")
	})
}

// Omit returns text without the citations in parentheses, for readers that have no
// links.
func Omit(text string) string {
	citation := pattern().String()
	return regexp.MustCompile(` \((?:`+citation+`)(?:, (?:`+citation+`))*\)`).ReplaceAllString(text, "")
}

// title returns the text of a link to a target: its anchor in words, "Outer
// frame" for "outer-frame".
func title(target string) string {
	_, anchor, _ := strings.Cut(target, "#")
	words := strings.ReplaceAll(anchor, "-", " ")
	if words == "" {
		return target
	}
	return strings.ToUpper(words[:1]) + words[1:]
}

// Package explain explains words, such as a rule, a frame type, a tag, a
// message, a code, a mask or a kind of grant, and documents of the kinds that
// lint knows.
//
// It has no texts about the protocols of its own: every entry is made from the
// declarations of other packages. A word may have several meanings; all are
// returned, the most likely first.
//
// Goal: everything that has a name in a document, a message or a report has an
// entry. Non-goals: colours, widths and help texts, which belong to the callers.
package explain

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/docs/protocols"
	"github.com/divtool/divtool/pkg/explain/explanation"
)

// What an explanation consists of.
type (
	// Entry is one meaning of a word, or one document.
	Entry = explanation.Entry
	// Fact is one named property.
	Fact = explanation.Fact
	// Table is a table with a title.
	Table = explanation.Table
	// Example is a text or a frame.
	Example = explanation.Example
)

// addSource adds the pages that state what citations cite.
func addSource(e *Entry, citations ...string) {
	var targets []string
	for _, citation := range citations {
		targets = append(targets, protocols.Targets(citation)...)
	}
	page := ""
	for i, target := range targets {
		path, anchor, _ := strings.Cut(target, "#")
		if path == page {
			targets[i] = "#" + anchor
		}
		page = path
	}
	e.AddFact("described in", strings.Join(targets, ", "))
}

// wordSource is a class of words.
type wordSource struct {
	find  func(word string) []Entry
	words func() []string // nil for numbers, which are too many
}

// sources returns the classes, the most likely meaning first.
func sources() []wordSource {
	return []wordSource{
		{findRule, ruleWords},
		{findType, typeWords},
		{findNumber, nil},
		{findMessage, messageWords},
		{findKind, kindWords},
		{findCommand, commandWords},
		{findRefusal, refusalWords},
		{findProtocolWord, protocolWords},
		{findCode, codeWords},
		{findMask, maskWords},
		{findSideEffect, sideEffectWords},
		{findGrant, grantWords},
		{findSlot, slotWords},
		{findEndpoint, endpointWords},
		{findTrust, trustWords},
		{findRuntimeType, runtimeTypeWords},
	}
}

// Find returns the meanings of a word, the most likely first, or nil if the word
// is unknown. If there is no exact match, it ignores case and the difference
// between - and _.
func Find(word string) []Entry {
	word = strings.Join(strings.Fields(word), " ")
	if word == "" {
		return nil
	}
	if found := findExact(word); len(found) > 0 {
		return found
	}
	folded := foldWord(word)
	for _, w := range Words() {
		if foldWord(w) == folded {
			return findExact(w)
		}
	}
	return nil
}

func findExact(word string) []Entry {
	var found []Entry
	for _, s := range sources() {
		found = append(found, s.find(word)...)
	}
	if found == nil {
		found = findUpstream(word) // slow: it generates all malformed frames
	}
	return found
}

// foldWord returns a form that is equal for all spellings of a word.
func foldWord(word string) string { return strings.ReplaceAll(strings.ToLower(word), "-", "_") }

// Words returns all words except numbers, sorted and without duplicates.
func Words() []string {
	list := upstreamWords()
	for _, s := range sources() {
		if s.words != nil {
			list = append(list, s.words()...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Package explain answers what a word means: a rule, a frame type, a tag, a
// message, a code, a mask, a kind of grant, and what a document of a lint kind
// says.
//
// It knows nothing itself: every entry is made from the declarations of the
// packages that know. A word may have several meanings; all are given, the
// most likely first.
//
// Goals: everything that has a name in a document, a message or a report has
// an entry. Not goals: colours, widths and help texts, which are the callers'.
package explain

import (
	"encoding/json"
	"slices"
	"strings"
)

// Entry is one meaning of a word, or one document.
type Entry struct {
	Word     string    `json:"word"`
	Class    string    `json:"class"` // "rule", "message of diverge.frame"
	Title    string    `json:"title"` // what it is, in a sentence
	Text     string    `json:"text,omitempty"`
	Facts    []Fact    `json:"facts,omitempty"`
	Tables   []Table   `json:"tables,omitempty"`
	Examples []Example `json:"examples,omitempty"`
	See      []string  `json:"see,omitempty"` // words that lead further
}

// Fact is one thing that is known.
type Fact struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Table is rows under a title. The last column may be long.
type Table struct {
	Title string     `json:"title"`
	Head  []string   `json:"head"`
	Rows  [][]string `json:"rows"`
}

// Example is a text that shows something, or a frame and its document.
type Example struct {
	Title string          `json:"title"`
	Text  string          `json:"text,omitempty"`
	Hex   string          `json:"hex,omitempty"`
	JSON  json.RawMessage `json:"json,omitempty"`
}

// addFact adds a fact, unless there is nothing to say.
func (e *Entry) addFact(name, text string) {
	if text != "" {
		e.Facts = append(e.Facts, Fact{name, text})
	}
}

// wordSource is a class of words.
type wordSource struct {
	find  func(word string) []Entry
	words func() []string
}

// sources lists the classes, that of the likeliest meaning first.
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
	}
}

// Find returns the meanings of a word, the likeliest first; none when it is
// not known. Words in another case, or with - for _, are found when there is no
// exact one.
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
		found = findUpstream(word) // takes long: all malformed frames are made
	}
	return found
}

// foldWord makes spellings of a word equal.
func foldWord(word string) string { return strings.ReplaceAll(strings.ToLower(word), "-", "_") }

// Words returns all words but numbers, each once.
func Words() []string {
	list := upstreamWords()
	for _, s := range sources() {
		if s.words != nil { // numbers are too many
			list = append(list, s.words()...)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

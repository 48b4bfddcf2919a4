package cmd

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/known"
)

// sides are the two ends of a connection, as flags name them.
func sides() []string { return []string{frames.Client.String(), frames.Server.String()} }

// checkContext settles what the flags say about where a frame stands in its
// connection.
func (m *decodeMode) checkContext() error {
	if m.from != "" {
		if err := oneOfFlag("from", m.from, sides()...); err != nil {
			return err
		}
		m.options.From = frames.Sender(1 + slices.Index(sides(), m.from))
	}
	if m.endpoint != "" && diverge.EndpointByName(m.endpoint) == nil {
		return unknownWord("endpoint", m.endpoint, endpointNames())
	}
	if m.answers != "" && !slices.Contains(requestNames(), m.answers) {
		return unknownWord("request", m.answers, requestNames())
	}
	if m.given == nil {
		return nil
	}
	if a, ok := m.given.Codec.(*frames.Answers); ok && a.ByName(m.answers) == nil {
		return &usageError{"which request does a frame of " + m.given.Name + " answer? Say --answers NAME", "NAME is one of " + strings.Join(frames.Names(a.Table), ", ")}
	}
	return nil
}

// unknownWord refuses a word, with the nearest one as a hint.
func unknownWord(what, word string, words []string) error {
	e := &usageError{message: "there is no " + what + " " + word, hint: "It is one of " + strings.Join(words, ", ")}
	if near := nearest(word, words); near != "" {
		e.hint = "Did you mean " + near + "?"
	}
	return e
}

func endpointNames() []string {
	var names []string
	for i := range diverge.Endpoints {
		names = append(names, diverge.Endpoints[i].Name)
	}
	return names
}

// requestNames are the requests whose answers are known.
func requestNames() []string {
	var names []string
	for _, t := range known.Types() {
		if a, ok := t.Codec.(*frames.Answers); ok {
			names = append(names, frames.Names(a.Table)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

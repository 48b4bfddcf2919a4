package cmd

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// sides are the two ends of a connection, as flags name them.
var sides = [...]frames.Sender{frames.Client, frames.Server}

func sideNames() (names []string) {
	for _, s := range sides {
		names = append(names, s.String())
	}
	return names
}

// checkContext settles what the flags say about where a frame stands in its
// connection.
func (m *decodeMode) checkContext() error {
	if m.from != "" {
		if err := checkFlagValue("from", m.from, sideNames()...); err != nil {
			return err
		}
		m.options.From = sides[slices.Index(sideNames(), m.from)]
	}
	if m.endpoint != "" && diverge.EndpointByName(m.endpoint) == nil {
		return unknownValueError("endpoint", m.endpoint, endpointNames())
	}
	if m.answers != "" && !slices.Contains(requestNames(), m.answers) {
		return unknownValueError("request", m.answers, requestNames())
	}
	if m.givenType == nil {
		return nil
	}
	if a, ok := m.givenType.Codec.(*frames.ResponseCodec); ok && a.ByName(m.answers) == nil {
		return &usageError{"which request does a frame of " + m.givenType.Name + " answer? Say --answers NAME", "NAME is one of " + strings.Join(frames.Names(a.Table), ", ")}
	}
	return nil
}

// unknownValueError refuses a word, with the nearest one as a hint.
func unknownValueError(what, word string, words []string) error {
	e := &usageError{message: "there is no " + what + " " + word, hint: "It is one of " + strings.Join(words, ", ")}
	if suggestion := nearest(word, words); suggestion != "" {
		e.hint = "Did you mean " + suggestion + "?"
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
	for _, t := range all.Types() {
		if a, ok := t.Codec.(*frames.ResponseCodec); ok {
			names = append(names, frames.Names(a.Table)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

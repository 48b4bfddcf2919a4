package cmd

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
	"github.com/divtool/divtool/pkg/frames/subc"
)

// mode checks the flags, and returns the mode that they ask for. It lacks what
// depends on the inputs and the output.
func (o *decodeOptions) mode(args []string) (*decode.Mode, error) {
	types, err := typesOfProtocol(o.protocol)
	if err != nil {
		return nil, err
	}
	m := &decode.Mode{
		Types: types, Lines: o.lines, Each: o.each, Framing: o.framing,
		Compact: o.compact || o.each, Strict: o.strict, Verify: o.verify, Lint: o.lint, Verbose: o.verbose,
	}
	for _, check := range []func() error{
		func() error { return o.resolveConversation(m) },
		o.limits.check,
		func() error { return o.checkText(args) },
		func() error { return o.view.check(o.compact) },
		func() error { return o.resolveStream(m) },
		func() error { return o.resolveType(m) },
	} {
		if err := check(); err != nil {
			return nil, err
		}
	}
	m.View = o.view.format()
	m.Options = frames.Options{
		Notes: !o.noAnnotations, Spans: o.spans || m.View.Spans && !o.noAnnotations,
		MaxFrame: o.limits.maxFrame, MaxDepth: o.limits.maxDepth, ShowSecrets: o.showSecrets,
		Request: o.answers, Endpoint: o.endpoint, Version: o.protocol,
	}
	return m, o.resolveContext(m)
}

// resolveConversation resolves the flags about conversations and the form of the
// input.
func (o *decodeOptions) resolveConversation(m *decode.Mode) error {
	capture, form := decode.CaptureByName(o.form), o.form
	if capture != nil {
		form = input.Auto.String()
	}
	var err error
	if m.Conversation, err = o.conversation.resolve(capture); err != nil {
		return err
	}
	var ok bool
	m.Form, ok = input.ParseForm(form)
	m.Raw = m.Form == input.Bin
	switch {
	case m.Conversation == nil:
	case o.lines:
		return usagef("`--conversation` cannot be combined with `--lines`: it reads lines already")
	case o.framing == "" && form == input.Bin.String() || form == input.Hexdump.String():
		return usagef("`--conversation` cannot be combined with `--in %s`; it reads lines of hex, base64 or byte lists, and with `--framing` a binary stream", form)
	case o.answers != "":
		return usagef("`--conversation` cannot be combined with `--answers`: it knows which request a message answers")
	case o.typeName != "" && !isConversationType(o.typeName):
		return usagef("`-t %s` cannot be combined with `--conversation`; use %s, %s or a laser type", o.typeName, diverge.Frame.Name, subc.Frame.Name)
	}
	if !ok {
		return checkFlagValue("in", form, inputForms()...)
	}
	return nil
}

// isConversationType reports whether messages of a connection are of a type.
func isConversationType(name string) bool {
	return name == diverge.Frame.Name || name == subc.Frame.Name || strings.HasPrefix(name, laser.ForwardedQuery.Family()+".")
}

func (o *decodeOptions) checkText(args []string) error {
	if o.hasText && len(args) > 0 {
		return &usageError{"`--text` cannot be combined with files", "Quote a TEXT that contains spaces"}
	}
	return nil
}

// resolveStream resolves the flags about streams.
func (o *decodeOptions) resolveStream(m *decode.Mode) error {
	if o.framing != "" {
		if err := checkFlagValue("framing", o.framing, all.FramingNames()...); err != nil {
			return err
		}
		if m.Form == input.Auto && m.Conversation == nil {
			m.Form = input.Bin
		}
	}
	switch {
	case o.each && !o.lines:
		return usagef("`--each` requires `--lines`")
	case o.each && o.view.isText():
		return usagef("`--each` cannot be combined with `--view %s`: it prints one document per line", o.view.name)
	}
	if o.framing == all.SubcFraming && o.typeName != "" && o.typeName != subc.Frame.Name {
		return usagef("`--framing subc` cannot be combined with `-t %s`: it reads %s", o.typeName, subc.Frame.Name)
	}
	if o.skipHandshake != "" {
		if o.framing != all.SubcFraming {
			return usagef("`--skip-handshake` requires `--framing subc`")
		}
		var err error
		if m.Handshake, err = parseSide("skip-handshake", o.skipHandshake); err != nil {
			return err
		}
	}
	if o.lines && (m.Form == input.Bin || m.Form == input.Hexdump) {
		return usagef("`--lines` cannot be combined with `--in %s`; it reads hex, base64 or byte lists", o.form)
	}
	return nil
}

// resolveType resolves the type of all frames. The framing of subc gives one.
func (o *decodeOptions) resolveType(m *decode.Mode) error {
	if o.framing == all.SubcFraming {
		m.Given = subc.Frame
		return nil
	}
	var err error
	m.Given, err = findType(m.Types, o.typeName)
	return err
}

// resolveContext resolves the flags about where in its connection a frame is.
func (o *decodeOptions) resolveContext(m *decode.Mode) error {
	if o.from != "" {
		var err error
		if m.Options.From, err = parseSide("from", o.from); err != nil {
			return err
		}
	}
	if o.endpoint != "" && diverge.EndpointByName(o.endpoint) == nil {
		return unknownValueError("endpoint", o.endpoint, endpointNames())
	}
	if o.answers != "" && !slices.Contains(requestNames(), o.answers) {
		return unknownValueError("request", o.answers, requestNames())
	}
	if m.Given == nil {
		return nil
	}
	if m.Given.IsResponse() && m.Given.Message(o.answers) == nil {
		return &usageError{"`-t " + m.Given.Name + "` requires `--answers NAME`, the request that the frame answers", "NAME is one of " + strings.Join(frames.Names(m.Given.Messages()), ", ")}
	}
	return nil
}

// unknownValueError returns the error of a word that is not one of words. It suggests
// the nearest of them, or lists all.
func unknownValueError(what, word string, words []string) error {
	e := &usageError{message: "unknown " + what + " " + text.Quote(word) + text.Suggestion(word, words, 0)}
	if nearest(word, words) == "" {
		e.hint = "Use one of " + strings.Join(words, ", ")
	}
	return e
}

// sides are the two ends of a connection.
var sides = [...]frames.Sender{frames.Client, frames.Server}

func sideNames() (names []string) {
	for _, s := range sides {
		names = append(names, s.String())
	}
	return names
}

func parseSide(flag, name string) (frames.Sender, error) {
	if err := checkFlagValue(flag, name, sideNames()...); err != nil {
		return frames.UnknownSender, err
	}
	return sides[slices.Index(sideNames(), name)], nil
}

// inputForms returns the words that --in takes.
func inputForms() []string { return append(input.Forms(), decode.CaptureNames()...) }

func endpointNames() []string {
	var names []string
	for i := range diverge.Endpoints {
		names = append(names, diverge.Endpoints[i].Name)
	}
	return names
}

// requestNames returns the names of the requests whose answers are known, sorted.
func requestNames() []string {
	var names []string
	for _, t := range all.Types() {
		if t.IsResponse() {
			names = append(names, frames.Names(t.Messages())...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

package cmd

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/safetext"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// templateIDOptions are the flags of template-id.
type templateIDOptions struct {
	canonical bool
	json      bool
	explain   bool
	check     string
}

const templateIDUsage = "divtool template-id [FILE…]"

func (a *app) templateIDCommand() *cobra.Command {
	var o templateIDOptions
	c := &cobra.Command{
		Use:   "template-id [FILE…]",
		Short: "Print the ids of dependency templates",
		Long: `Template-id prints the id of a dependency tool template: 64 hex digits, the
SHA-256 of its canonical text. A file holds one template, an array of them, a
registration (its dependencies count), or a registration that decode printed.

One template alone gives its id alone; otherwise each line is ID  FILE, with the
place in the file behind a #. What the reference would refuse is an error.`,
		Example: `  divtool template-id examples/template.json
  divtool template-id --canonical examples/template.json | sha256sum
  divtool template-id --explain examples/template.json
  divtool template-id examples/template.json examples/service.json > ids.txt; divtool template-id --check ids.txt`,
		RunE: func(_ *cobra.Command, args []string) error { return a.templateID(o, args) },
	}
	f := c.Flags()
	f.BoolVar(&o.canonical, "canonical", false, "print the bytes that are hashed, of one template")
	f.BoolVar(&o.json, "json", false, "print one object a line: file, path, id")
	f.BoolVar(&o.explain, "explain", false, "show what the hash does not see, and what it changed")
	f.StringVar(&o.check, "check", "", "verify the ids that `LIST` holds, lines of ID  FILE")
	c.MarkFlagsMutuallyExclusive("canonical", "explain", "check")
	c.MarkFlagsMutuallyExclusive("json", "explain", "check")
	return c
}

// hashing is a template-id command at work.
type hashing struct {
	*app
	templateIDOptions
	out     *output
	walk    canon.Templates
	hasher  canon.Hasher
	name    string       // of the file at hand
	place   report.Place // of what is wrong in it
	alone   bool         // one template, whose id stands alone
	refused bool         // what stands around the templates of the file at hand
	total   int
	line    []byte
	first   []byte // the line of the first template, until it is known whether it is alone
	id      []byte
	exact   []byte
	found   int // good ones
}

func (a *app) templateID(o templateIDOptions, args []string) error {
	h := hashing{app: a, templateIDOptions: o}
	h.walk.Visit, h.walk.Refuse = h.template, h.refuse
	if o.check != "" {
		if len(args) > 0 {
			return usagef("--check LIST takes no other files: the list names them")
		}
		return h.checkList()
	}
	list, err := a.sources(args, templateIDUsage)
	if err != nil {
		return err
	}
	if h.out, err = a.output(); err != nil {
		return err
	}
	h.alone = len(list) == 1 && a.worst == statusOK
	for _, s := range list {
		if text, ok := a.readDocument(s); ok {
			h.file(s, text)
		}
	}
	if err := h.last(); err != nil {
		return err
	}
	if err := h.out.finish(a.worst != statusOK); err != nil {
		return err
	}
	return a.done()
}

// file prints the ids of the templates of one file.
func (h *hashing) file(s source.Source, text []byte) {
	h.name = s.Name
	if s.Name == h.common.stdinName {
		h.name = "-"
	}
	h.place = textPlace(h.display(), text)
	h.refused = false
	if found, _ := h.walk.Read(text); found == 0 && !h.refused {
		h.note(s.Name, "no template in it")
	}
}

// refuse reports what is wrong with a file around its templates.
func (h *hashing) refuse(d *diag.Diagnostic) {
	h.alone, h.refused = false, true
	h.flushFirst()
	h.failAt(d, h.place)
}

// display is what messages call the file at hand.
func (h *hashing) display() string {
	if h.name == "-" {
		return h.common.stdinName
	}
	return h.name
}

// template prints one template's id.
func (h *hashing) template(path string, doc *jsondoc.Doc, node, depth int) {
	h.total++
	if h.total > 1 || strings.Contains(path, "/dependencies/") {
		h.alone = false
		h.flushFirst()
	}
	if d := h.hasher.Check(doc, node, depth); d != nil {
		d.Path = path + d.Path
		h.failAt(d, h.place)
		return
	}
	h.found++
	exact := h.hasher.Canonical(doc, node)
	id := canon.ID(sha256.Sum256(exact))
	h.id = id.AppendHex(h.id[:0])
	switch {
	case h.explain:
		h.explained(path, doc, node, depth)
	case h.canonical && !h.json:
		h.exact = append(h.exact[:0], exact...)
	default:
		h.printID(path, exact)
	}
}

// printID prints the line of one template. That of the first waits until it
// is known whether there is a second.
func (h *hashing) printID(path string, exact []byte) {
	h.line = h.line[:0]
	if h.json {
		h.line = append(h.line, `{"file":`...)
		h.line = jsondoc.AppendQuoted(h.line, []byte(h.name), true)
		h.line = append(h.line, `,"path":`...)
		h.line = jsondoc.AppendQuoted(h.line, []byte(path), true)
		h.line = append(append(append(h.line, `,"id":"`...), h.id...), '"')
		if h.canonical {
			h.line = append(h.line, `,"canonical":`...)
			h.line = jsondoc.AppendQuoted(h.line, exact, true)
		}
		h.line = append(h.line, '}', '\n')
		h.out.Write(h.line)
		return
	}
	h.line = append(append(h.line, h.id...), ' ', ' ')
	h.line = safetext.Append(h.line, []byte(h.name))
	if path != "" {
		h.line = append(append(h.line, '#'), path...)
	}
	h.line = append(h.line, '\n')
	if h.alone {
		h.first = append(h.first[:0], h.line...)
		return
	}
	h.out.Write(h.line)
}

// flushFirst prints the line that waited: there is more than one template.
func (h *hashing) flushFirst() {
	if len(h.first) > 0 {
		h.out.Write(h.first)
		h.first = h.first[:0]
	}
}

// last prints what waited for the end of the input.
func (h *hashing) last() error {
	if h.canonical && !h.json {
		switch {
		case h.total > 1:
			return usagef("--canonical prints one template, and there are more; --json --canonical prints them all")
		case h.found == 0:
			return nil
		case h.unfit(h.exact):
			return unfitError()
		}
		h.out.Write(h.exact)
		return nil
	}
	if h.alone && len(h.first) > 0 {
		h.out.Write(append(h.id, '\n'))
		h.first = h.first[:0]
	}
	h.flushFirst()
	return nil
}

// hostile tells whether text holds anything that may not reach a terminal.
func hostile(text []byte) bool {
	return !utf8.Valid(text) || bytes.ContainsFunc(text, safetext.Hostile)
}

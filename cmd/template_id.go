package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
)

// templateIDOptions are the flags of template-id.
type templateIDOptions struct {
	canonical bool
	json      bool
	explain   bool
	check     string
	checkOptions
}

const templateIDUsage = "divtool template-id [FILE…]"

func (a *app) templateIDCommand() *cobra.Command {
	var o templateIDOptions
	c := &cobra.Command{
		Use:   "template-id [FILE…]",
		Short: "Print the ids of dependency templates",
		Long: `Template-id prints the id of a dependency tool template: 64 hex digits, the
SHA-256 of its canonical text. A file contains one template, an array of
templates, a registration (whose dependencies are templates), or a registration
that decode printed.

For one template, only the id is printed; otherwise each line is ID  FILE, where
FILE#PATH gives the place in the file. A template that the reference would
refuse is an error.`,
		Example: `  echo '{"image":{"digest":"sha256:'$(printf %064d 1)'"},"memory":268435456,
    "disk":1,"arguments":{},"mode":"transient"}' | tee tpl.json
  divtool template-id tpl.json
  divtool template-id --canonical tpl.json | sha256sum
  divtool template-id --explain tpl.json
  divtool template-id tpl.json tpl.json > ids.txt; cat ids.txt
  divtool template-id --check ids.txt`,
		RunE: func(_ *cobra.Command, args []string) error { return a.templateID(o, args) },
	}
	f := c.Flags()
	f.BoolVar(&o.canonical, "canonical", false, "print the hashed bytes of one template")
	f.BoolVar(&o.json, "json", false, "print one object per line: file, path, id")
	f.BoolVar(&o.explain, "explain", false, "show what is not hashed, and what is changed before hashing")
	f.StringVar(&o.check, "check", "", "verify the ids in `LIST`, lines ID  FILE, as `sha256sum --check` does")
	o.checkOptions.flags(f)
	c.MarkFlagsMutuallyExclusive("canonical", "explain", "check")
	c.MarkFlagsMutuallyExclusive("json", "explain", "check")
	a.progressFlag(c)
	return c
}

// templateIDRun is the state of one template-id command.
type templateIDRun struct {
	app           *app
	options       templateIDOptions
	out           *atomicfile.File
	walk          canon.Templates
	name          string       // of the current file; "-" for standard input
	place         report.Place // of errors in the current file
	refused       bool         // the current file has an error outside of its templates
	single        bool         // there may be only one template, which is printed as its id alone
	total         int
	validCount    int
	line          []byte
	firstLine     []byte // the line of the first template, until it is known to be the only one
	id            []byte
	canonicalText []byte
}

func (a *app) templateID(o templateIDOptions, args []string) error {
	h := templateIDRun{app: a, options: o}
	if err := a.startProgress("template"); err != nil {
		return err
	}
	h.walk = canon.Templates{Visit: h.visitTemplate, OnError: h.rejectFile, Unwrap: findRegistration}
	if o.check != "" {
		if len(args) > 0 {
			return usagef("`--check LIST` cannot be combined with files: the list names them")
		}
		return h.checkList()
	}
	if name := o.firstSet(); name != "" {
		return usagef("`--%s` requires `--check LIST`", name)
	}
	list, err := a.sources(args, templateIDUsage)
	if err != nil {
		return err
	}
	if h.out, err = a.openOutput(); err != nil {
		return err
	}
	h.single = len(list) == 1 && a.report.Outcome() == report.Clean
	for _, s := range list {
		if text, ok := a.readDocument(s); ok {
			h.hashFile(s, text)
		}
	}
	if err := h.finish(); err != nil {
		return err
	}
	if err := h.out.Finish(a.report.Outcome() != report.Clean); err != nil {
		return err
	}
	return a.exitError()
}

// hashFile prints the ids of the templates in one file.
func (h *templateIDRun) hashFile(s source.Source, text []byte) {
	h.name = s.Name
	if s.Name == h.app.common.stdinName {
		h.name = "-"
	}
	h.place = report.TextPlace(h.displayName(), text)
	h.refused = false
	if found, _ := h.walk.Read(text); found == 0 && !h.refused {
		h.app.report.Note(s.Name, "no template found")
	}
}

// rejectFile reports an error of a file outside of its templates.
func (h *templateIDRun) rejectFile(d *diag.Diagnostic) {
	h.single, h.refused = false, true
	h.flushFirst()
	input.NameContent(d, h.place.Text)
	h.app.report.FailAt(d, h.place)
}

// displayName returns the name of the current file for messages.
func (h *templateIDRun) displayName() string {
	if h.name == "-" {
		return h.app.common.stdinName
	}
	return h.name
}

// visitTemplate prints the id of one template, or what the flags ask for instead.
func (h *templateIDRun) visitTemplate(t *canon.VisitedTemplate) {
	h.total++
	h.app.progress.Count(1)
	if h.total > 1 || strings.Contains(t.Path, "/dependencies/") {
		h.single = false
		h.flushFirst()
	}
	if d, refused := diag.From(t.Err); refused {
		d.Path = t.Path + d.Path
		h.app.report.FailAt(d, h.place)
		return
	}
	h.validCount++
	h.id = t.ID.AppendHex(h.id[:0])
	switch {
	case h.options.explain:
		h.printExplanation(t)
	case h.options.canonical && !h.options.json:
		h.canonicalText = append(h.canonicalText[:0], t.Canonical...)
	default:
		h.printID(t.Path, t.Canonical)
	}
}

// maxChangeWidth is the width of the changes in an explanation, in columns.
const maxChangeWidth = 41

// printExplanation prints how the text that is hashed differs from the template.
func (h *templateIDRun) printExplanation(t *canon.VisitedTemplate) {
	theme := h.app.theme()
	place := text.Escape(h.displayName())
	if t.Path != "" {
		place += "#" + t.Path
	}
	width := h.app.terminal().LineWidth()
	fmt.Fprintln(h.out, term.Paragraph(width, 2, term.Span{Text: string(h.id), Style: theme.Strong}, term.Span{Text: "  " + place}))
	differences := canon.Explain(t.Doc, t.Node, t.Depth)
	if len(differences) == 0 {
		fmt.Fprint(h.out, term.Paragraph(width, 2, term.Span{Text: "  the template is hashed unchanged, with its members sorted by name"}))
	}
	table := term.Table{Indent: 2, Columns: []term.Column{{Min: len("not hashed")}}}
	for effect := canon.NotHashed; effect <= canon.HashedAsIs; effect++ {
		title := effect.String() // in the first of its rows
		for _, d := range differences {
			if d.Effect != effect {
				continue
			}
			what := strings.TrimSpace(jsondoc.DottedPointer(d.Path) + "  " + term.Truncate(d.Change, maxChangeWidth))
			table.Row(term.Cell{Text: title}, term.Cell{Text: text.Escape(what)}, term.Cell{Text: d.Reason, Style: theme.Accent})
			title = ""
		}
	}
	table.Fit(width)
	table.Print(h.out)
	fmt.Fprintln(h.out)
}

// printID prints the line of one template. The first line waits until it is known whether
// there is a second.
func (h *templateIDRun) printID(path string, canonicalText []byte) {
	h.line = h.line[:0]
	if h.options.json {
		h.line = append(h.line, `{"file":`...)
		h.line = jsondoc.AppendQuoted(h.line, []byte(h.name), true)
		h.line = append(h.line, `,"path":`...)
		h.line = jsondoc.AppendQuoted(h.line, []byte(path), true)
		h.line = append(append(append(h.line, `,"id":"`...), h.id...), '"')
		if h.options.canonical {
			h.line = append(h.line, `,"canonical":`...)
			h.line = jsondoc.AppendQuoted(h.line, canonicalText, true)
		}
		h.line = append(h.line, '}', '\n')
		h.out.Write(h.line)
		return
	}
	h.line = append(append(h.line, h.id...), ' ', ' ')
	h.line = text.AppendEscaped(h.line, []byte(h.name))
	if path != "" {
		h.line = append(append(h.line, '#'), path...)
	}
	h.line = append(h.line, '\n')
	if h.single {
		h.firstLine = append(h.firstLine[:0], h.line...)
		return
	}
	h.out.Write(h.line)
}

// flushFirst prints the line that waited, since there is more than one template.
func (h *templateIDRun) flushFirst() {
	if len(h.firstLine) > 0 {
		h.out.Write(h.firstLine)
		h.firstLine = h.firstLine[:0]
	}
}

// finish prints what waited for the end of the inputs.
func (h *templateIDRun) finish() error {
	if h.options.canonical && !h.options.json {
		switch {
		case h.total > 1:
			return usagef("`--canonical` prints one template, got several; use `--json --canonical`")
		case h.validCount == 0:
			return nil
		case h.app.unsafeForTerminal(h.canonicalText):
			return unsafeBytesError()
		}
		h.out.Write(h.canonicalText)
		return nil
	}
	if h.single && len(h.firstLine) > 0 {
		h.out.Write(append(h.id, '\n'))
		h.firstLine = h.firstLine[:0]
	}
	h.flushFirst()
	return nil
}

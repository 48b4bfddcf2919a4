package cmd

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/explainview"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/explain"
	"github.com/divtool/divtool/pkg/lint"
)

const explainUsage = "divtool explain WORD or FILE"

// explainOptions are the flags of explain.
type explainOptions struct {
	json bool
	kind string
}

func (a *app) explainCommand() *cobra.Command {
	var o explainOptions
	c := &cobra.Command{
		Use:   "explain WORD or FILE",
		Short: "Explain a word, a tag, a code, a rule or a document",
		Long: `Explain describes a word: the id of a lint rule, a frame type, a message or its
tag (19, 0x13), a command code (1000301), a code of an error or a warning, a
refusal of the daemon or of the reference, an invalidation mask (mask 5), a side
effect, a kind of grant or an action, a kind of document. If a word has several
meanings, all of them are shown, the most likely first.

A file of a kind that ` + "`divtool lint`" + ` checks is explained by its content: a
template with its id and its grants in plain English, a scope record, a tool
descriptor, and the findings of the rules.`,
		Example: `  divtool explain 19
  divtool explain template/secret-empty
  divtool explain laser.kv-set
  divtool explain mask 5
  echo '[{"agents":["create"]}]' | divtool explain -
  divtool explain --json 1000301 | jq -r '.[].title'`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return withPrefix(explain.Words(), toComplete), cobra.ShellCompDirectiveDefault
		},
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, "")) == "" {
				return &usageError{"explain requires a word or a file", "Usage: " + explainUsage}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.explainWord(o, args) },
	}
	c.Flags().BoolVar(&o.json, "json", false, "print an array of objects")
	c.Flags().StringVar(&o.kind, "kind", "", "treat the file as a document of `KIND`")
	completeValues(c, "kind", lint.KindNames)
	return c
}

// explainWord explains the arguments as one word, or else as the name of a file.
func (a *app) explainWord(o explainOptions, args []string) error {
	if o.kind != "" {
		if _, ok := lint.KindByName(o.kind); !ok {
			return checkFlagValue("kind", o.kind, lint.KindNames()...)
		}
	}
	word := strings.Join(args, " ")
	var entries []explain.Entry
	if o.kind == "" {
		entries = explain.Find(word)
	}
	if entries == nil {
		var err error
		if entries, err = a.explainFile(args, lint.Kind(o.kind)); err != nil {
			return err
		}
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	if o.json {
		text, err := json.Marshal(entries)
		if err != nil {
			return err
		}
		out.Write(report.IndentJSON(escapeHostile(text), false))
	} else {
		explainview.Print(out, a.terminal().LineWidth(), a.theme(), entries)
	}
	if err := out.Finish(false); err != nil {
		return err
	}
	return a.exitError()
}

func (a *app) explainFile(args []string, kind lint.Kind) ([]explain.Entry, error) {
	word := strings.Join(args, " ")
	if info, err := os.Stat(word); word != "-" && (err != nil || info.IsDir()) {
		if err == nil {
			return nil, usagef("%s is a directory; explain takes a word or a file", text.Escape(word))
		}
		return nil, unknownWordError(word, err)
	}
	found, err := source.Find(word, a.streams.In, a.common.stdinName)
	if err != nil {
		return nil, &usageError{message: err.Error()}
	}
	f, err := a.noteDecompressed(found[0]).Open()
	if err != nil {
		return nil, &usageError{message: err.Error()}
	}
	defer f.Close()
	limit := min(a.common.maxText, defaultMaxFrame)
	data, err := source.ReadUpTo(f, limit)
	switch {
	case errors.Is(err, source.ErrTooLarge):
		return nil, usagef("%s: the input is too large: %s", found[0].Name, explainLimit(limit, a.common.maxText))
	case err != nil:
		return nil, &usageError{message: err.Error()}
	}
	entries, refused, ok := explain.Document(found[0].Name, data, kind)
	if !ok {
		return nil, &usageError{
			message: found[0].Name + ": the document is of no known kind",
			hint:    "Use `--kind KIND` with one of " + strings.Join(lint.KindNames(), ", ") + "; use `divtool decode` for a frame",
		}
	}
	if refused {
		a.report.Record(report.Invalid)
	}
	return entries, nil
}

// explainLimit returns the limit of a file in words, with the flag that raises it.
func explainLimit(limit, maxText int64) string {
	if limit == maxText {
		return text.Limit(int(limit), "max-text")
	}
	return "the limit is " + text.Count(int(limit), "byte")
}

// unknownWordError returns the error of a word that is not known. err says why it is
// not a file.
func unknownWordError(word string, err error) error {
	if fault := explain.CheckMask(word); fault != nil {
		return usagef("%s", fault)
	}
	if !errors.Is(err, fs.ErrNotExist) && strings.ContainsAny(word, "/.") {
		return &usageError{message: err.Error()}
	}
	e := &usageError{
		message: text.Quote(word) + " is not a known word or a file" + text.Suggestion(word, explain.Words(), 0),
		hint:    "Use a rule, type, message, tag, code, mask, grant, kind or file; see `divtool explain --help`",
	}
	return e
}

// escapeHostile escapes what must not reach a terminal in a compact JSON text, where it
// can only be part of strings.
func escapeHostile(src []byte) []byte {
	var dst []byte
	for _, r := range string(src) {
		if text.IsHostile(r) {
			dst = text.AppendUnicodeEscape(dst, r)
		} else {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

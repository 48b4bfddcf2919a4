package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/schema"
)

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema KIND",
		Short: "Print the JSON Schema of a kind of document",
		Long: `Schema prints the JSON Schema (2020-12) of a kind of document that lint checks.
An editor uses it to validate and complete while you type. Lint also reports
everything that the schema rejects, and more that a schema cannot express.
` + "`divtool schema config`" + ` prints the schema of ` + config.FileName + `.

` + strings.Join(term.Wrap("Kinds: "+strings.Join(schemaKinds(), ", ")+".", usageWidth), "\n"),
		Example: `  divtool schema template > template.schema.json; head -3 template.schema.json
  divtool schema scope-record | jq -r '."$defs" | keys[]'`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return schemaKinds(), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{fmt.Sprintf("schema takes one kind, got %d", len(args)), "KIND is one of " + strings.Join(schemaKinds(), ", ")}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.schema(args[0]) },
	}
}

// configKind is the schema of the configuration of lint.
const configKind = "config"

// schemaKinds returns what has a schema.
func schemaKinds() []string { return append(schema.Kinds(), configKind) }

func (a *app) schema(kind string) error {
	text, ok := schema.Of(kind)
	if kind == configKind {
		text, ok = config.Schema(), true
	}
	if !ok {
		return unknownValueError("kind", kind, schemaKinds())
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	out.Write(report.IndentJSON(text, a.colouredJSON()))
	return out.Finish(false)
}

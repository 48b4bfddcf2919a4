package cmd

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/schema"
)

const schemaUsage = "divtool schema KIND"

func (a *app) schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema KIND",
		Short: "Print a JSON Schema of a kind of document",
		Long: `Schema prints a JSON Schema (2020-12) of a kind of document that lint knows, so
that an editor validates and completes while you type. What a schema refuses,
lint refuses too; lint finds more, since much cannot be said in a schema.

Kinds: ` + strings.Join(schema.Kinds(), ", ") + `.`,
		Example: `  divtool schema template > template.schema.json && head -3 template.schema.json
  divtool schema scope-record | jq -r '."$defs".ScopeAttributes.properties | keys[]'`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return schema.Kinds(), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{"schema takes one kind: " + strings.Join(schema.Kinds(), ", "), "Usage: " + schemaUsage}
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return a.schema(args[0]) },
	}
}

func (a *app) schema(kind string) error {
	text, ok := schema.Of(kind)
	if !ok {
		return unknownKindError(kind)
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	out.Write(report.IndentJSON(text, a.coloured()))
	return out.Finish(false)
}

// unknownKindError returns the error of an unknown kind, with the nearest one.
func unknownKindError(kind string) error {
	if suggestion := nearest(kind, schema.Kinds()); suggestion != "" {
		return usagef("there is no kind %s: did you mean %s?", kind, suggestion)
	}
	return usagef("there is no kind %s: one of %s is needed", kind, strings.Join(schema.Kinds(), ", "))
}

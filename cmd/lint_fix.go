package cmd

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/text"
)

// lintFixOptions are the flags of lint that change documents.
type lintFixOptions struct {
	mode     string // "", fixSafe or fixIDChanging
	diff     bool
	exitCode bool
}

// The values of --fix.
const (
	fixSafe       = "safe"
	fixIDChanging = "id-changing"
)

func (o *lintFixOptions) flags(c *cobra.Command) {
	f := c.Flags()
	enumFlag(c, &o.mode, "fix", "", "correct what is clear and changes no id; `=id-changing`: also what changes ids", func() []string { return []string{fixSafe, fixIDChanging} })
	f.Lookup("fix").NoOptDefVal = fixSafe
	f.BoolVar(&o.diff, "diff", false, "print what --fix would change as a unified diff, and change nothing")
	f.BoolVar(&o.exitCode, "exit-non-zero-on-fix", false, "give status 1 when something is fixed")
	c.MarkFlagsMutuallyExclusive("fix", "write-baseline")
	c.MarkFlagsMutuallyExclusive("diff", "write-baseline")
}

// lintFixOptions returns the options of a run. --diff alone is that of --fix.
func (a *app) lintFixOptions(o *lintOptions) (lintrun.FixOptions, error) {
	fix := lintrun.FixOptions{Diff: o.fix.diff, Fails: o.fix.exitCode, Escape: a.toTerminal()}
	switch {
	case o.fix.mode == fixIDChanging:
		fix.Mode = lintrun.FixIDChanging
	case o.fix.mode == fixSafe || o.fix.mode == "" && o.fix.diff:
		fix.Mode = lintrun.FixSafe
	case o.fix.mode != "":
		return fix, checkFlagValue("fix", o.fix.mode, fixSafe, fixIDChanging)
	case o.fix.exitCode:
		return fix, usagef("`--exit-non-zero-on-fix` requires `--fix` or `--diff`")
	}
	if fix.Diff && o.format != "text" {
		return fix, usagef("`--diff` cannot be combined with `--format %s`: both write to standard output; use `--output %[1]s=FILE`", o.format)
	}
	return fix, nil
}

// checkFixedInput checks the inputs that are fixed. The fixed text of standard input goes to
// standard output, so that nothing else can.
func (o *lintOptions) checkFixedInput(args []string) error {
	if o.fix.mode == "" || o.fix.diff || !slices.Contains(args, "-") {
		return nil
	}
	switch {
	case len(args) > 1:
		return usagef("`--fix` writes the fixed text of standard input to standard output, so that it cannot be combined with files")
	case o.format != "text":
		return usagef("`--fix` writes the fixed text to standard output; use `--output %s=FILE` for the report", o.format)
	}
	return nil
}

// fixesToOutput reports whether fixes are written to the output, in place of the report.
func (o *lintOptions) fixesToOutput(args []string) bool {
	return o.fix.diff || o.fix.mode != "" && slices.Contains(args, "-")
}

// summary returns what the last line says about fixes.
func (o *lintFixOptions) summary(count int) string {
	if o.diff {
		return text.Count(count, "finding") + " would be fixed"
	}
	return text.Count(count, "finding") + " fixed"
}

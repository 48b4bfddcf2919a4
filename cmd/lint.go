package cmd

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/lintrun"
	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	format        string
	outputs       []string
	writeBaseline string
	configFile    string
	noConfig      bool
	noIgnore      bool
	printConfig   string
	jobs          int
	listRules     bool
	json          bool
	fix           lintFixOptions
	keys          config.Section // the flags that are also keys of a configuration
}

func (a *app) lintCommand() *cobra.Command {
	var o lintOptions
	c := &cobra.Command{
		Use:   "lint [FILE, DIR or GLOB…]",
		Short: "Check documents for what a peer would refuse",
		Long: `Lint reports before deployment what a peer would refuse, drop or ignore, with
the line, the reason, the correction, and the refusal that the peer would give.

The kind of a document is detected from its members, or set with --kind. In a
directory, lint reads every *.json file, but skips files of no known kind, hidden
directories, and what .gitignore files exclude. In a pattern, ** matches any
number of directories. ` + "`--list-rules`" + ` lists the rules;
` + "`divtool explain RULE`" + ` describes one.

A ` + config.FileName + ` file sets the same keys as the flags from --kind to
--declared-secret below, for all files or by pattern. The nearest one above each
file applies; the search stops at a directory that contains .git. Flags override
it. ` + "`--print-config FILE`" + ` shows the settings of a file and their origin.

--fix corrects faults whose intended form is clear, and changes only the bytes at
fault. No id of a template changes, unless --fix=id-changing allows it. --diff
shows the changes and makes none.

A baseline suppresses known findings. An entry applies until its value changes,
and follows a file that is moved, but not a copy; an entry that matches nothing
is the finding baseline/unused.`,
		Example: `  echo '[{"agents":["lst"]}]' > grants.json; divtool lint --fail-on never .
  echo '[{"agents":["lst"]}]' | divtool lint --format json - | jq -r '.[].rule'
  divtool lint --fail-on never --output sarif=lint.sarif grants.json
  divtool lint --format github --fail-on never '*.json'
  echo '[{"agents":["Create"]}]' | divtool lint --diff -
  divtool lint --write-baseline known.json . && cat known.json
  divtool lint --baseline known.json --format junit grants.json
  divtool lint --print-config grants.json
  divtool lint --list-rules`,
		RunE: func(c *cobra.Command, args []string) error {
			o.keys = flagValues(c.Flags())
			return a.lint(o, args)
		},
	}
	o.flags(c)
	a.progressFlag(c)
	o.fix.flags(c)
	return c
}

// flags declares the flags, among them one for each key of a configuration.
func (o *lintOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	enumFlag(c, &o.format, "format", "text", "print findings as `FORMAT`", lintreport.Names)
	f.StringArrayVar(&o.outputs, "output", nil, "also write a report to a file: `FORMAT=FILE`")
	for _, key := range config.Keys() {
		if key.ValueKind == config.Scalar {
			f.String(key.Name, "", key.Meaning)
		} else {
			f.StringArray(key.Name, nil, key.Meaning)
		}
		switch {
		case key.Allowed == nil:
		case key.ValueKind == config.Map:
			completeKeys(c, key.Name, key.Allowed)
		default:
			completeValues(c, key.Name, key.Allowed)
		}
	}
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the current findings to `FILE` and report none")
	f.StringVar(&o.configFile, "config", "", "use the configuration `FILE` for all files")
	f.BoolVar(&o.noConfig, "no-config", false, "ignore configuration files")
	f.BoolVar(&o.noIgnore, "no-ignore", false, "in directories, also lint what .gitignore files exclude")
	f.StringVar(&o.printConfig, "print-config", "", "print the settings of `FILE` and their origin")
	f.IntVar(&o.jobs, "jobs", min(runtime.GOMAXPROCS(0), maxJobs), "lint `N` files at a time")
	f.BoolVar(&o.listRules, "list-rules", false, "list the rules")
	f.BoolVar(&o.json, "json", false, "with --list-rules: print an array of objects")
	for _, flagName := range []string{"output", "write-baseline"} {
		c.MarkFlagsMutuallyExclusive("print-config", "list-rules", flagName)
	}
	completeKeys(c, "output", lintreport.Names)
}

// flagValues returns the values of the flags that are keys of a configuration and
// were given.
func flagValues(f *pflag.FlagSet) (s config.Section) {
	for _, key := range config.Keys() {
		flag := f.Lookup(key.Name)
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if flag.Changed {
				s.Values = append(s.Values, config.Value{Key: key.Name, Text: v, Offset: -1})
			}
		}
	}
	return s
}

func (a *app) lint(o lintOptions, args []string) error {
	switch {
	case o.listRules && len(args) > 0:
		return usagef("`--list-rules` cannot be combined with files")
	case o.listRules:
		if err := checkFlagValue("format", o.format, "text", "json"); err != nil {
			return err
		}
		return a.listRules(o.json || o.format == "json")
	case o.json:
		return usagef("`--json` requires `--list-rules`; use `--format json` for findings")
	}
	if err := o.check(a.common.outFile); err != nil {
		return err
	}
	files, err := o.reportFiles(a.common.outFile)
	if err != nil {
		return err
	}
	options := a.lintRunOptions(&o)
	if options.Fix, err = a.lintFixOptions(&o); err != nil {
		return err
	}
	if o.printConfig == "" {
		if args, options.Stdin, err = a.lintArguments(args, options.Stdin); err != nil {
			return err
		}
		if err := o.checkFixedInput(args); err != nil {
			return err
		}
	}
	if err := a.startProgress("file"); err != nil {
		return err
	}
	if a.progress != nil {
		options.Meter = a.progress
	}
	runner, err := lintrun.New(options, a.report)
	if err != nil {
		return err
	}
	if o.printConfig != "" {
		return a.printLintConfig(runner, o.printConfig, args)
	}
	reports, err := a.lintReports(&o, files)
	if err != nil {
		return err
	}
	if o.fixesToOutput(args) {
		reports.Fixed, reports.Out = reports.Out, atomicfile.NewStream(a.streams.Err)
	}
	defer signal.Reset(syscall.SIGPIPE)
	if err := runner.Run(args, reports); err != nil {
		return err
	}
	a.printLintSummary(&o, runner.Totals())
	return a.exitError()
}

// maxJobs is the largest number of workers.
const maxJobs = 1024

// check checks the values of the flags and their combinations. outFile is that of -o.
func (o *lintOptions) check(outFile string) error {
	if name, file, ok := strings.Cut(outFile, "="); ok && file != "" && lintreport.ByName(name) != nil {
		return usagef("`-o %s` is not a file name; use `--output %[1]s`", outFile)
	}
	if lintreport.ByName(o.format) == nil {
		return checkFlagValue("format", o.format, lintreport.Names()...)
	}
	if o.jobs < 1 || o.jobs > maxJobs {
		return usagef("`--jobs` must be from 1 to %d, got %d", maxJobs, o.jobs)
	}
	if o.writeBaseline == "-" && o.format != "text" {
		return usagef("`--write-baseline -` cannot be combined with `--format %s`: both write to standard output", o.format)
	}
	if o.noConfig && o.configFile != "" {
		return usagef("`--config` cannot be combined with `--no-config`")
	}
	keys := config.Keys()
	for _, v := range o.keys.Values {
		key := &keys[slices.IndexFunc(keys, func(k config.Key) bool { return k.Name == v.Key })]
		if err := key.Check(v.Text); err != nil {
			return usagef("`--%s`: %s", v.Key, err)
		}
	}
	return nil
}

func (a *app) lintRunOptions(o *lintOptions) lintrun.Options {
	return lintrun.Options{
		Flags: o.keys, ConfigFile: o.configFile, NoConfig: o.noConfig, NoIgnore: o.noIgnore, WriteBaseline: o.writeBaseline,
		Jobs: o.jobs, MaxErrors: a.common.maxErrors, MaxText: a.common.maxText, AllowEmpty: a.common.allowEmpty,
		Stdin: a.streams.In, StdinName: a.common.stdinName, StdinInfo: a.streams.inInfo(),
		Workspace: cmp.Or(a.streams.Env("GITHUB_WORKSPACE"), a.streams.Env("CI_PROJECT_DIR")),
		GOGC:      a.streams.Env("GOGC"), Version: version(), Theme: a.theme(), Width: a.terminal().LineWidth(),
	}
}

func (a *app) printLintConfig(runner *lintrun.Runner, file string, args []string) error {
	if len(args) > 0 {
		return usagef("`--print-config FILE` cannot be combined with other files")
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	if err := runner.PrintConfig(out, file); err != nil {
		return err
	}
	if err := out.Finish(false); err != nil {
		return err
	}
	return a.exitError()
}

// lintDirectoryHint shows what to do when there is nothing to lint.
const lintDirectoryHint = "Use `divtool lint .` to lint the *.json files below a directory"

// lintArguments returns the arguments, or standard input when there are none. It is an
// error when standard input has nothing to lint, which is usual in CI.
func (a *app) lintArguments(args []string, in io.Reader) ([]string, io.Reader, error) {
	if len(args) > 0 {
		return args, in, nil
	}
	if a.streams.InTerminal {
		return nil, nil, noInputError(lintDirectoryHint)
	}
	b := bufio.NewReader(in)
	if head, err := b.Peek(b.Size()); errors.Is(err, io.EOF) && len(bytes.TrimSpace(head)) == 0 {
		if a.common.allowEmpty {
			return nil, b, nil
		}
		return nil, nil, &usageError{"nothing to lint: no file is given, and standard input is empty", lintDirectoryHint}
	}
	return []string{"-"}, b, nil
}

// lintReports opens the output of the main report. files are further reports.
func (a *app) lintReports(o *lintOptions, files []lintrun.ReportFile) (lintrun.Reports, error) {
	out, err := a.openOutput()
	return lintrun.Reports{
		Format: lintreport.ByName(o.format), Out: out, Name: a.common.outFile, Files: files, Create: a.files.Create,
		OnFiles: func() { signal.Ignore(syscall.SIGPIPE) },
	}, err
}

// reportFiles parses the values of --output. Each file must be written only once.
func (o *lintOptions) reportFiles(outFile string) (files []lintrun.ReportFile, err error) {
	used := []string{filepath.Clean(outFile), filepath.Clean(o.writeBaseline)}
	for _, value := range o.outputs {
		name, file, ok := strings.Cut(value, "=")
		format := lintreport.ByName(name)
		switch {
		case !ok || file == "":
			return nil, usagef("`--output`: %s", text.Expected("FORMAT=FILE, such as sarif=lint.sarif", text.Quote(value)))
		case format == nil:
			return nil, checkFlagValue("output", name, lintreport.Names()...)
		case file == "-" || file == "/dev/stdout":
			return nil, usagef("`--output %s` cannot write to standard output; use `--format %s`", value, name)
		case slices.Contains(used, filepath.Clean(file)):
			return nil, usagef("`--output`: %s is also written by another flag", text.Quote(file))
		}
		used = append(used, filepath.Clean(file))
		files = append(files, lintrun.ReportFile{Format: format, Name: file})
	}
	return files, nil
}

// printLintSummary prints the counts on standard error.
func (a *app) printLintSummary(o *lintOptions, t lintrun.Totals) {
	if a.report.JSON || t.Files+t.Skipped+t.Excluded == 0 {
		return
	}
	line := text.Count(t.Files, "file") + ", " + text.Count(t.Findings[diag.Error], "error") + ", " + text.Count(t.Findings[diag.Warning], "warning")
	if n := t.Findings[diag.Info]; n > 0 {
		line += fmt.Sprintf(", %d info", n)
	}
	switch {
	case t.Hidden > 0 && a.common.maxErrors > 0:
		line += fmt.Sprintf("; %d not shown (`--max-errors %d`)", t.Hidden, a.common.maxErrors)
	case t.Hidden > 0:
		line += fmt.Sprintf("; %d not shown: too many in one file", t.Hidden)
	}
	if t.Fixed > 0 {
		line += "; " + o.fix.summary(t.Fixed)
	}
	if t.Known > 0 {
		line += "; " + text.Count(t.Known, "known finding")
	}
	if t.Skipped > 0 {
		line += fmt.Sprintf("; %s of no known kind skipped", text.Count(t.Skipped, "file"))
	}
	if t.Excluded > 0 {
		line += fmt.Sprintf("; %s excluded", text.Count(t.Excluded, "file"))
	}
	a.report.Line(line)
}

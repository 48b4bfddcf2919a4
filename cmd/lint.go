package cmd

import (
	"fmt"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

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
	printConfig   string
	jobs          int
	listRules     bool
	json          bool
	keys          config.Section // the flags that are also keys of a configuration
}

func (a *app) lintCommand() *cobra.Command {
	var o lintOptions
	c := &cobra.Command{
		Use:   "lint [FILE, DIR or GLOB…]",
		Short: "Say what a peer would refuse",
		Long: `Lint says before deployment what a peer would refuse, drop or ignore: with the
line, the reason, what to write instead, and the refusal the peer would give.

The kind of a document is told by its members, or given with --kind. In a
directory every *.json is linted, files of no kind are skipped; in a pattern **
stands for any number of directories. ` + "`--list-rules`" + ` lists the rules, and
` + "`divtool explain RULE`" + ` says more of one.

The nearest ` + config.FileName + ` above each file says the same as the flags from --kind
to --declared-secret below, for all files or by pattern; flags beat it. The
search ends behind a directory that holds .git. ` + "`--print-config FILE`" + ` shows what
applies to a file, and where each part comes from.

A baseline silences the findings it knows, each as long as its value stays as
it is. An entry that is of no use any more is the finding baseline/unused.`,
		Example: `  divtool lint examples/template.json
  divtool lint --fail-on warning examples/service.json
  divtool lint --format json examples/template.json | jq -r '.[].rule'
  divtool lint --fail-on never --output sarif=lint.sarif --output junit=lint.xml examples/refused.json
  divtool lint --format github --fail-on never examples/refused.json
  divtool lint --write-baseline known.json examples && divtool lint --baseline known.json --format json examples
  divtool lint --print-config examples/template.json
  divtool lint --list-rules`,
		RunE: func(c *cobra.Command, args []string) error {
			o.keys = flagValues(c.Flags())
			return a.lint(o, args)
		},
	}
	o.flags(c)
	return c
}

// flags declares the flags, among them one for each key of a configuration.
func (o *lintOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	enumFlag(c, &o.format, "format", "text", "how findings are printed", lintreport.Names)
	f.StringArrayVar(&o.outputs, "output", nil, "also write a report to a file, whole or not at all: `FORMAT=FILE`")
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
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings there are to `FILE`, and report none")
	f.StringVar(&o.configFile, "config", "", "read the configuration from `FILE` for all files")
	f.BoolVar(&o.noConfig, "no-config", false, "read no configuration")
	f.StringVar(&o.printConfig, "print-config", "", "print what applies to `FILE`, and where it comes from")
	f.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "how many files are linted at a time")
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
		return usagef("--list-rules takes no files")
	case o.listRules:
		if err := checkFlagValue("format", o.format, "text", "json"); err != nil {
			return err
		}
		return a.listRules(o.json || o.format == "json")
	case o.json:
		return usagef("--json is of --list-rules; findings are printed as JSON with --format json")
	}
	if err := o.check(); err != nil {
		return err
	}
	runner, err := lintrun.New(a.lintRunOptions(&o), a.report)
	if err != nil {
		return err
	}
	if o.printConfig != "" {
		return a.printLintConfig(runner, o.printConfig, args)
	}
	if args, err = a.lintArguments(args); err != nil {
		return err
	}
	reports, err := a.lintReports(&o)
	if err != nil {
		return err
	}
	defer signal.Reset(syscall.SIGPIPE)
	if err := runner.Run(args, reports); err != nil {
		return err
	}
	a.printLintSummary(runner.Totals())
	return a.exitError()
}

// check checks the values of the flags and their combinations.
func (o *lintOptions) check() error {
	if lintreport.ByName(o.format) == nil {
		return checkFlagValue("format", o.format, lintreport.Names()...)
	}
	if o.jobs < 1 {
		return usagef("--jobs must be at least 1")
	}
	if o.writeBaseline == "-" && o.format != "text" {
		return usagef("--write-baseline - prints where --format %s would", o.format)
	}
	if o.noConfig && o.configFile != "" {
		return usagef("--config and --no-config contradict each other")
	}
	keys := config.Keys()
	for _, v := range o.keys.Values {
		key := &keys[slices.IndexFunc(keys, func(k config.Key) bool { return k.Name == v.Key })]
		if err := key.Check(v.Text); err != nil {
			return usagef("--%s: %s", v.Key, err)
		}
	}
	return nil
}

func (a *app) lintRunOptions(o *lintOptions) lintrun.Options {
	return lintrun.Options{
		Flags: o.keys, ConfigFile: o.configFile, NoConfig: o.noConfig, WriteBaseline: o.writeBaseline,
		Jobs: o.jobs, MaxErrors: a.common.maxErrors, MaxText: a.common.maxText, AllowEmpty: a.common.allowEmpty,
		Stdin: a.streams.In, StdinName: a.common.stdinName,
		GOGC: a.streams.Env("GOGC"), Version: version(), Theme: a.theme(),
	}
}

func (a *app) printLintConfig(runner *lintrun.Runner, file string, args []string) error {
	if len(args) > 0 {
		return usagef("--print-config takes its file as its value, and no others")
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

// lintArguments returns the arguments, or standard input when there are none.
func (a *app) lintArguments(args []string) ([]string, error) {
	if len(args) > 0 {
		return args, nil
	}
	if a.streams.InTerminal {
		return nil, &usageError{"nothing to read: no file, and standard input is a terminal", "Usage: divtool lint [FILE, DIR or GLOB…]"}
	}
	return []string{"-"}, nil
}

// lintReports parses --output and opens the output of the main report.
func (a *app) lintReports(o *lintOptions) (lintrun.Reports, error) {
	files, err := o.reportFiles(a.common.outFile)
	if err != nil {
		return lintrun.Reports{}, err
	}
	out, err := a.openOutput()
	return lintrun.Reports{
		Format: lintreport.ByName(o.format), Out: out, Files: files, Create: a.files.Create,
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
			return nil, usagef("--output takes FORMAT=FILE, not %q", value)
		case format == nil:
			return nil, checkFlagValue("output", name, lintreport.Names()...)
		case file == "-" || file == "/dev/stdout":
			return nil, usagef("--output %s: standard output is where --format %s prints", value, name)
		case slices.Contains(used, filepath.Clean(file)):
			return nil, usagef("--output: %s is written already", file)
		}
		used = append(used, filepath.Clean(file))
		files = append(files, lintrun.ReportFile{Format: format, Name: file})
	}
	return files, nil
}

// printLintSummary prints the counts on standard error.
func (a *app) printLintSummary(t lintrun.Totals) {
	if a.report.JSON || t.Files+t.Skipped == 0 {
		return
	}
	line := text.Count(t.Files, "file") + ", " + text.Count(t.Findings[diag.Error], "error") + ", " + text.Count(t.Findings[diag.Warning], "warning")
	if n := t.Findings[diag.Info]; n > 0 {
		line += fmt.Sprintf(", %d info", n)
	}
	switch {
	case t.Hidden > 0 && a.common.maxErrors > 0:
		line += fmt.Sprintf("; %d not shown: --max-errors %d", t.Hidden, a.common.maxErrors)
	case t.Hidden > 0:
		line += fmt.Sprintf("; %d not shown: more than can be kept of a file", t.Hidden)
	}
	if t.Known > 0 {
		line += "; " + text.Count(t.Known, "known finding")
	}
	if t.Skipped > 0 {
		line += fmt.Sprintf("; %s of no kind skipped", text.Count(t.Skipped, "file"))
	}
	fmt.Fprintln(a.streams.Err, line)
}

package cmd

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/lintconfig"
	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// lintOptions are the flags of lint that are no keys of a configuration.
type lintOptions struct {
	format        string
	outputs       []string
	writeBaseline string
	config        string
	noConfig      bool
	printConfig   string
	jobs          int
	listRules     bool
	json          bool
	keys          lintconfig.Section // what the flags that are keys say
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

The nearest ` + lintconfig.FileName + ` above each file says the same as the flags from --kind
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

// flags are those of lint, the keys of a configuration among them.
func (o *lintOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.SortFlags = false
	enumFlag(c, &o.format, "format", "text", "how findings are printed", lintreport.Names)
	f.StringArrayVar(&o.outputs, "output", nil, "also write a report to a file, whole or not at all: `FORMAT=FILE`")
	for _, key := range lintconfig.Keys() {
		if key.ValueKind == lintconfig.Scalar {
			f.String(key.Name, "", key.Meaning)
		} else {
			f.StringArray(key.Name, nil, key.Meaning)
		}
		switch {
		case key.Allowed == nil:
		case key.ValueKind == lintconfig.Map:
			completeKeys(c, key.Name, key.Allowed)
		default:
			completeValues(c, key.Name, key.Allowed)
		}
	}
	f.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings there are to `FILE`, and report none")
	f.StringVar(&o.config, "config", "", "read the configuration from `FILE` for all files")
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

// flagValues are the values of the flags that are keys of a configuration.
func flagValues(f *pflag.FlagSet) (s lintconfig.Section) {
	for _, key := range lintconfig.Keys() {
		flag := f.Lookup(key.Name)
		values := []string{flag.Value.String()}
		if list, ok := flag.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if flag.Changed {
				s.Values = append(s.Values, lintconfig.Value{Key: key.Name, Text: v, Offset: -1})
			}
		}
	}
	return s
}

// lintRun is a lint command at work.
type lintRun struct {
	*app
	lintOptions
	settings     *lintResolver
	reports      []*lintOutput   // the first is what --format asks for
	baselineOut  *baselineWriter // nil when none is written
	gc           gcTuner
	reported     map[*lintProblem]bool
	totals       [3]int
	files        int
	skipped      int
	suppressed   int
	shown        int // findings, counted when --max-errors limits them
	hidden       int
	limitReached atomic.Bool // no more findings may be shown
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
	l := lintRun{app: a, lintOptions: o, reported: map[*lintProblem]bool{}}
	if err := l.check(); err != nil {
		return err
	}
	if o.printConfig != "" {
		return l.showConfig(args)
	}
	args, err := a.lintArguments(args)
	if err != nil {
		return err
	}
	if err := l.openReports(); err != nil {
		return err
	}
	defer l.discardReports()
	if err := l.run(args); err != nil {
		return err
	}
	if err := l.reportUnused(); err != nil {
		return err
	}
	l.checkEmpty()
	if err := l.closeReports(); err != nil {
		return err
	}
	l.summary()
	return a.exitError()
}

// check settles what the flags say.
func (l *lintRun) check() error {
	if lintreport.ByName(l.format) == nil {
		return checkFlagValue("format", l.format, lintreport.Names()...)
	}
	if l.jobs < 1 {
		return usagef("--jobs must be at least 1")
	}
	if l.writeBaseline == "-" && l.format != "text" {
		return usagef("--write-baseline - prints where --format %s would", l.format)
	}
	if l.noConfig && l.config != "" {
		return usagef("--config and --no-config contradict each other")
	}
	keys := lintconfig.Keys()
	for _, v := range l.keys.Values {
		key := &keys[slices.IndexFunc(keys, func(k lintconfig.Key) bool { return k.Name == v.Key })]
		if err := key.Check(v.Text); err != nil {
			return usagef("--%s: %s", v.Key, err)
		}
	}
	var err error
	l.settings, err = l.resolver()
	return err
}

// reportRun is what is true of all reports of this run.
func (l *lintRun) reportRun() *lintreport.Run {
	run := &lintreport.Run{Version: version(), Rules: lint.Rules()}
	run.Theme = l.theme()
	run.Dir = string(l.settings.dir)
	return run
}

// checkEmpty complains when there was nothing to lint.
func (l *lintRun) checkEmpty() {
	if l.files == 0 && l.worst < statusUsage && !l.common.allowEmpty {
		l.reportUnreadable(fmt.Errorf("nothing to lint: no file of a known kind"))
	}
}

// summary says on standard error how much was found.
func (l *lintRun) summary() {
	if l.report.JSON || l.files+l.skipped == 0 {
		return
	}
	line := text.Quantity(l.files, "file") + ", " + text.Quantity(l.totals[diag.Error], "error") + ", " + text.Quantity(l.totals[diag.Warning], "warning")
	if n := l.totals[diag.Info]; n > 0 {
		line += fmt.Sprintf(", %d info", n)
	}
	switch {
	case l.hidden > 0 && l.common.maxErrors > 0:
		line += fmt.Sprintf("; %d not shown: --max-errors %d", l.hidden, l.common.maxErrors)
	case l.hidden > 0:
		line += fmt.Sprintf("; %d not shown: more than can be kept of a file", l.hidden)
	}
	if l.suppressed > 0 {
		line += "; " + text.Quantity(l.suppressed, "known finding")
	}
	if l.skipped > 0 {
		line += fmt.Sprintf("; %s of no kind skipped", text.Quantity(l.skipped, "file"))
	}
	fmt.Fprintln(l.streams.Err, line)
}

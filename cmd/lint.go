package cmd

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/report"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	kind      string
	format    string
	failOn    string
	disable   []string
	enable    []string
	severity  []string
	jobs      int
	listRules bool
	json      bool
	context   lintContextOptions
}

var (
	lintFormats = []string{"text", "json"}
	failLevels  = []string{"error", "warning", "info", "never"}
)

func (a *app) lintCommand() *cobra.Command {
	var o lintOptions
	c := &cobra.Command{
		Use:   "lint [FILE, DIR or GLOB…]",
		Short: "Say what a peer would refuse",
		Long: `Lint says before deployment what a peer would refuse, drop or ignore: with the
line, the reason, what to write instead, and the refusal the peer would give.

The kind of a document is told by its members, or given with --kind. In a
directory every *.json is linted, files of no kind are skipped. ` + "`--list-rules`" + `
lists the rules, ` + "`divtool explain RULE`" + ` says more of one.`,
		Example: `  divtool lint examples/template.json
  divtool lint --fail-on warning examples/service.json
  divtool lint --format json examples/template.json | jq -r '.[].rule'
  divtool lint --list-rules`,
		RunE: func(_ *cobra.Command, args []string) error { return a.lint(o, args) },
	}
	f := c.Flags()
	f.StringVar(&o.kind, "kind", "", "the `KIND` of the documents: "+strings.Join(kindNames(), ", "))
	f.StringVar(&o.format, "format", "text", "how findings are printed: "+strings.Join(lintFormats, ", "))
	f.StringVar(&o.failOn, "fail-on", "error", "the least `LEVEL` that makes the status 1: "+strings.Join(failLevels, ", "))
	f.StringArrayVar(&o.disable, "disable", nil, "do not report this `RULE`")
	f.StringArrayVar(&o.enable, "enable", nil, "report this `RULE` although it is disabled")
	f.StringArrayVar(&o.severity, "severity", nil, "report a rule with another severity: `RULE=LEVEL`")
	f.IntVar(&o.jobs, "jobs", runtime.GOMAXPROCS(0), "how many files are linted at a time")
	f.BoolVar(&o.listRules, "list-rules", false, "list the rules")
	f.BoolVar(&o.json, "json", false, "with --list-rules: print an array of objects")
	o.context.flags(f)
	completeWords(c, "kind", kindNames)
	completeWords(c, "format", func() []string { return lintFormats })
	completeWords(c, "fail-on", func() []string { return failLevels })
	completeWords(c, "disable", ruleIDs)
	completeWords(c, "enable", ruleIDs)
	return c
}

func kindNames() []string {
	var names []string
	for _, k := range lint.Kinds() {
		names = append(names, string(k.Kind))
	}
	return names
}

func ruleIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// linting is a lint command at work.
type linting struct {
	*app
	lintOptions
	kind    lint.Kind
	config  lint.Config
	context *lint.Context
	out     *output
	theme   report.Theme
	pace    gcPace
	fail    int // the least severity that fails, as an index of failLevels
	totals  [3]int
	files   int
	skipped int
	printed int
}

func (a *app) lint(o lintOptions, args []string) error {
	if o.listRules {
		return a.listRules(o.json)
	}
	l := linting{app: a, lintOptions: o}
	if err := l.check(); err != nil {
		return err
	}
	args, err := a.lintArguments(args)
	if err != nil {
		return err
	}
	if l.out, err = a.output(); err != nil {
		return err
	}
	l.theme = report.NewTheme(a.streams.colour(a.common.colour, a.toTerminal()))
	if l.format == "json" {
		l.out.Write([]byte("["))
	}
	if err := l.run(args); err != nil {
		return err
	}
	if l.format == "json" {
		l.closeJSON()
	}
	if err := l.out.finish(false); err != nil {
		return err
	}
	l.summary()
	return a.done()
}

// check settles what the flags say.
func (l *linting) check() error {
	if l.lintOptions.kind != "" {
		kind, ok := lint.KindByName(l.lintOptions.kind)
		if !ok {
			return oneOfFlag("kind", l.lintOptions.kind, kindNames()...)
		}
		l.kind = kind
	}
	if err := oneOfFlag("format", l.format, lintFormats...); err != nil {
		return err
	}
	if err := oneOfFlag("fail-on", l.failOn, failLevels...); err != nil {
		return err
	}
	if l.jobs < 1 {
		return usagef("--jobs must be at least 1")
	}
	l.config = lint.Config{Disable: l.disable, Enable: l.enable, Max: l.common.maxErrors}
	for _, s := range l.severity {
		rule, level, ok := strings.Cut(s, "=")
		i := slices.Index(failLevels[:3], level)
		if !ok || i < 0 {
			return usagef("--severity takes RULE=error, RULE=warning or RULE=info, not %q", s)
		}
		if l.config.Severity == nil {
			l.config.Severity = map[string]diag.Severity{}
		}
		l.config.Severity[rule] = diag.Severity(i)
	}
	if _, err := lint.New(l.config); err != nil {
		return &usageError{err.Error(), "`divtool lint --list-rules` lists the rules."}
	}
	l.fail = slices.Index(failLevels, l.failOn)
	context, err := l.lintOptions.context.read(l.app)
	l.context = context
	return err
}

// summary says on standard error how much was found.
func (l *linting) summary() {
	if l.files == 0 && l.worst < statusUsage && !l.common.allowEmpty {
		l.unreadable(fmt.Errorf("nothing to lint: no file of a known kind"))
	}
	if l.report.JSON || l.files+l.skipped == 0 {
		return
	}
	text := count(l.files, "file") + ", " + count(l.totals[diag.Error], "error") + ", " + count(l.totals[diag.Warning], "warning")
	if n := l.totals[diag.Info]; n > 0 {
		text += fmt.Sprintf(", %d info", n)
	}
	if l.skipped > 0 {
		text += fmt.Sprintf("; %s of no kind skipped", count(l.skipped, "file"))
	}
	fmt.Fprintln(l.streams.Err, text)
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

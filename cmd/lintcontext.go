package cmd

import (
	"errors"
	"strconv"
	"time"

	"github.com/spf13/pflag"

	"github.com/divtool/divtool/internal/source"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
	"github.com/divtool/divtool/pkg/lint/rule"
	"github.com/divtool/divtool/pkg/scope"
)

// lintContextOptions are the flags that say what a document does not.
type lintContextOptions struct {
	file            string
	owner           string
	authorityOwners []string
	now             string
	snapshot        string
	others          string
	secrets         []string
}

func (o *lintContextOptions) flags(f *pflag.FlagSet) {
	f.StringVar(&o.file, "context", "", "read the context from `FILE`; the flags below come on top")
	f.StringVar(&o.owner, "owner", "", "the `MODULE` that sends the scopes")
	f.StringArrayVar(&o.authorityOwners, "authority-owner", nil, "a `MODULE` that may set attributes")
	f.StringVar(&o.now, "now", "", "the clock, as milliseconds since 1970 or RFC 3339; without it no deadline is compared")
	f.StringVar(&o.snapshot, "snapshot", "", "read what the daemon holds for the owner from `FILE`")
	f.StringVar(&o.others, "other-owners", "", "read what the daemon holds for others from `FILE`")
	f.StringArrayVar(&o.secrets, "declared-secret", nil, "a `NAME` that the agent's own template declares")
}

// read puts the context together.
func (o *lintContextOptions) read(a *app) (*lint.Context, error) {
	c := &lint.Context{}
	if o.file != "" {
		if err := contextFile(a, o.file, func(text []byte) (err error) { c, err = lint.ReadContext(text); return err }); err != nil {
			return nil, err
		}
	}
	if o.owner != "" {
		c.Owner = o.owner
	}
	if o.authorityOwners != nil {
		c.AuthorityOwners = o.authorityOwners
	}
	if o.secrets != nil {
		c.DeclaredSecrets = o.secrets
	}
	if o.now != "" {
		ms, err := milliseconds(o.now)
		if err != nil {
			return nil, err
		}
		c.Now = scope.Some(ms)
	}
	if o.snapshot != "" {
		if err := contextFile(a, o.snapshot, func(text []byte) (err error) { c.Snapshot, err = rule.ReadSnapshot(text); return err }); err != nil {
			return nil, err
		}
	}
	if o.others != "" {
		if err := contextFile(a, o.others, func(text []byte) (err error) { c.Others, err = rule.ReadOtherOwners(text); return err }); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// milliseconds reads a time.
func milliseconds(s string) (uint64, error) {
	if ms, err := strconv.ParseUint(s, 10, 64); err == nil {
		return ms, nil
	}
	t, err := time.Parse(time.RFC3339, s)
	if err != nil || t.UnixMilli() < 0 {
		return 0, usagef("--now is milliseconds since 1970, or a time like 2026-01-31T12:00:00Z, not %q", s)
	}
	return uint64(t.UnixMilli()), nil
}

// contextFile reads a file that a flag names; what is wrong with it is
// reported with its position, and status 2.
func contextFile(a *app, name string, read func(text []byte) error) error {
	list, err := source.Find(name, a.streams.In, a.common.stdinName)
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return usagef("%s: one file is needed", name)
	}
	text, err := list[0].Read(maxDocument)
	if err != nil {
		return err
	}
	err = read(text)
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		a.failText(d, list[0].Name, text)
		return statusError(statusUsage)
	}
	return err
}

package lint

import (
	"fmt"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// Config says which findings are reported, and as what. The zero value
// reports all of them as their rules say.
type Config struct {
	// Disable names rules that do not report. What they find still counts
	// where other rules build on it: a record that is refused stays refused.
	Disable []string
	// Enable names rules that report although they are disabled.
	Enable []string
	// Severity gives rules another severity, by their id.
	Severity map[string]diag.Severity
	// Max is how many findings of a document are kept, those that come first
	// in the text; 0 keeps the first 1048576.
	Max int
}

// level is what a configuration makes of a rule.
type level struct {
	severity diag.Severity
	off      bool
}

// levels compiles the configuration; rules that it does not name are not in
// the result.
func (c *Config) levels() (map[*Rule]level, error) {
	if c.Max < 0 {
		return nil, fmt.Errorf("the limit of findings is %d: it must be 0 or more", c.Max)
	}
	levels := map[*Rule]level{}
	set := func(id string, change func(l *level)) error {
		r := RuleByID(id)
		if r == nil {
			return fmt.Errorf("there is no rule %s", text.Quote(id))
		}
		l, ok := levels[r]
		if !ok {
			l.severity = r.Severity
		}
		change(&l)
		levels[r] = l
		return nil
	}
	for _, id := range c.Disable {
		if err := set(id, func(l *level) { l.off = true }); err != nil {
			return nil, err
		}
	}
	for _, id := range c.Enable {
		if err := set(id, func(l *level) { l.off = false }); err != nil {
			return nil, err
		}
	}
	for id, severity := range c.Severity {
		if severity > diag.Info {
			return nil, fmt.Errorf("the severity of %s is none", text.Quote(id))
		}
		if err := set(id, func(l *level) { l.severity = severity }); err != nil {
			return nil, err
		}
	}
	return levels, nil
}

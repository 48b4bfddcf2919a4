package cmd

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/divtool/divtool/pkg/lint"
)

// ruleRow is a rule as --list-rules --json prints it.
type ruleRow struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
	Reason   string `json:"reason"`
	Upstream string `json:"upstream,omitempty"`
	Needs    string `json:"needs,omitempty"`
}

// listRules lists all rules.
func (a *app) listRules(asJSON bool) error {
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	if asJSON {
		var rows []ruleRow
		for _, r := range lint.Rules() {
			rows = append(rows, ruleRow{r.ID, r.Severity.String(), r.Title, r.Reason, r.Upstream, r.Needs})
		}
		text, err := json.MarshalIndent(rows, "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
		return out.Finish(false)
	}
	theme := a.theme()
	width := 0
	for _, r := range lint.Rules() {
		width = max(width, len(r.ID))
	}
	for _, r := range lint.Rules() {
		padding := strings.Repeat(" ", width-len(r.ID))
		fmt.Fprintf(out, "%s%s  %-7s  %s\n", theme.Strong(r.ID), padding, r.Severity, r.Title)
	}
	return out.Finish(false)
}

package cmd

import (
	"encoding/json"
	"fmt"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/pkg/lint"
)

// ruleRow is a rule in the output of --list-rules --json.
type ruleRow struct {
	Rule     string `json:"rule"`
	Severity string `json:"severity"`
	Title    string `json:"title"`
	Reason   string `json:"reason"`
	Upstream string `json:"upstream,omitempty"`
	Needs    string `json:"needs,omitempty"`
	Fix      string `json:"fix,omitempty"`
}

func (a *app) listRules(asJSON bool) error {
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	if asJSON {
		var rows []ruleRow
		for _, r := range lint.Rules() {
			rows = append(rows, ruleRow{r.ID, r.Severity.String(), r.Title, r.Reason, r.Upstream, r.Needs, r.Fix.String()})
		}
		text, err := json.MarshalIndent(rows, "", "  ")
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s\n", text)
		return out.Finish(false)
	}
	theme := a.theme()
	table := term.Table{Columns: []term.Column{{}, {Min: len("warning")}}}
	for _, r := range lint.Rules() {
		table.Row(term.Cell{Text: r.ID, Style: theme.Strong}, term.Cell{Text: r.Severity.String()}, term.Cell{Text: r.Title})
	}
	table.Fit(a.terminal().LineWidth())
	table.Print(out)
	return out.Finish(false)
}

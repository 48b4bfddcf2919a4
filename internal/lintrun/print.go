package lintrun

import (
	"io"
	"strings"

	"github.com/divtool/divtool/internal/lintrun/config"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// PrintConfig prints the settings of the file called name as a configuration, with
// the origin of each value as a comment. The file need not exist.
func (r *Runner) PrintConfig(w io.Writer, name string) error {
	s := r.resolver.settingsFor(name)
	r.reportProblems(s)
	rows := []configRow{{text: "# " + text.Escape(name) + ": " + s.description()}}
	for _, key := range config.Keys() {
		rows = append(rows, keyRows(&key, s.layers.Effective(&key))...)
	}
	return printRows(w, rows, r.options.Theme)
}

// description names the configuration file that applies.
func (s *settings) description() string {
	if s.file == nil {
		return "no configuration file applies"
	}
	return text.Escape(s.file.Name) + " applies"
}

// configRow is a line of a configuration, with the origin of its value if any.
type configRow struct{ text, origin string }

func keyRows(key *config.Key, values []config.LayerValue) (rows []configRow) {
	if len(values) == 0 {
		return nil
	}
	shown := func(v config.LayerValue) string {
		if key.Path {
			return yamlString(v.Path())
		}
		return yamlString(v.Text)
	}
	if key.ValueKind == config.Scalar {
		return []configRow{{key.Name + ": " + shown(values[0]), values[0].Origin()}}
	}
	rows = append(rows, configRow{text: key.Name + ":"})
	for _, v := range values {
		line := "  - " + shown(v)
		if key.ValueKind == config.Map {
			rule, level, _ := strings.Cut(v.Text, "=")
			line = "  " + rule + ": " + level
		}
		rows = append(rows, configRow{line, v.Origin()})
	}
	return rows
}

// yamlString returns s as a YAML scalar, quoted when it has characters that may
// need quotes.
func yamlString(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "" && s[0] != '-' {
		return s
	}
	return "'" + strings.ReplaceAll(text.Escape(s), "'", "''") + "'"
}

// printRows prints rows, with the origins in one column.
func printRows(w io.Writer, rows []configRow, theme term.Theme) error {
	var table term.Table
	for _, r := range rows {
		if r.origin == "" {
			table.Row(term.Cell{Text: r.text})
			continue
		}
		table.Row(term.Cell{Text: r.text}, term.Cell{Text: "# " + text.Escape(r.origin), Style: theme.Dim})
	}
	return table.Print(w)
}

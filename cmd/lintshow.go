package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/lintconfig"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// showConfig prints what applies to a file as a configuration would say it,
// with where each part comes from.
func (l *lintRun) showConfig(args []string) error {
	if len(args) > 0 {
		return usagef("--print-config takes its file as its value, and no others")
	}
	out, err := l.openOutput()
	if err != nil {
		return err
	}
	s := l.settings.settingsFor(l.printConfig)
	l.reportProblems(s)
	rows := []configRow{{text: "# " + text.Escape(l.printConfig) + ": " + s.description()}}
	for _, key := range lintconfig.Keys() {
		values := s.effective(&key)
		if key.Merged {
			values = s.merged(key.Name)
		}
		rows = append(rows, keyRows(&key, values)...)
	}
	theme := l.theme()
	for _, line := range alignOrigins(rows, theme) {
		fmt.Fprintln(out, line)
	}
	if err := out.Finish(false); err != nil {
		return err
	}
	return l.exitError()
}

// description says which configuration applies.
func (s *lintSettings) description() string {
	if s.projectConfig == nil {
		return "no " + lintconfig.FileName + " applies"
	}
	return text.Escape(s.projectConfig.File) + " applies"
}

// configRow is a line of a configuration, and where it comes from.
type configRow struct{ text, origin string }

func keyRows(key *lintconfig.Key, values []lintValue) (rows []configRow) {
	if len(values) == 0 {
		return nil
	}
	shown := func(v lintValue) string {
		if key.Path {
			return yamlString(v.path())
		}
		return yamlString(v.Text)
	}
	if key.ValueKind == lintconfig.Scalar {
		return []configRow{{key.Name + ": " + shown(values[0]), values[0].origin()}}
	}
	rows = append(rows, configRow{text: key.Name + ":"})
	for _, v := range values {
		text := "  - " + shown(v)
		if key.ValueKind == lintconfig.Map {
			rule, level, _ := strings.Cut(v.Text, "=")
			text = "  " + rule + ": " + level
		}
		rows = append(rows, configRow{text, v.origin()})
	}
	return rows
}

// yamlString is a word as YAML takes it for one.
func yamlString(s string) string {
	if s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./") == "" && s[0] != '-' {
		return s
	}
	return "'" + strings.ReplaceAll(text.Escape(s), "'", "''") + "'"
}

// alignOrigins puts the origins in a column, as comments.
func alignOrigins(rows []configRow, theme term.Theme) (lines []string) {
	width := 0
	for _, r := range rows {
		if r.origin != "" {
			width = max(width, textWidth(r.text))
		}
	}
	for _, r := range rows {
		line := r.text
		if r.origin != "" {
			line = padRight(line, width) + "  " + theme.Dim("# "+text.Escape(r.origin))
		}
		lines = append(lines, line)
	}
	return lines
}

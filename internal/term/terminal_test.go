package term

import (
	"os"
	"path/filepath"
	"testing"
)

func env(vars map[string]string) func(string) string {
	return func(name string) string { return vars[name] }
}

func TestTerminalWidth(t *testing.T) {
	silent, err := os.Create(filepath.Join(t.TempDir(), "no terminal"))
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	for _, tt := range []struct {
		name        string
		terminal    Terminal
		columns     string
		fixed       int
		view, table int
	}{
		{"none", Terminal{}, "", -1, 120, 80},
		{"none, fixed", Terminal{}, "", 60, 120, 60},
		{"none, COLUMNS", Terminal{}, "200", -1, 200, 200},
		{"COLUMNS and fixed", Terminal{}, "200", 60, 200, 60},
		{"wrong COLUMNS", Terminal{}, "wide", -1, 120, 80},
		{"negative COLUMNS", Terminal{}, "-3", -1, 120, 80},
		{"narrow COLUMNS", Terminal{}, "10", -1, MinWidth, MinTableWidth},
		{"silent", Terminal{Out: silent}, "", -1, 80, 80},
		{"silent, with a pager", Terminal{Err: silent}, "", -1, 80, 80},
		{"wide COLUMNS", Terminal{}, "20000", -1, MaxWidth, MaxWidth},
		{"huge COLUMNS", Terminal{}, "99999999999999999999", -1, MaxWidth, MaxWidth},
		{"COLUMNS of 0", Terminal{}, "0", -1, 120, 80},
		{"no limit", Terminal{}, "200", 0, 200, 0},
	} {
		tt.terminal.Env = env(map[string]string{"COLUMNS": tt.columns})
		if got := tt.terminal.ViewWidth(120); got != tt.view {
			t.Errorf("%s: a view has %d columns, want %d", tt.name, got, tt.view)
		}
		if got := tt.terminal.WidthFunc(tt.fixed)(); got != tt.table {
			t.Errorf("%s: a table has %d columns, want %d", tt.name, got, tt.table)
		}
	}
}

func TestTerminalUnicode(t *testing.T) {
	for _, tt := range []struct {
		terminal, colour bool
		env              map[string]string
		want             bool
	}{
		{false, false, nil, false},
		{false, true, map[string]string{"LANG": "C"}, true},
		{true, false, nil, true},
		{true, false, map[string]string{"LANG": "C"}, false},
		{true, false, map[string]string{"LC_ALL": "en_GB.UTF-8", "LANG": "POSIX"}, true},
		{true, false, map[string]string{"LC_CTYPE": "POSIX", "LANG": "en_GB.UTF-8"}, false},
		{true, false, map[string]string{"TERM": "dumb"}, false},
	} {
		terminal := Terminal{ShowsResults: tt.terminal, Env: env(tt.env)}
		if got := terminal.Unicode(tt.colour); got != tt.want {
			t.Errorf("%+v: %v", tt, got)
		}
	}
}

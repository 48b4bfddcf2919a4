package cmd

import (
	"io"
	"strings"
	"testing"
)

// A command is the same whether it is made alone or with the others.
func TestCommandAlone(t *testing.T) {
	a := newApp(Streams{In: strings.NewReader(""), Env: func(string) string { return "" }})
	help := func(args ...string) string {
		var out strings.Builder
		if status := Main(args, Streams{In: strings.NewReader(""), Out: &out, Err: io.Discard, Env: func(string) string { return "" }}); status != 0 {
			t.Errorf("%v: status %d", args, status)
		}
		return out.String()
	}
	for _, m := range commands {
		if name := m.newCommand(a).Name(); name != m.name {
			t.Errorf("the command %s is called %s", m.name, name)
		}
		if alone, among := help(m.name, "--help"), help("help", m.name); alone != among {
			t.Errorf("%s: the help differs:\n%s\n%s", m.name, alone, among)
		}
	}
}

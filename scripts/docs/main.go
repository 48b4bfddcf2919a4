// Docs writes the documentation that is generated from the declarations:
//
//	go run ./scripts/docs          # writes docs/
//	go run ./scripts/docs -check   # exits 1 when docs/ is not current
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// pages are the generated files.
var pages = map[string]func() []byte{
	"conversations.md": conversations,
	"rules.md":         rules,
	"types.md":         types,
}

func main() {
	check := flag.Bool("check", false, "only tell whether the files are current")
	flag.Parse()
	stale := false
	for name, make := range pages {
		path := filepath.Join("docs", name)
		text := make()
		if *check {
			if now, err := os.ReadFile(path); err != nil || !bytes.Equal(now, text) {
				fmt.Fprintf(os.Stderr, "%s is not current: go run ./scripts/docs\n", path)
				stale = true
			}
			continue
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	if stale {
		os.Exit(1)
	}
}

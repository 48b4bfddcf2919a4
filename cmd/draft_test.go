package cmd_test

import (
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// waitTempFileCommand waits until a folder holds the draft of a file:
//
//	waitdraft DIR
func waitTempFileCommand(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitdraft DIR")
	}
	for range 500 {
		found, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), ".*.json.*"))
		ts.Check(err)
		if len(found) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("no draft appears in %s", args[0])
}

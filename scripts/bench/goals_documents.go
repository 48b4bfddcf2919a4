package main

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/divtool/divtool/pkg/canon"
)

// p4 measures the computation of template ids.
func p4(b *bench) error {
	text := templates(50_000)
	x, y, err := compareFuncs(b.runs, func() error { return ids(text) }, func() error { return plainIDs(text) })
	if err != nil {
		return err
	}
	b.faster("ids of 50,000 templates, in process / Unmarshal+Marshal+SHA-256", x, y, 5)
	file := b.path("templates.json")
	if err := os.WriteFile(file, text, 0o644); err != nil {
		return err
	}
	const what = "the same as a process / gojq -c ."
	gojq, err := b.reference("gojq", gojqModule)
	if err != nil {
		b.missing(what, err)
		return nil
	}
	ours, theirs, err := compareCommands(2*b.runs, newCommand(b.divtool, "template-id", file), newCommand(gojq, "-c", ".", file))
	if err != nil {
		return err
	}
	b.faster(what, ours.seconds, theirs.seconds, 6).Note = cpuNote(ours, theirs)
	return nil
}

// ids computes the ids of all templates of a text.
func ids(text []byte) error {
	var refused error
	walk := canon.Templates{
		Visit: func(t *canon.VisitedTemplate) {
			if t.Err != nil {
				refused = t.Err
			}
		},
	}
	walk.Read(text)
	return refused
}

// plainIDs computes ids as a program without our checks would.
func plainIDs(text []byte) error {
	var all []any
	if err := json.Unmarshal(text, &all); err != nil {
		return err
	}
	for _, one := range all {
		out, err := json.Marshal(one)
		if err != nil {
			return err
		}
		sha256.Sum256(out)
	}
	return nil
}

// p10 measures linting many small files.
func p10(b *bench) error {
	const count = 10_000
	documents, workflows := b.path("documents"), b.path(filepath.Join("repo", ".github", "workflows"))
	if err := writeFiles(documents, workflows, count); err != nil {
		return err
	}
	lint := []string{b.divtool, "lint", documents}
	const what = "lint of 10,000 files / actionlint of 10,000 files"
	actionlint, err := b.reference("actionlint", actionlintModule)
	if err != nil {
		b.missing(what, err)
	} else {
		files, err := filepath.Glob(filepath.Join(workflows, "*.yml"))
		if err != nil {
			return err
		}
		x, y, err := compareCommands(min(b.runs, 3), newCommand(lint...), newCommand(append([]string{actionlint, "-shellcheck=", "-pyflakes="}, files...)...))
		if err != nil {
			return err
		}
		b.faster(what, x.seconds, y.seconds, 1).Note = cpuNote(x, y)
	}
	x, y, err := compareCommands(b.runs, newCommand(lint...), newCommand(lint...).oneCore())
	if err != nil {
		return err
	}
	b.faster("lint on all cores / on one core", x.seconds, y.seconds, 1.7).Note = cpuNote(x, y)
	return nil
}

// writeFiles writes count small documents and count small workflow files.
func writeFiles(documents, workflows string, count int) error {
	for _, dir := range []string{documents, workflows, filepath.Join(filepath.Dir(filepath.Dir(workflows)), ".git")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for i := range count {
		template := fmt.Sprintf("{\n  \"image\": {\"digest\": \"sha256:%064x\"},\n  \"memory\": 268435456,\n  \"disk\": 1073741824,\n  \"arguments\": {\"port\": %d},\n  \"secrets\": [\"api\"],\n  \"mode\": \"service\",\n  \"scope\": \"global\"\n}\n", i, i)
		if err := os.WriteFile(filepath.Join(documents, fmt.Sprintf("t%05d.json", i)), []byte(template), 0o644); err != nil {
			return err
		}
		workflow := fmt.Sprintf("name: job %d\non: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n      - run: go test ./...\n", i)
		if err := os.WriteFile(filepath.Join(workflows, fmt.Sprintf("w%05d.yml", i)), []byte(workflow), 0o644); err != nil {
			return err
		}
	}
	return nil
}

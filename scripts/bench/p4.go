package main

import (
	"crypto/sha256"
	"encoding/json"
	"os"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
)

// p4 measures the ids of templates.
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
	var hasher canon.Hasher
	var refused error
	walk := canon.Templates{
		Visit: func(_ string, doc *jsondoc.Doc, node, depth int) {
			if d := hasher.Check(doc, node, depth); d != nil {
				refused = d
				return
			}
			hasher.ID(doc, node)
		},
	}
	walk.Read(text)
	return refused
}

// plainIDs does what a program without our rules would do.
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

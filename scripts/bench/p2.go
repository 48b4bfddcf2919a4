package main

import "os"

// p2 measures a million lines of hex.
func p2(b *bench) error {
	lines, plain := b.path("requests.hex"), b.path("requests.json")
	if err := os.WriteFile(lines, requestLines(1_000_000), 0o644); err != nil {
		return err
	}
	notes := newCommand(b.divtool, "decode", "--lines", "-c", lines)
	bare := newCommand(b.divtool, "decode", "--lines", "-c", "--no-annotations", lines)
	if err := printTo(plain, bare.args...); err != nil {
		return err
	}
	const what = "a million hex lines to compact JSON / gojq -c ."
	gojq, err := b.reference("gojq", gojqModule)
	if err != nil {
		b.missing(what, err)
		return nil
	}
	// One turn of gojq takes seconds: ours gets more of them.
	bare.repeat, notes.repeat = 3, 3
	theirs := newCommand(gojq, "-c", ".", plain)
	x, y, err := compareCommands(b.runs, bare, theirs)
	if err != nil {
		return err
	}
	b.faster(what, x.seconds, y.seconds, 30).Note = cpuNote(x, y)
	x, y, err = compareCommands(b.runs, notes, theirs)
	if err != nil {
		return err
	}
	b.faster("the same, annotated", x.seconds, y.seconds, 15).Note = cpuNote(x, y)
	return nil
}

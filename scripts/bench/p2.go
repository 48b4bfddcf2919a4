package main

import "os"

// p2 measures a million lines of hex.
func p2(b *bench) error {
	lines, plain := b.path("requests.hex"), b.path("requests.json")
	if err := os.WriteFile(lines, requestLines(1_000_000), 0o644); err != nil {
		return err
	}
	notes := process(b.divtool, "decode", "--lines", "-c", lines)
	bare := process(b.divtool, "decode", "--lines", "-c", "--no-annotations", lines)
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
	least := func(c *command) func() (float64, error) {
		return func() (float64, error) {
			a, err := c.run()
			if err != nil {
				return 0, err
			}
			again, err := c.run()
			return min(a, again), err
		}
	}
	theirs := process(gojq, "-c", ".", plain)
	x, y, err := turns(b.runs, least(bare), theirs.run)
	if err != nil {
		return err
	}
	b.faster(what, x, y, 30)
	z, _, err := turns(b.runs, least(notes), func() (float64, error) { return y, nil })
	if err != nil {
		return err
	}
	b.faster("the same, annotated", z, y, 15)
	return nil
}

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
)

const bentoConfig = `
input: { file: { paths: [ "${STREAM}" ], scanner: { divtool_frames: { framing: len32le } } } }
pipeline: { processors: [ divtool_decode: { family: laser, annotations: false } ] }
output: { drop: {} }
logger: { level: WARN }
http: { enabled: false }
`

// p13 measures what Bento adds to the processor time of decode. It is skipped where the
// dependencies of the module are not in the module cache.
func p13(b *bench) error {
	const what = "processor time: a framed file through Bento / decode"
	program := b.path("divtool-bento")
	c := exec.Command("go", "build", "-o", program, "./cmd/divtool-bento")
	c.Dir, c.Env = "integrations/bento", append(os.Environ(), "GOPROXY=off")
	if out, err := c.CombinedOutput(); err != nil {
		b.skip(what, "integrations/bento is not built, and its dependencies are not here: "+firstLine(out))
		return nil
	}
	list, err := queries(1000)
	if err != nil {
		return err
	}
	stream, config := b.path("queries.stream"), b.path("bento.yaml")
	f, err := os.Create(stream)
	if err != nil {
		return err
	}
	defer f.Close()
	piece := queryStream(list)
	for range 300 {
		if _, err := f.Write(piece); err != nil {
			return err
		}
	}
	if err := os.WriteFile(config, []byte(bentoConfig), 0o644); err != nil {
		return err
	}
	bento := newCommand(program, "-c", config)
	bento.env = append(bento.env, "STREAM="+stream)
	x, y, err := compareCommands(b.runs, bento, newCommand(b.divtool, "decode", "--framing", "len32le", "-c", "--no-annotations", stream))
	if err != nil {
		return err
	}
	b.within(what, seconds, x.cpuSeconds, y.cpuSeconds, 2.5).Note = fmt.Sprintf("time: %s and %s", seconds.format(x.seconds), seconds.format(y.seconds))
	return nil
}

// firstLine returns the first line of an output.
func firstLine(out []byte) string {
	line, _, _ := bytes.Cut(out, []byte("\n"))
	return string(line)
}

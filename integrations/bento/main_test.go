package bento_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/warpstreamlabs/bento/public/components/io"
	_ "github.com/warpstreamlabs/bento/public/components/kafka"
	_ "github.com/warpstreamlabs/bento/public/components/nats"
	_ "github.com/warpstreamlabs/bento/public/components/pure"
	"github.com/warpstreamlabs/bento/public/service"

	"github.com/divtool/divtool/cmd"
	_ "github.com/divtool/divtool/integrations/bento"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// asCommand makes the test binary the command divtool-bento, so that tests can kill it.
const asCommand = "DIVTOOL_BENTO_TEST_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) == "1" {
		service.RunCLI(context.Background())
		return
	}
	os.Exit(m.Run())
}

// command returns divtool-bento with arguments and an environment.
func command(t *testing.T, env []string, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(append(os.Environ(), asCommand+"=1"), env...)
	return c
}

// runs runs divtool-bento, and returns what it prints.
func runs(t *testing.T, env []string, args ...string) string {
	t.Helper()
	c := command(t, env, args...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", args, err, out)
	}
	return string(out)
}

// divtool runs the command divtool on an input, and returns what it prints.
func divtool(in []byte, args ...string) string {
	var out, errs bytes.Buffer
	cmd.Main(args, cmd.Streams{In: bytes.NewReader(in), Out: &out, Err: &errs, Env: func(string) string { return "" }})
	return out.String()
}

// quiet makes an example silent, and its HTTP server absent.
var quiet = []string{"--set", "logger.level=WARN", "--set", "http.enabled=false"}

// Every example is free of lint and passes its tests.
func TestExamples(t *testing.T) {
	list, err := filepath.Glob("examples/*_bento_test.yaml")
	if err != nil || len(list) < 3 {
		t.Fatalf("%d examples, %v", len(list), err)
	}
	configs, err := filepath.Glob("examples/*.yaml")
	if err != nil || len(configs) != 2*len(list) {
		t.Fatalf("%d files for %d tests", len(configs), len(list))
	}
	for _, test := range list {
		config := strings.TrimSuffix(test, "_bento_test.yaml") + ".yaml"
		runs(t, nil, "lint", config)
		if out := runs(t, nil, "test", config); !strings.Contains(out, "succeeded") {
			t.Errorf("%s: %s", config, out)
		}
	}
}

// A wrong configuration is refused before anything is read.
func TestLintOfConfigurations(t *testing.T) {
	for wrong, want := range map[string]string{
		"divtool_decode: { form: hx }":          `unknown value "hx"; expected "raw", "auto", "hex"`,
		"divtool_decode: { type: laser.kvset }": `unknown value "laser.kvset"`,
		"divtool_decode: { typ: laser.kv-set }": "field typ not recognised",
		"divtool_encode: { out: xml }":          `unknown value "xml"`,
		"divtool_lint: { kind: x }":             `unknown value "x"`,
	} {
		config := filepath.Join(t.TempDir(), "c.yaml")
		write(t, config, "pipeline: { processors: [ "+wrong+" ] }")
		out, err := command(t, nil, "lint", config).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v, %s", wrong, err, out)
		}
	}
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// framesOf returns samples and malformed samples of all guessed types.
func framesOf() (list [][]byte) {
	for _, ty := range all.Types() {
		for _, m := range append([]*frames.Message{nil}, ty.Messages()...) {
			if !ty.Guessed {
				continue
			}
			if m != nil {
				list = append(list, sample.Of(ty, m, 7))
			}
			for i, bad := range sample.MalformedOf(ty, m, 2) {
				if i%4 == 0 {
					list = append(list, bad.Frame)
				}
			}
		}
	}
	return list
}

func prefixed(dst, frame []byte) []byte {
	return append(binary.BigEndian.AppendUint32(dst, uint32(len(frame))), frame...)
}

// A file of frames through the engine gives the documents of the command, for the type of
// all and in their order: those of faults in the file of faults.
func TestFilesToJSONLines(t *testing.T) {
	ty := all.Types().ByName("laser.forwarded-command")
	var stream []byte
	for _, m := range ty.Messages() {
		for seed := range uint64(300) {
			stream = prefixed(stream, sample.Of(ty, m, seed))
		}
		for _, bad := range sample.MalformedOf(ty, m, 1) {
			stream = prefixed(stream, bad.Frame)
		}
	}
	stream = append(stream, 0, 0, 1, 0, 'x') // of a frame of 256 bytes, one
	documents, faults, log := runFiles(t, stream, "pipeline.processors.0.divtool_decode.type="+ty.Name)
	want := divtool(stream, "decode", "-c", "--no-annotations", "--framing", "len32be", "-t", ty.Name)
	wantGood, wantBad := split(want)
	if documents != wantGood || wantGood == "" {
		t.Errorf("documents differ: %d and %d bytes\n%s", len(documents), len(wantGood), log)
	}
	if n := strings.Count(faults, "\n"); n != strings.Count(wantBad, "\n") || n < 10 {
		t.Errorf("%d faults, want %d", n, strings.Count(wantBad, "\n"))
	}
	if !strings.Contains(faults, `"code":"truncated"`) || !strings.Contains(faults, fmt.Sprintf(`"offset":%d`, len(stream))) {
		t.Error("the cut frame at the end is not among the faults")
	}
}

// The frames of all types, without a given type.
func TestDetectedFiles(t *testing.T) {
	var stream []byte
	list := framesOf()
	for _, f := range list {
		stream = prefixed(stream, f)
	}
	documents, faults, log := runFiles(t, stream)
	if n := strings.Count(documents, "\n") + strings.Count(faults, "\n"); n != len(list) {
		t.Errorf("%d documents of %d frames\n%s", n, len(list), log)
	}
	for line := range strings.Lines(documents) {
		if strings.Contains(line, `"partial":true`) {
			t.Errorf("among the documents: %s", line)
		}
	}
}

// split returns the documents of frames that decode, and of those that do not.
func split(documents string) (good, bad string) {
	for line := range strings.Lines(documents) {
		if strings.Contains(line, `"partial":true`) {
			bad += line
		} else {
			good += line
		}
	}
	return good, bad
}

// runFiles runs the example of files.
func runFiles(t *testing.T, stream []byte, set ...string) (documents, faults, log string) {
	t.Helper()
	dir := t.TempDir()
	in := filepath.Join(dir, "in.bin")
	write(t, in, string(stream))
	env := []string{"FRAMES=" + in, "DOCUMENTS=" + dir + "/documents", "FAULTS=" + dir + "/faults"}
	args := append([]string{"-c", "examples/files_to_json_lines.yaml"}, quiet...)
	for _, s := range append(set, "pipeline.threads=1") {
		args = append(args, "--set", s)
	}
	log = runs(t, env, args...)
	read := func(name string) string {
		content, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		return string(content)
	}
	return read("documents"), read("faults"), log
}

// A gigabyte goes through the scanner in little memory.
func TestMemory(t *testing.T) {
	size := 1 << 30
	if testing.Short() {
		size = 32 << 20
	}
	ty := all.Types().ByName("laser.forwarded-command")
	frame := sample.Of(ty, ty.Messages()[0], 1)
	dir := t.TempDir()
	config := filepath.Join(dir, "c.yaml")
	write(t, config, `
input: { stdin: { scanner: { divtool_frames: { framing: len32be } } } }
pipeline: { processors: [ divtool_decode: { annotations: false } ] }
output: { drop: {} }
`)
	c := command(t, nil, append([]string{"-c", config}, quiet...)...)
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stderr = os.Stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	piece := prefixed(nil, frame)
	w := bufio.NewWriterSize(stdin, 1<<20)
	for written := 0; written < size; written += len(piece) {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	stdin.Close()
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
	used := c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss >> 10
	t.Logf("%d MiB of input: %d MiB of memory", size>>20, used)
	if used > 150 {
		t.Errorf("%d MiB of memory, want 150 at most", used)
	}
}

// await waits until a condition holds.
func await(t *testing.T, limit time.Duration, what string, condition func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !condition(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %v", what, limit)
		}
	}
}

// numberedFrame returns a frame that holds a number; a broken one lacks its last byte.
func numberedFrame(n int, broken bool) []byte {
	frame := binary.BigEndian.AppendUint32([]byte{4}, uint32(n))
	if broken {
		return append([]byte{4, 0xff}, frame[3:]...)
	}
	return frame
}

// isBroken is true of one frame in a thousand.
func isBroken(n int) bool { return n%1000 == 500 }

// documentOf returns what the command prints for a frame of the type of numbered frames.
func documentOf(d *frames.Decoder, frame []byte) string {
	doc, _ := d.Append(nil, frame)
	return string(doc)
}

// worker is a running divtool-bento.
type worker struct {
	*exec.Cmd
	log bytes.Buffer
}

// start starts divtool-bento with a configuration. It is killed at the end of the test.
func start(t *testing.T, env []string, args ...string) *worker {
	t.Helper()
	w := &worker{Cmd: command(t, env, append(args, quiet...)...)}
	w.Stdout, w.Stderr = &w.log, &w.log
	if err := w.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		w.Process.Kill()
		w.Wait()
		if t.Failed() {
			t.Logf("%s", w.log.Bytes())
		}
	})
	return w
}

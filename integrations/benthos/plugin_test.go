package benthos_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/redpanda-data/benthos/v4/public/bloblang"
	_ "github.com/redpanda-data/benthos/v4/public/components/io"
	_ "github.com/redpanda-data/benthos/v4/public/components/pure"
	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/divtool/divtool/cmd"
	_ "github.com/divtool/divtool/integrations/benthos"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// A file of frames through the engine gives the documents of the command.
func TestFile(t *testing.T) {
	ty := all.Types().ByName("laser.forwarded-command")
	var stream []byte
	for seed := range uint64(200) {
		frame := sample.Of(ty, ty.Messages()[0], seed)
		stream = append(binary.BigEndian.AppendUint32(stream, uint32(len(frame))), frame...)
	}
	stream = append(stream, 0, 0, 1, 0, 'x') // of a frame of 256 bytes, one
	dir := t.TempDir()
	in, out := filepath.Join(dir, "in"), filepath.Join(dir, "out")
	if err := os.WriteFile(in, stream, 0o600); err != nil {
		t.Fatal(err)
	}
	b := service.NewStreamBuilder()
	err := b.SetYAML(`
input: { file: { paths: [ ` + in + ` ], scanner: { divtool_frames: { framing: len32be } } } }
pipeline: { threads: 1, processors: [ divtool_decode: { type: laser.forwarded-command } ] }
output: { file: { path: ` + out + `, codec: lines } }
logger: { level: NONE }
`)
	if err != nil {
		t.Fatal(err)
	}
	s, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	var want, errs bytes.Buffer
	cmd.Main([]string{"decode", "-c", "--framing", "len32be", "-t", ty.Name}, cmd.Streams{
		In: bytes.NewReader(stream), Out: &want, Err: &errs, Env: func(string) string { return "" },
	})
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want.String() || strings.Count(string(got), "\n") != 201 {
		t.Errorf("%d bytes, want %d", len(got), want.Len())
	}
}

func TestTemplateID(t *testing.T) {
	m, err := bloblang.Parse("root = this.divtool_template_id()")
	if err != nil {
		t.Fatal(err)
	}
	template, err := os.ReadFile("../../examples/template.json")
	if err != nil {
		t.Fatal(err)
	}
	id, err := m.Query(string(template))
	if text, ok := id.(string); !ok || len(text) != 64 || err != nil {
		t.Errorf("%v, %v", id, err)
	}
	if id, err := m.Query("{}"); err == nil {
		t.Errorf("%v, want an error", id)
	}
}

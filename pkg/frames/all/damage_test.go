package all_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

// damages lists what commonly happens to a frame on its way.
func damages(frame []byte) map[string][]byte {
	list := map[string][]byte{
		"line feed appended": append(bytes.Clone(frame), '\n'),
		"CR LF appended":     append(bytes.Clone(frame), '\r', '\n'),
		"byte appended":      append(bytes.Clone(frame), 0),
		"joined":             append(bytes.Clone(frame), frame...),
		"CR LF for LF":       bytes.ReplaceAll(frame, []byte("\n"), []byte("\r\n")),
	}
	for _, at := range []int{0, 1, 2, 3, 4, 5, 8, 12, 20, len(frame) / 2, len(frame) - 1} {
		if at < len(frame) {
			list[fmt.Sprintf("byte %d dropped", at)] = append(bytes.Clone(frame[:at]), frame[at+1:]...)
		}
	}
	return list
}

// raised lists a frame of the subc envelope with other versions and types.
func raised(frame []byte) map[string][]byte {
	list := map[string][]byte{}
	for ver := byte(3); ver <= 9; ver++ {
		list[fmt.Sprintf("version %d", ver)] = append(append(bytes.Clone(frame[:4]), ver), frame[5:]...)
	}
	for kind := byte(12); kind < 20; kind++ {
		list[fmt.Sprintf("type %d", kind)] = append(append(bytes.Clone(frame[:5]), kind), frame[6:]...)
	}
	return list
}

// A damaged frame never decodes as a frame of another family without a warning.
func TestDamagedFrames(t *testing.T) {
	seeds := uint64(20)
	if testing.Short() {
		seeds = 2
	}
	types := all.Types()
	checked := 0
	var r frames.Reader
	for _, ty := range types {
		if !ty.Guessed {
			continue
		}
		for _, m := range ty.Messages() {
			for seed := range seeds {
				frame := sample.Of(ty, m, seed)
				checks := damages(frame)
				if ty.Family() == "subc" {
					for name, damaged := range raised(frame) {
						checks[name] = damaged
					}
				}
				for name, damaged := range checks {
					if bytes.Equal(damaged, frame) || len(damaged) == 0 {
						continue
					}
					checked++
					if got := silentType(types, &r, damaged); got != nil && got.Family() != ty.Family() {
						t.Errorf("%s/%s, seed %d, %s: decodes as %s: %x", ty.Name, m.Name, seed, name, got.Name, damaged)
					}
				}
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d damaged frames", checked)
	}
}

// silentType returns the type that a frame is shown as without a warning, in the two
// ways that decode takes.
func silentType(types frames.Set, r *frames.Reader, frame []byte) *frames.Type {
	var doc frames.Document
	if t := types.ReadFirst(r, frame, &doc); t != nil && !types.Contradicts(t, frame) {
		return t
	}
	doc.Reset()
	g := types.Read(r, frame, &doc)
	if g.Type == nil || doc.CountWarnings() > 0 {
		return nil
	}
	return g.Type
}

// Every undamaged sample decodes as itself, without doubt.
func TestSamplesAreRecognised(t *testing.T) {
	types := all.Types()
	var r frames.Reader
	for _, ty := range types {
		if !ty.Guessed {
			continue
		}
		for _, m := range ty.Messages() {
			for seed := range uint64(50) {
				frame := sample.Of(ty, m, seed)
				g := types.Guess(&r, frame)
				switch {
				case g.Type == nil:
					t.Errorf("%s/%s, seed %d: %v: %x", ty.Name, m.Name, seed, g.NoFit(), frame)
				case g.Type.Family() != ty.Family(), g.Doubt != "":
					t.Errorf("%s/%s, seed %d: decodes as %s, doubt %q: %x", ty.Name, m.Name, seed, g.Type.Name, g.Doubt, frame)
				}
			}
		}
	}
}

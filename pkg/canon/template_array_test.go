package canon

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/diag"
)

// visits lists what is found in an array.
func visits(text string, read func(t *Templates, text []byte)) (list []string) {
	t := Templates{
		Visit: func(v *VisitedTemplate) {
			list = append(list, fmt.Sprintf("%s %d %d %x %s %v", v.Path, v.Node, v.Depth, v.ID[:4], v.Canonical, v.Err))
		},
		OnError: func(d *diag.Diagnostic) { list = append(list, fmt.Sprintf("%s@%d %s", d.Code, d.Offset, d.Message)) },
	}
	read(&t, []byte(text))
	return list
}

// An array that is split over workers gives what the same array gives that is read in
// order, wherever it is malformed.
func TestSplitArrays(t *testing.T) {
	const one = `{"image":{"digest":"x"},"memory":%d,"disk":1,"arguments":{"a":"\\\"}],{","b":[1,{}]},"mode":"transient"}`
	rng := rand.New(rand.NewPCG(1, 2))
	elements := []string{one, one, one, `{"image":1,"x":%d}`, `{"memory":"\u00e9 %d \\"}`}
	var texts []string
	for _, n := range []int{0, 1, 2, 3, 31, 32, 33, 64, 65, 400} {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(elements[rng.IntN(len(elements))], i))
		}
		texts = append(texts, "["+strings.Join(list, ",")+"]", " [ "+strings.Join(list, " ,\n ")+" ] ")
	}
	for _, text := range slices.Clone(texts) {
		for range 60 {
			b := []byte(text)
			at := rng.IntN(len(b))
			switch rng.IntN(4) {
			case 0:
				b[at] = `{}[],:"\ x0`[rng.IntN(11)]
			case 1:
				b = slices.Delete(b, at, min(at+1+rng.IntN(3), len(b)))
			case 2:
				b = slices.Insert(b, at, `{}[],:"\ x0`[rng.IntN(11)])
			default:
				b = b[:at]
			}
			texts = append(texts, string(b))
		}
	}
	texts = append(texts, "["+strings.Repeat(fmt.Sprintf(one, 1)+",", 40)+"null,"+strings.Repeat(fmt.Sprintf(one, 2)+",", 40)+"{}]")
	for _, text := range texts {
		if !strings.HasPrefix(strings.TrimLeft(text, " \n"), "[") {
			continue
		}
		split := visits(text, func(t *Templates, b []byte) { t.Workers = 3; t.Read(b) })
		inOrder := visits(text, func(t *Templates, b []byte) {
			at := jsondoc.SkipSpace(b, jsondoc.SkipSpace(b, 0)+1)
			t.elementsInOrder(&arrayReader{text: b, at: at}, true)
		})
		if !slices.Equal(split, inOrder) {
			t.Fatalf("%s\nsplit:    %q\nin order: %q", text, split, inOrder)
		}
	}
}

package laser_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/cbor"
)

// generator makes random frames as the reference would write them.
type generator struct {
	*rand.Rand
	out []byte

	// special is a field that is always present, with the value that it gets; "" for none.
	special      *cbor.Field
	specialValue string
	found        bool
}

// mode encodes scalars with another implementation.
var mode = func() fxcbor.EncMode {
	m, err := fxcbor.EncOptions{ShortestFloat: fxcbor.ShortestFloat16, NaNConvert: fxcbor.NaNConvertPreserveSignal, InfConvert: fxcbor.InfConvertFloat16}.EncMode()
	if err != nil {
		panic(err)
	}
	return m
}()

// wellFormed checks frames with another implementation.
var wellFormed = func() fxcbor.DecMode {
	m, err := fxcbor.DecOptions{MaxNestedLevels: 65535, MaxArrayElements: math.MaxInt32, MaxMapPairs: math.MaxInt32}.DecMode()
	if err != nil {
		panic(err)
	}
	return m
}()

func (g *generator) put(v any) {
	b, err := mode.Marshal(v)
	if err != nil {
		panic(err)
	}
	g.out = append(g.out, b...)
}

// head appends a head, taken from a tag with the same argument.
func (g *generator) head(major byte, n int) {
	at := len(g.out)
	g.put(uint64(n))
	g.out[at] |= major << 5
}

func (g *generator) str() string {
	words := []string{"", "a", "acme", "zażółć", "a/b~c", "\"q\"", "\u2028", "\U0001f680", strings.Repeat("x", 30), "\x7f", "$x"}
	return words[g.IntN(len(words))]
}

func (g *generator) uint(bits int) uint64 {
	edges := []uint64{0, 1, 23, 24, 255, 256, 65535, 65536, 1<<32 - 1, 1 << 32, 1<<63 - 1, 1 << 63, math.MaxUint64, g.Uint64()}
	return edges[g.IntN(len(edges))] >> max(0, 64-bits)
}

func (g *generator) float(bits int) float64 {
	v := []float64{0, math.Copysign(0, -1), 1, 0.5, 0.1, -1e300, 65504, 65505, 5e-324, math.Pi, math.Inf(1), math.NaN(), math.Float64frombits(g.Uint64())}[g.IntN(13)]
	switch {
	case bits == 32 && v != v:
		return float64(float32(math.NaN())) // the reference drops the payload of another
	case bits == 32:
		return float64(float32(v))
	}
	return v
}

func (g *generator) value(t *cbor.Type, depth int) {
	maxItems := 3
	if depth > 8 {
		maxItems = 1
	}
	switch t.Kind {
	case cbor.UintKind:
		g.number(t)
	case cbor.IntKind:
		v := int64(g.uint(t.Bits - 1))
		if g.IntN(2) == 0 {
			v = -1 - v
		}
		g.put(v)
	case cbor.FloatKind:
		g.put(g.float(t.Bits))
	case cbor.BoolKind:
		g.put(g.IntN(2) == 0)
	case cbor.TextKind:
		s := g.str()
		if t.Agent {
			s = "agent \u2028" + strings.TrimRight(s, "\x7f")
		}
		if t.MaxSize > 0 {
			s = ("x" + s)[:min(t.MaxSize, 1+len(s))]
		}
		g.put(s)
	case cbor.BytesKind:
		n := g.IntN(30)
		if t.Size > 0 {
			n = t.Size
		}
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(g.Uint32())
		}
		g.put(b)
	case cbor.ArrayKind:
		n := g.IntN(maxItems)
		g.head(4, n)
		for range n {
			g.value(t.Elem, depth+1)
		}
	case cbor.TupleKind:
		g.head(4, len(t.Elems))
		for _, e := range t.Elems {
			g.value(e, depth+1)
		}
	case cbor.DictKind:
		g.dict(t, g.IntN(maxItems), depth)
	case cbor.EnumKind:
		g.enum(t, depth)
	case cbor.UnionKind:
		v := t.Variants[g.IntN(len(t.Variants))]
		g.structure(v.Type, v.Name, depth)
	case cbor.StructKind:
		g.structure(t, "", depth)
	case cbor.ScalarOrListKind:
		g.bare(depth)
	case cbor.JSONKind:
		g.json(t, depth)
	case cbor.AnyKind:
		g.any(depth)
	}
}

func (g *generator) number(t *cbor.Type) {
	if t.Bits < 128 || g.IntN(2) == 0 {
		g.put(g.uint(t.Bits))
		return
	}
	n := 9 + g.IntN(8)
	b := []byte{byte(1 + g.IntN(255))}
	for len(b) < n {
		b = append(b, byte(g.Uint32()))
	}
	g.out = append(g.out, 0xc2)
	g.put(b)
}

func (g *generator) dict(t *cbor.Type, n, depth int) {
	texts, numbers := map[string]bool{}, map[uint64]bool{}
	for range n {
		texts[g.str()] = true
		numbers[g.uint(t.Key.Bits)] = true
	}
	if t.Key.Kind == cbor.UintKind {
		keys := make([]uint64, 0, n)
		for k := range numbers {
			keys = append(keys, k)
		}
		slices.Sort(keys)
		g.head(5, len(keys))
		for _, k := range keys {
			g.put(k)
			g.value(t.Elem, depth+1)
		}
		return
	}
	keys := make([]string, 0, n)
	for k := range texts {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	g.head(5, len(keys))
	for _, k := range keys {
		g.put(k)
		g.value(t.Elem, depth+1)
	}
}

func (g *generator) enum(t *cbor.Type, depth int) {
	v := t.Variants[g.IntN(len(t.Variants))]
	if depth > 8 {
		v = t.Variants[len(t.Variants)-1]
	}
	if v.Type == nil {
		g.put(v.Name)
		return
	}
	g.head(5, 1)
	g.put(v.Name)
	if v.Nullable && g.IntN(2) == 0 {
		g.put(nil)
		return
	}
	g.value(v.Type, depth+1)
}

func (g *generator) structure(t *cbor.Type, kind string, depth int) {
	outer := g.out
	g.out = nil
	n := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if f == g.special {
			g.found = true
			if g.specialValue != "" {
				g.put(f.Name)
				g.out = append(g.out, g.specialValue...)
				n++
			}
			continue
		}
		if f.Deprecated != "" || (f.Presence == cbor.Optional || f.Presence == cbor.Omitted) && g.IntN(2) == 0 {
			continue
		}
		at := len(g.out)
		g.put(f.Name)
		value := len(g.out)
		switch {
		case kind != "" && f.Name == "kind":
			g.put(kind)
		case f.Presence == cbor.Nullable && g.IntN(2) == 0:
			g.put(nil)
		case f.Presence == cbor.Optional && f.Type.Kind == cbor.AnyKind:
			g.out = append(g.out, 0xa1, 0x61, 'x', 0x01) // null is not left out
		default:
			g.value(f.Type, depth+1)
		}
		if f.Presence == cbor.Omitted && string(g.out[value:]) == f.Default {
			g.out = g.out[:at]
			continue
		}
		n++
	}
	body := g.out
	g.out = outer
	g.head(5, n)
	g.out = append(g.out, body...)
}

func (g *generator) bare(depth int) {
	switch g.IntN(7) {
	case 0:
		g.put(nil)
	case 1:
		g.put(g.IntN(2) == 0)
	case 2:
		g.put(g.uint(64))
	case 3:
		g.put(-1 - int64(g.uint(63)))
	case 4:
		g.put(g.float(64))
	case 5:
		g.put(g.str())
	default:
		n := g.IntN(3)
		if depth > 8 {
			n = 0
		}
		g.head(4, n)
		for range n {
			g.bare(depth + 1)
		}
	}
}

// json appends what the reference writes of any JSON.
func (g *generator) json(t *cbor.Type, depth int) {
	switch {
	case g.IntN(3) > 0 && depth <= 8:
		g.dict(&cbor.Type{Key: &cbor.Text, Elem: t}, g.IntN(3), depth)
	case g.IntN(2) == 0:
		g.head(4, 1)
		g.put(0.5)
	default:
		g.put(g.str())
	}
}

// any appends what a strict reader accepts where nothing is declared.
func (g *generator) any(depth int) {
	switch n := g.IntN(12); {
	case n < 6 || depth > 8:
		g.bare(depth)
	case n == 6:
		g.put([]byte(g.str()))
	case n == 7:
		g.out = append(g.out, 0xf7)
	case n == 8:
		g.out = append(g.out, 0x3b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)
	default:
		g.dict(&cbor.Type{Key: &cbor.Text, Elem: &cbor.Any}, g.IntN(3), depth)
	}
}

// Any value of any type, as the reference writes it, is read without a warning, printed,
// and written again to the same bytes.
func TestEveryValue(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	rounds := 400
	if testing.Short() {
		rounds = 50
	}
	for _, ty := range declarations() {
		root := ty.Codec.(*cbor.Codec).Root
		for range rounds {
			g := generator{Rand: rng}
			g.value(root, 0)
			got := decode(ty, g.out, frames.Options{})
			if got.fault != nil || got.lossy {
				t.Fatalf("%s %x: %v %s", ty.Name, g.out, got.fault, got.doc)
			}
			for _, w := range got.warnings {
				if w.Code != "agent-validity" && w.Code != "other-version" {
					t.Fatalf("%s %x: %s %s", ty.Name, g.out, w.Code, got.doc)
				}
			}
			back, refusal := encode(t, ty, got.payload)
			if refusal != nil || !bytes.Equal(back, g.out) {
				t.Fatalf("%s %x\nreads as %s\nand encodes as %x, %v", ty.Name, g.out, got.payload, back, refusal)
			}
		}
	}
}

// checkFrame checks the invariants of reading any bytes.
func checkFrame(t *testing.T, ty *frames.Type, frame []byte) {
	t.Helper()
	plain := decode(ty, frame, frames.Options{})
	noted := decode(ty, frame, frames.Options{Notes: true, Spans: true})
	if fmt.Sprint(plain.fault) != fmt.Sprint(noted.fault) || plain.payload != noted.payload || len(plain.warnings) != len(noted.warnings) {
		t.Fatalf("%s %x: with notes it reads as %s\nwithout %s", ty.Name, frame, noted.doc, plain.doc)
	}
	for _, o := range []frames.Options{{}, {Notes: true}, {Spans: true}} {
		if got, want := decodeDirect(ty, frame, o), decode(ty, frame, o).doc; got != want {
			t.Fatalf("%s %x: printed in one pass it reads as %s\nby its values as %s", ty.Name, frame, got, want)
		}
	}
	if !json.Valid([]byte(noted.doc)) {
		t.Fatalf("%s %x: not JSON: %s", ty.Name, frame, noted.doc)
	}
	formed := wellFormed.Wellformed(frame) == nil
	if f := plain.fault; f != nil {
		if (f.Code == "truncated" || f.Code == "trailing") && formed {
			t.Fatalf("%s %x: %s, but it is well formed", ty.Name, frame, f.Message)
		}
		if f.Code == "" || f.Offset < 0 || f.Length < 0 || f.Offset+f.Length > len(frame) {
			t.Fatalf("%s %x: a fault %q at %d+%d", ty.Name, frame, f.Code, f.Offset, f.Length)
		}
		if back := reencode(t, ty, plain.doc); back != nil && bytes.Equal(back, frame) {
			t.Fatalf("%s %x: refused (%s), but written by %s", ty.Name, frame, f.Message, plain.doc)
		}
		return
	}
	if !formed {
		t.Fatalf("%s %x is accepted, but not well formed", ty.Name, frame)
	}
	back, refusal := encode(t, ty, plain.payload)
	if refusal != nil || bytes.Equal(back, frame) == plain.lossy {
		t.Fatalf("%s %x: %s\nencodes as %x, %v", ty.Name, frame, plain.doc, back, refusal)
	}
	if again := decode(ty, back, frames.Options{}); again.fault != nil || again.lossy {
		t.Fatalf("%s %x was written, and reads as %s", ty.Name, back, again.doc)
	}
}

// decodeDirect returns the document of a frame, printed in one pass unless it is refused.
func decodeDirect(ty *frames.Type, frame []byte, o frames.Options) string {
	r := frames.Reader{Options: o}
	var doc frames.Document
	fault, _ := diag.From(r.Read(ty, frame, &doc))
	return string(doc.Append(nil, frame, &frames.DocInfo{Type: ty.Name, Index: -1, Fault: fault}))
}

// reencode encodes the members that were read of a refused frame; nil if that is refused.
func reencode(t *testing.T, ty *frames.Type, document string) []byte {
	t.Helper()
	var doc jsondoc.Doc
	if f := doc.Read([]byte(document)); f != nil {
		t.Fatalf("%s: %v", document, f)
	}
	n := doc.Member(0, "payload")
	if n < 0 {
		return nil
	}
	e := frames.Encoder{Type: ty}
	if back, refusal := e.Encode(nil, (*canon.Doc)(&doc), n); refusal == nil {
		return back
	}
	return nil
}

// mutate changes a frame slightly.
func mutate(g *rand.Rand, frame []byte) []byte {
	frame = slices.Clone(frame)
	for range 1 + g.IntN(3) {
		at := g.IntN(len(frame) + 1)
		switch g.IntN(6) {
		case 0:
			frame = slices.Insert(frame, at, byte(g.Uint32()))
		case 1:
			heads := [][]byte{{0xc2}, {0xc1}, {0x18}, {0xf6}, {0xf7}, {0x5f}, {0xff}, {0xbf}, {0x61, 'x'}, {0xa1, 0x01, 0x02}, {0xf9, 0x7e, 0x01}, {0x61, 0xff}, {0x78, 0x01, 'a'}}
			frame = slices.Insert(frame, at, heads[g.IntN(len(heads))]...)
		case 2:
			frame = frame[:at]
		default:
			if at < len(frame) {
				frame[at] ^= 1 << g.IntN(8)
			}
		}
	}
	return frame
}

// Damaged frames are read the same with and without notes; what is accepted is written
// again to the same bytes, or is lossy.
func TestDamagedFrames(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	rounds := 600
	if testing.Short() {
		rounds = 50
	}
	for _, ty := range declarations() {
		root := ty.Codec.(*cbor.Codec).Root
		for range rounds {
			g := generator{Rand: rng}
			g.value(root, 0)
			checkFrame(t, ty, mutate(rng, g.out))
		}
	}
}

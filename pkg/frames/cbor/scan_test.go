package cbor

import (
	"encoding/hex"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	fxcbor "github.com/fxamacker/cbor/v2"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
)

func unhex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Malformed items, with the bytes at fault and their path.
func TestScanForm(t *testing.T) {
	tests := []struct {
		hex, code    string
		offset, size int
		path         string
	}{
		{"", codeTruncated, 0, 0, ""},
		{"18", codeTruncated, 0, 1, ""},
		{"1b 00000000000000", codeTruncated, 0, 8, ""},
		{"42 01", codeTruncated, 1, 1, ""},
		{"5b 8000000000000000", codeTruncated, 9, 0, ""},
		{"a1 61 61", codeTruncated, 3, 0, "/a"},
		{"a1 62 61", codeTruncated, 2, 1, ""},
		{"a2 61 61 01", codeTruncated, 4, 0, ""},
		{"82 01", codeTruncated, 2, 0, "/1"},
		{"bb ffffffffffffffff", codeTruncated, 9, 0, ""},
		{"c2", codeTruncated, 1, 0, ""},
		{"9f 01", codeTruncated, 2, 0, "/1"},
		{"5f 41 00", codeTruncated, 3, 0, ""},
		{"5f 42 00", codeTruncated, 2, 1, ""},
		{"1c", codeSyntax, 0, 1, ""},
		{"1f", codeSyntax, 0, 1, ""},
		{"df", codeSyntax, 0, 1, ""},
		{"ff", codeSyntax, 0, 1, ""},
		{"81 ff", codeSyntax, 1, 1, "/0"},
		{"bf 61 61 ff", codeSyntax, 3, 1, "/a"},
		{"9f c1 ff", codeSyntax, 2, 1, "/0"},
		{"e0", codeSyntax, 0, 1, ""},
		{"f3", codeSyntax, 0, 1, ""},
		{"f8 1f", codeSyntax, 0, 2, ""},
		{"f8 ff", codeSyntax, 0, 2, ""},
		{"fc", codeSyntax, 0, 1, ""},
		{"5f 61 61 ff", codeIndefinite, 1, 1, ""},
		{"5f 5f 41 00 ff ff", codeIndefinite, 1, 1, ""},
		{"7f 01 ff", codeIndefinite, 1, 1, ""},
		{"a1 61 61 9f 1c", codeSyntax, 4, 1, "/a/0"},
	}
	for _, tt := range tests {
		var s scanner
		end := s.scan(unhex(t, tt.hex), 256)
		f := &s.malformed
		if end >= 0 || f.code != tt.code || f.offset != tt.offset || f.length != tt.size || string(f.path) != tt.path {
			t.Errorf("%s: %d %s at %d+%d %q, want %s at %d+%d %q", tt.hex, end, f.code, f.offset, f.length, f.path, tt.code, tt.offset, tt.size, tt.path)
		}
	}
}

// Violations of the profile: the first counts, in the order of offset.
func TestScanProfile(t *testing.T) {
	long := "79 1001" + strings.Repeat("61", 4097)
	tests := []struct {
		hex, code string
		offset    int
		path      string
		limit     int
	}{
		{"a1 61 61 01", "", 0, "", math.MaxInt},
		{"9f ff", codeIndefinite, 0, "", 0},
		{"bf ff", codeIndefinite, 0, "", 0},
		{"5f ff", codeIndefinite, 0, "", 0},
		{"a1 7f 61 61 ff 01", codeIndefinite, 1, "", 1},
		{"a1 9f ff 01", codeIndefinite, 1, "", 1},
		{"a1 41 61 01", codeKeyType, 1, "", 1},
		{"a1 f6 01", codeKeyType, 1, "", 1},
		{"a1 80 01", codeKeyType, 1, "", 1},
		{"a1 c1 61 61 01", codeKeyType, 1, "", 1},
		{"a1 61 6b a1 20 01", codeKeyType, 4, "/k", 4},
		{"a1 61 61 62 61 ff", codeUTF8, 5, "/a", math.MaxInt},
		{"a1 62 61 ff 01", codeUTF8, 3, "", math.MaxInt},
		{"82 61 ff 5f ff", codeUTF8, 2, "/0", 3},
		{"a1 " + long + " 01", "", 0, "", math.MaxInt}, // the declaration may allow it
		{"a2 61 61 01 61 61 02", codeDuplicateKey, 4, "/a", 4},
		{"a2 61 61 01 78 01 61 02", codeDuplicateKey, 4, "/a", 4},
		{"a1 61 78 a2 61 7e 01 61 7e 02", codeDuplicateKey, 7, "/x/~0", 7},
		{"a2 05 01 18 05 02", codeDuplicateKey, 3, "/5", 3},
		{"a2 05 01 61 35 02", "", 0, "", math.MaxInt},
		{"c1 01", codeTag, 0, "", 0},
		{"81 d8 18 40", codeTag, 1, "/0", 1},
		{"c2 c2 40", codeTag, 1, "", 1},
		{"c2 40", "", 0, "", math.MaxInt},
		{"82 c1 01 a2 61 61 01 61 61 01", codeTag, 1, "/0", 1},
	}
	for _, tt := range tests {
		var s scanner
		if end := s.scan(unhex(t, tt.hex), 256); end < 0 {
			t.Errorf("%s: %s", tt.hex, s.malformed.text)
			continue
		}
		b := &s.violation
		if b.code != tt.code || b.offset != tt.offset || string(b.path) != tt.path || s.limit != tt.limit {
			t.Errorf("%.40s: %s at %d %q, limit %d; want %s at %d %q, limit %d", tt.hex, b.code, b.offset, b.path, s.limit, tt.code, tt.offset, tt.path, tt.limit)
		}
	}
}

// Depth counts arrays and maps, not tags.
func TestScanDepth(t *testing.T) {
	var s scanner
	nested := func(n int, core string) []byte { return append([]byte(strings.Repeat("\x81", n)), core...) }
	if s.scan(nested(256, "\x01"), 256) < 0 {
		t.Errorf("256 levels: %s", s.malformed.text)
	}
	if s.scan(nested(257, "\x01"), 256) >= 0 || s.malformed.code != codeDepth || s.malformed.offset != 256 || !strings.Contains(s.malformed.hint, "--max-depth") {
		t.Errorf("257 levels: %+v", s.malformed)
	}
	if s.scan(append([]byte(strings.Repeat("\xc1", 1000)), 1), 256) < 0 {
		t.Errorf("1000 tags: %s", s.malformed.text)
	}
}

// Hostile frames give an error with an offset, quickly and in little memory.
func TestHostileFrames(t *testing.T) {
	million := []byte{0xba, 0, 0x0f, 0x42, 0x41}
	for i := range 1000000 {
		million = append(million, fmt.Sprintf("\x68%08x\x00", uint32(i)*2654435761)...)
	}
	million = append(million, "\x6800000000\x00"...)
	sorted := []byte{0xba, 0, 0x0f, 0x42, 0x41}
	for i := range 1000000 {
		sorted = append(sorted, fmt.Sprintf("\x68%08x\x00", i)...)
	}
	sorted = append(sorted, "\x6800000000\x00"...)
	tests := []struct {
		name  string
		frame []byte
		code  string
	}{
		{"3,000 nested counts of 65,535", []byte(strings.Repeat("\x99\xff\xff", 3000)), codeDepth},
		{"bytes of 2^63", []byte("\x5b\x80\x00\x00\x00\x00\x00\x00\x00"), codeTruncated},
		{"a map of 2^64-1", []byte("\xbb\xff\xff\xff\xff\xff\xff\xff\xff"), codeTruncated},
		{"200,000 nested arrays", []byte(strings.Repeat("\x81", 200000)), codeDepth},
		{"200,000 nested tags", []byte(strings.Repeat("\xc1", 200000) + "\x01"), codeTag},
		{"a million keys, one twice", million, codeDuplicateKey},
		{"a million keys in order, one twice", sorted, codeDuplicateKey},
		{"a million heads longer than needed", append([]byte("\x9a\x00\x0f\x42\x40"), strings.Repeat("\x18\x00", 1000000)...), ""},
		{"a million times a text that is not UTF-8", append([]byte("\x9a\x00\x0f\x42\x40"), strings.Repeat("\x61\xff", 1000000)...), codeUTF8},
	}
	for _, tt := range tests {
		for _, root := range []*Type{&Any, {Name: "S", Fields: []Field{{Name: "a", Type: &U32}}}, {Kind: DictKind, Key: &Text, Elem: &U32}, {Kind: ArrayKind, Elem: &U32}} {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			start := time.Now()
			var r frames.Reader
			d, _ := diag.From(r.Read(&frames.Type{Name: "t", Codec: &Codec{Root: root}}, tt.frame, discardSink{}))
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			if root == &Any && (d == nil) != (tt.code == "") || d != nil && root == &Any && d.Code != tt.code {
				t.Errorf("%s: %v, want %s", tt.name, d, tt.code)
			}
			if took > 30*time.Second { // generous: quadratic work takes minutes
				t.Errorf("%s: %v", tt.name, took)
			}
			if used := after.TotalAlloc - before.TotalAlloc; used > 56<<20 {
				t.Errorf("%s as %s: %d MiB", tt.name, root.Name, used>>20)
			}
		}
	}
}

// discardSink ignores all events.
type discardSink struct{}

func (discardSink) Value(*frames.Value)   {}
func (discardSink) Note(*frames.Note)     {}
func (discardSink) Warn(*diag.Diagnostic) {}
func (discardSink) Lossy(string, string)  {}
func (discardSink) Redact(frames.Span)    {}

// Another implementation agrees on which bytes are well formed, except that it accepts
// unassigned simple values.
func FuzzWellFormed(f *testing.F) {
	for _, seed := range []string{"a1 61 61 01", "9f 01 ff", "5f 41 00 ff", "c2 49 010000000000000000", "f9 7e00", "bf 61 61 9f ff ff", "d8 18 41 00",
		"a2 61 61 01 61 61 02", "fb 3ff0000000000000", "1b ffffffffffffffff", "81 81 81 80", "7f 61 61 ff", "f6", "f8 20", "a1 01 02", "ff", "5f 5f ff ff"} {
		f.Add(unhex(f, seed))
	}
	mode, err := fxcbor.DecOptions{MaxNestedLevels: 65535, MaxArrayElements: math.MaxInt32, MaxMapPairs: math.MaxInt32}.DecMode()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, frame []byte) {
		var s scanner
		end := s.scan(frame, 1<<20)
		ours := end == len(frame)
		theirs := mode.Wellformed(frame) == nil
		if ours != theirs && !(theirs && s.malformed.code == codeSyntax && strings.Contains(s.malformed.text, "unassigned simple value")) {
			t.Fatalf("%x: %v (%s), they say %v", frame, ours, s.malformed.text, theirs)
		}
		if end >= 0 && s.violation.code != codeIndefinite && !strings.Contains(string(frame), "\xff") && skip(frame, 0, len(frame)) != end {
			t.Fatalf("%x: the item ends at %d, skip returns %d", frame, end, skip(frame, 0, len(frame)))
		}
	})
}

// Duplicate keys are found among few and many keys, sorted or not, with other maps between
// them. Keys that are unique are not reported.
func TestRepeatedKeys(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for round := range 1000 {
		n := 1 + rng.IntN(150)
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf("k%05d", 7*i+rng.IntN(7))
		}
		if round%2 == 0 {
			rng.Shuffle(n, func(i, j int) { keys[i], keys[j] = keys[j], keys[i] })
		}
		want := ""
		if n > 1 && round%3 == 0 {
			at := 1 + rng.IntN(n-1)
			keys[at] = keys[rng.IntN(at)]
			want = codeDuplicateKey
		}
		frame := appendHead(nil, majorMap, uint64(n))
		offset := 0
		for i, k := range keys {
			if want != "" && offset == 0 && slices.Contains(keys[:i], k) {
				offset = len(frame)
			}
			frame = append(appendHead(frame, majorText, uint64(len(k))), k...)
			nested := rng.IntN(3)
			frame = appendHead(frame, majorMap, uint64(40*nested))
			for j := range 40 * nested {
				frame = appendHead(appendHead(frame, majorUint, uint64(j*j)), majorUint, 0)
			}
		}
		var s scanner
		if s.scan(frame, 256) != len(frame) || s.violation.code != want || s.violation.offset != offset {
			t.Fatalf("%q: %q at %d, want %q at %d", keys, s.violation.code, s.violation.offset, want, offset)
		}
	}
}

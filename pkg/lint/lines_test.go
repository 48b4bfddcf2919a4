package lint_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/lint"
)

func TestLines(t *testing.T) {
	pieces := []string{"a", "\n", "\t", "é", "😀", "\xff", "\xe2\x82", "\r\n", strings.Repeat("x", 700), strings.Repeat("é", 600), strings.Repeat("\n", 500)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var b strings.Builder
		for range r.IntN(60) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		input := []byte(b.String())
		lines := lint.NewLines(input)
		for range 200 {
			offset := r.IntN(len(input) + 2)
			want := text.PositionAt(input, offset)
			if line, column := lines.Position(offset); line != want.Line || column != want.Column {
				t.Fatalf("offset %d of %q: got %d:%d, want %v", offset, input, line, column, want)
			}
		}
	}
}

func TestLinesEmpty(t *testing.T) {
	if line, column := lint.NewLines(nil).Position(0); line != 1 || column != 1 {
		t.Errorf("got %d:%d", line, column)
	}
}

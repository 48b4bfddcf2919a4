package diff

import (
	"encoding/json"
	"testing"

	"github.com/divtool/divtool/internal/report"
)

// Every pair of inputs is compared, rejected with a report, or an error; a result as JSON
// is valid.
func FuzzCompare(f *testing.F) {
	inputs := []string{"null", "[]", template, "[" + template + "]", grants, record, frame, `{"type":"diverge.agents.request","name":"write","payload":{"write_id":7}}`}
	for _, a := range inputs {
		for _, b := range inputs {
			f.Add(a, b)
		}
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		text, object := run(Options{}, a, b), run(Options{JSON: true}, a, b)
		if text.same != object.same || text.outcome != object.outcome || (text.err == nil) != (object.err == nil) {
			t.Fatalf("%q and %q: %+v as text, %+v as JSON", a, b, text, object)
		}
		switch {
		case object.err != nil:
		case object.outcome == report.Clean && !json.Valid([]byte(object.out)):
			t.Fatalf("%q and %q: %q is not JSON", a, b, object.out)
		case object.outcome != report.Clean && object.errors == "":
			t.Fatalf("%q and %q: outcome %d without an error", a, b, object.outcome)
		}
		if a == b && text.err == nil && text.outcome == report.Clean && !text.same {
			t.Fatalf("%q differs from itself: %s", a, text.out)
		}
	})
}

package explain

import (
	"github.com/divtool/divtool/pkg/frames/subc"
	"github.com/divtool/divtool/pkg/scope"
)

// findProtocolWord finds a word that the daemon of subc says: an outcome of a record,
// a reason for which routes close, the op or the code in a body.
func findProtocolWord(word string) (found []Entry) {
	for _, o := range scope.Outcomes() {
		if o.String() == word {
			e := Entry{Word: word, Class: "outcome of a scope record", Title: o.Meaning()}
			e.addFact("stated in", "spec/subc-scope.md 8")
			found = append(found, e)
		}
	}
	for _, r := range scope.CloseReasons() {
		if r.String() == word {
			e := Entry{Word: word, Class: "reason for which routes close", Title: r.Meaning()}
			e.addFact("closes", r.AffectedRoutes())
			e.addFact("then", "the route must not be opened again blindly")
			e.addFact("stated in", "spec/subc-scope.md 8")
			found = append(found, e)
		}
	}
	for _, list := range []struct {
		class string
		words []subc.Term
	}{{"op of a control body", subc.Ops()}, {"code of an error body", subc.ErrorCodes()}} {
		for _, w := range list.words {
			if w.Name == word {
				e := Entry{Word: word, Class: list.class, Title: w.Meaning, See: []string{"subc.frame"}}
				found = append(found, e)
			}
		}
	}
	return found
}

func protocolWords() (list []string) {
	for _, o := range scope.Outcomes() {
		list = append(list, o.String())
	}
	for _, r := range scope.CloseReasons() {
		list = append(list, r.String())
	}
	for _, w := range append(subc.Ops(), subc.ErrorCodes()...) {
		list = append(list, w.Name)
	}
	return list
}

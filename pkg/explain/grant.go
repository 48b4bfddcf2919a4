package explain

import (
	"slices"
	"strings"

	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/frames/cbor"
	"github.com/divtool/divtool/pkg/frames/diverge"
	"github.com/divtool/divtool/pkg/frames/laser"
)

const specGrants = "diverge-templates.md 2"

// findGrant finds a kind of grant or an action of templates, or a word of
// LaserData grants.
func findGrant(word string) (found []Entry) {
	if k := canon.GrantKindByName(word); k != nil {
		found = append(found, grantKindEntry(k))
	}
	if e := actionEntry(word); len(e.Tables) > 0 {
		found = append(found, e)
	}
	return append(found, laserGrantEntries(word)...)
}

func grantKindEntry(k *canon.GrantKind) Entry {
	e := Entry{Word: k.Name, Class: "kind of grant", Title: "a grant of a template for " + k.Plural}
	if k.Unverified {
		e.Text = "The actions of this kind are not documented in the reference release, so any lowercase word is accepted."
	}
	t := Table{Title: "forms and their actions", Head: []string{"form", "actions"}}
	add := func(form string, actions []string) {
		if len(actions) > 0 {
			t.Rows = append(t.Rows, []string{form, strings.Join(actions, ", ")})
		}
	}
	add(`{"`+k.Name+`":[…]}`, k.Make)
	if !k.Fixed {
		add(`{"`+k.Name+`":{"actions":[…],"within":…}}`, k.Over)
	}
	if k.Tagging {
		add(`{"`+k.Name+`":{"actions":[…],"within":…,"tags":…}}`, canon.TagActions)
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	if !k.Fixed {
		within := `"any", or {"all_tags":[…],"any_tags":[…]}`
		if k.Self {
			within = `"any", "self", or {"all_tags":[…],"any_tags":[…]}`
		}
		e.AddFact("within", within)
	}
	addSource(&e, specGrants)
	e.See = []string{"grants", "grant/unknown-action"}
	return e
}

func actionEntry(word string) Entry {
	e := Entry{Word: word, Class: "action of grants", Title: "an action that a grant of a template can allow"}
	t := Table{Title: "kinds of grant with this action", Head: []string{"kind", "form"}}
	for i := range canon.GrantKinds {
		k := &canon.GrantKinds[i]
		for _, form := range []struct {
			name    string
			actions []string
			has     bool
		}{
			{"bare array", k.Make, true},
			{"object with within", k.Over, !k.Fixed},
			{"object with within and tags", canon.TagActions, k.Tagging},
		} {
			if form.has && slices.Contains(form.actions, word) {
				t.Rows = append(t.Rows, []string{k.Name, form.name})
			}
		}
	}
	if len(t.Rows) > 0 {
		e.Tables = append(e.Tables, t)
	}
	addSource(&e, specGrants)
	return e
}

// laserGrantEntries explains a word of LaserData grants, such as a feature or an
// action.
func laserGrantEntries(word string) (found []Entry) {
	for _, f := range laser.Grants().Elem.Fields {
		if slices.ContainsFunc(f.Type.Variants, func(v cbor.Variant) bool { return v.Name == word }) {
			e := Entry{Word: word, Class: f.Name + " of LaserData grants", Title: f.Meaning}
			addSource(&e, "laser-forward.md 3.4")
			e.See = []string{"laser-grants"}
			found = append(found, e)
		}
	}
	return found
}

func grantWords() (list []string) {
	for i := range canon.GrantKinds {
		k := &canon.GrantKinds[i]
		list = append(append(append(list, k.Name), k.Make...), k.Over...)
	}
	list = append(list, canon.TagActions...)
	for _, f := range laser.Grants().Elem.Fields {
		for _, v := range f.Type.Variants {
			list = append(list, v.Name)
		}
	}
	return list
}

// findEndpoint finds an endpoint of the provider by its name, which --endpoint
// also accepts.
func findEndpoint(word string) []Entry {
	p := diverge.EndpointByName(word)
	if p == nil {
		return nil
	}
	e := Entry{Word: p.Name, Class: "endpoint", Title: "the purpose of a scope, set by the request that opens it"}
	for _, f := range []struct {
		name string
		t    string
	}{
		{"answers in the scope", frameTypeName(p.ScopeResponse)},
		{"requests of the provider", frameTypeName(p.ServerRequest)},
		{"their answers", frameTypeName(p.ServerResponse)},
		{"requests of the caller", frameTypeName(p.ClientRequest)},
		{"their answers ", frameTypeName(p.ClientResponse)},
	} {
		e.AddFact(strings.TrimSpace(f.name), f.t)
		if f.t != "" {
			e.See = append(e.See, f.t)
		}
	}
	if len(e.Facts) == 0 {
		e.Text = "The layouts of the messages in such a scope are unknown."
	}
	addSource(&e, "diverge-frames.md 7.1")
	return []Entry{e}
}

func endpointWords() (list []string) {
	for i := range diverge.Endpoints {
		list = append(list, diverge.Endpoints[i].Name)
	}
	return list
}

package laserrules

import (
	"github.com/divtool/divtool/pkg/canon"
	"github.com/divtool/divtool/pkg/explain/explanation"
)

// explainGrants describes LaserData grants in plain English.
func explainGrants(d *explanation.Document, e explanation.Entry) []explanation.Entry {
	t := explanation.Table{Title: "the caller (a deny overrides an allow)", Head: []string{"grant"}}
	list := 0
	if d.Kind(0) == canon.KindObject {
		list = d.Member(0, "grants")
	}
	for _, n := range d.Objects(list) {
		text := "may "
		if d.StringMember(n, "effect") == "deny" {
			text = "may not "
		}
		text += d.StringMember(n, "action") + " " + d.StringMember(n, "feature")
		t.Rows = append(t.Rows, []string{text + resourceText(d, d.Member(n, "resource"))})
	}
	e.AddTable(t)
	return []explanation.Entry{e}
}

// resourceText describes the resources that a LaserData grant covers.
func resourceText(d *explanation.Document, resource int) string {
	if resource >= 0 {
		switch d.StringMember(resource, "kind") {
		case "literal":
			return " on exactly \"" + d.StringMember(resource, "value") + "\""
		case "prefix":
			return " on everything that starts with \"" + d.StringMember(resource, "value") + "\""
		}
	}
	return " on everything"
}

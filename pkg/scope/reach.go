package scope

import "slices"

// reach is which modules a principal may open routes to under a scope: the
// union over its entries.
type reach struct {
	anyModule bool
	modules   []string // sorted, each once
}

// reachOf adds up the entries of a principal.
func reachOf(entries []Carrier) reach {
	var r reach
	for _, c := range entries {
		r.anyModule = r.anyModule || !c.Limited
		r.modules = append(r.modules, c.Targets...)
	}
	slices.Sort(r.modules)
	r.modules = slices.Compact(r.modules)
	return r
}

// carrierIndex is a list of carriers by their principals.
type carrierIndex struct {
	openers []Principal // each once, in the order of the list
	first   map[Principal]int
	entries map[Principal][]Carrier
}

func indexCarriers(carriers []Carrier) carrierIndex {
	l := carrierIndex{first: map[Principal]int{}, entries: map[Principal][]Carrier{}}
	for i, c := range carriers {
		if l.entries[c.Principal] == nil {
			l.first[c.Principal] = i
			l.openers = append(l.openers, c.Principal)
		}
		l.entries[c.Principal] = append(l.entries[c.Principal], c)
	}
	return l
}

// closings tells what a principal's routes suffer when its reach becomes
// another, or nothing.
func (r reach) closings(p Principal, after reach, listed bool) []Closing {
	c := Closing{Opener: Some(p), Reason: CarrierRemoved}
	switch {
	case !listed:
		return []Closing{c}
	case after.anyModule:
		return nil
	}
	for _, m := range r.modules {
		if _, kept := slices.BinarySearch(after.modules, m); !kept && !r.anyModule {
			c.Lost = append(c.Lost, m)
		}
	}
	if !r.anyModule && len(c.Lost) == 0 {
		return nil
	}
	c.Except = after.modules
	return []Closing{c}
}

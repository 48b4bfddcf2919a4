package subc

import "github.com/divtool/divtool/pkg/scope"

// opMeaning says what the op of a control body is; "" when it is not known.
func opMeaning(op string) string {
	switch op {
	case "scope.sync":
		return "the owner's whole set of scopes: those not in it end"
	case "scope.apply":
		return "changes to single scopes of the owner"
	case "scope.describe":
		return "asks for the state of one scope"
	case "route.bind":
		return "the daemon binds a route to the module"
	case "route.open":
		return "a client opens a route"
	case "route.status":
		return "the module says how a route is"
	case "route.closing":
		return "a route is about to close"
	case "route.closed":
		return "a route has closed"
	case "catalog.update":
		return "the module changes what it offers"
	}
	return ""
}

// codeMeaning says what the code of an error body means for the caller; ""
// when the spec says nothing of it.
func codeMeaning(code string) string {
	switch code {
	case "unknown_channel", "stale_route_epoch":
		return "the route is dead"
	case "unknown_subscription":
		return "there is no held request of this corr"
	}
	c, _ := scope.CodeByName(code)
	return c.Meaning
}

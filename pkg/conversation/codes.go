package conversation

// Code is a stable code of a warning about a conversation.
type Code struct {
	Name    string
	Meaning string // what the warning reports, for humans
	Cause   string // the usual cause; continues "Usually …"
	// NeedsBothSides marks codes that the messages of one side cannot prove.
	// They are not reported in a capture of one side.
	NeedsBothSides bool
}

// Codes that all protocols share.
var (
	wrongDirection = Code{"wrong-direction", "a side sends what only the other side may send, or answers on a channel that it opened itself",
		"the direction in the log is wrong; the message is read as if the other side had sent it", false}
	tooManyOpen = Code{"limit", "more items are open than the limit allows; the oldest are forgotten",
		"the capture lacks the messages that end scopes, channels and requests; `--max-open` raises the limit", false}
)

// Codes of Diverge connections.
var (
	lateAuth = Code{"late-auth", "auth is not the first message of the connection",
		"two connections are mixed, or messages are out of order", false}
	secondAuth = Code{"second-auth", "a second auth in one connection",
		"two connections are mixed", false}
	unknownScope = Code{"unknown-scope", "a message in a scope that was not opened in the capture; reported once per scope",
		"the capture begins in the middle of the connection; `--endpoint` sets the endpoint of such scopes", false}
	scopeInUse = Code{"scope-in-use", "a request opens a scope that is still open",
		"a message is repeated, or the end of the earlier scope is missing", true}
	afterEnd = Code{"after-end", "a message in a scope that has ended; reported once per scope",
		"messages are out of order, or the request that reopens the scope is missing", true}
	unknownChannel = Code{"unknown-channel", "an answer or a finish on a channel that was not opened; reported once per channel",
		"the request was sent before the capture began, or is missing", true}
	channelInUse = Code{"channel-in-use", "a second request on a channel that is still open; later messages are read as answers to the second",
		"a message is repeated, or the finish of the first request is missing", true}
	afterFinish = Code{"after-finish", "an answer or a finish on a channel that is finished; reported once per channel",
		"a message is repeated, or messages are out of order", true}
	extraAnswer = Code{"extra-answer", "a second answer to a request that expects one, or an answer to a request that expects none",
		"a message is repeated", false}
	afterError = Code{"after-error", "an answer after the error that ends the answers",
		"messages are out of order", false}
	noAnswer = Code{"no-answer", "a finish without the required answer",
		"the answer is missing", true}
	malformedRequest = Code{"malformed-request", "a bare finish for a request that did not decode; the peer could not read it either",
		"the request is malformed", false}
	answeredMalformed = Code{"answered-malformed", "an answer to a request that did not decode; the peer must send a bare finish",
		"the request is from another revision, or was damaged in the capture", false}
	unknownID = Code{"unknown-id", "a write_id or connection_id that no open request has",
		"the request that introduces the id is missing", true}
)

// Codes of subc connections. Warnings about scope bodies carry the ids of lint
// rules instead.
var (
	noHello = Code{"no-hello", "a module sends a scope operation before its HELLO",
		"the capture begins in the middle of the connection", false}
	secondHello = Code{"second-hello", "a second HELLO in one connection",
		"two connections are mixed", false}
	unknownCorr = Code{"unknown-corr", "an answer to, or a CANCEL of, a request that is not open",
		"the request was sent before the capture began, or is missing", true}
	corrInUse = Code{"corr-in-use", "a request with the corr of a request that is still open",
		"a message is repeated, or the earlier answer is missing", true}
	unboundRoute = Code{"unbound-route", "a frame on a channel that no route is bound to; reported once per channel",
		"the route.bind is missing", true}
	staleEpoch = Code{"stale-epoch", "a frame with another epoch than the route of its channel; reported once per route",
		"the sender uses a replaced route; the peer answers stale_route_epoch", false}
	routeInUse = Code{"route-in-use", "a bind of a channel that is already bound at the same epoch",
		"a message is repeated, or the GOODBYE of the earlier route is missing", true}
	afterGoodbye = Code{"after-goodbye", "a frame after the GOODBYE that ends the session; reported once per session",
		"two connections are mixed, or messages are out of order", false}
	scopeAnswer = Code{"scope-answer", "the answer to a scope operation does not match its request",
		"the answer belongs to another request", false}
)

// Codes of laser connections.
var (
	replyWithoutRequest = Code{"unasked-reply", "a reply without an open request",
		"the capture begins in the middle of the connection", true}
	replyMismatch = Code{"reply-mismatch", "a reply of another type than its request expects",
		"a message is missing; replies are matched to requests in order", false}
)

// Codes returns all codes, grouped by protocol.
func Codes() []Code {
	return []Code{
		wrongDirection, tooManyOpen,
		lateAuth, secondAuth, unknownScope, scopeInUse, afterEnd, unknownChannel, channelInUse, afterFinish,
		extraAnswer, afterError, noAnswer, malformedRequest, answeredMalformed, unknownID,
		noHello, secondHello, unknownCorr, corrInUse, unboundRoute, staleEpoch, routeInUse, afterGoodbye, scopeAnswer,
		replyWithoutRequest, replyMismatch,
	}
}

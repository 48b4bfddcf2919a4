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
	wrongDirection = Code{"wrong-direction", "a side sends what only the other side sends, or answers on a channel that it opened itself",
		"the direction in the log is wrong; the message is read as the other side's", false}
	tooManyOpen = Code{"limit", "more is open than is kept: the oldest is forgotten",
		"a capture without the messages that end scopes, channels and requests; --max-open raises the limit", false}
)

// Codes of Diverge connections.
var (
	lateAuth = Code{"late-auth", "auth comes behind other messages; the dialling side sends it first",
		"two connections are mixed, or messages are out of order", false}
	secondAuth = Code{"second-auth", "a second auth in one connection",
		"two connections are mixed", false}
	unknownScope = Code{"unknown-scope", "a message in a scope that was not opened, said at the first one",
		"the capture begins in the middle; --endpoint says what its scopes are", false}
	scopeInUse = Code{"scope-in-use", "a request opens a scope that is still open",
		"a message was repeated, or the end of the scope before is missing", true}
	afterEnd = Code{"after-end", "a message in a scope that has ended, said at the first one",
		"messages are out of order, or the request that opens the scope again is missing", true}
	unknownChannel = Code{"unknown-channel", "an answer or a finish on a channel that was not opened, said at the first one",
		"the request was before the capture, or is missing", true}
	channelInUse = Code{"channel-in-use", "a second request on a channel that is still open; what follows is read as an answer to the second",
		"a message was repeated, or the finish before is missing", true}
	afterFinish = Code{"after-finish", "an answer or a finish on a channel that is finished, said at the first one",
		"a message was repeated, or messages are out of order", true}
	extraAnswer = Code{"extra-answer", "a second answer where there is only one, or an answer where there is none",
		"a message was repeated", false}
	afterError = Code{"after-error", "an answer behind the error that ends the answers",
		"messages are out of order", false}
	noAnswer = Code{"no-answer", "a finish without the answer that the request must have",
		"the answer is missing", false}
	malformedRequest = Code{"malformed-request", "a bare finish to a request that did not decode: the peer could not read it either",
		"the request is malformed", false}
	answeredMalformed = Code{"answered-malformed", "an answer to a request that did not decode: the peer must send a bare finish",
		"the request is of another revision, or was damaged in the capture", false}
	unknownID = Code{"unknown-id", "a write_id or connection_id that no open request has",
		"the request that says the id is missing", true}
)

// Codes of subc connections. Warnings about scope bodies carry the ids of lint
// rules instead.
var (
	noHello = Code{"no-hello", "a module sends a scope operation before its HELLO",
		"the capture begins in the middle", false}
	secondHello = Code{"second-hello", "a second HELLO in one connection",
		"two connections are mixed", false}
	unknownCorr = Code{"unknown-corr", "an answer to, or the cancelling of, a request that is not open",
		"the request was before the capture, or is missing", true}
	corrInUse = Code{"corr-in-use", "a request with the corr of one that is still open",
		"a message was repeated, or the answer before is missing", true}
	unboundRoute = Code{"unbound-route", "a frame on a route that was not bound, said at the first one",
		"the bind is missing", true}
	staleEpoch = Code{"stale-epoch", "a frame of another binding of its channel, said at the first one",
		"the peer answers stale_route_epoch", false}
	routeInUse = Code{"route-in-use", "a bind of a channel whose binding of this epoch is still open",
		"a message was repeated, or the goodbye before is missing", true}
	afterGoodbye = Code{"after-goodbye", "a frame behind the GOODBYE that ends the session, said at the first one",
		"two connections are mixed, or messages are out of order", false}
	scopeAnswer = Code{"scope-answer", "the answer to a scope operation does not fit its request",
		"the two do not belong together", false}
)

// Codes of laser connections.
var (
	replyWithoutRequest = Code{"unasked-reply", "a reply without a request before it",
		"the capture begins in the middle", true}
	replyMismatch = Code{"reply-mismatch", "a reply that is not of the type that its request asks for",
		"a message is missing: replies are matched to requests in their order", false}
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

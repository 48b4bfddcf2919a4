package diag

import "slices"

// Code describes a code of errors or warnings. The ids of lint rules are codes
// too; package lint has them.
type Code struct {
	Name       string
	Severities string // its severities: "error", "warning" or "error, warning"
	Source     string // what reports it: "any frame", "CBOR frames", "encode"
	Meaning    string // a sentence, for humans
	Remedy     string // what to do about it, for humans
}

// Codes returns all codes that are not ids of lint rules, in the order of the
// documentation.
func Codes() []Code { return slices.Clone(codes[:]) }

// CodeByName returns the code of that name; false when there is none.
func CodeByName(name string) (Code, bool) {
	if i := slices.IndexFunc(codes[:], func(c Code) bool { return c.Name == name }); i >= 0 {
		return codes[i], true
	}
	return Code{}, false
}

// Sources of codes.
const (
	fromInput  = "input"
	fromDiff   = "diff"
	fromFrames = "frames"
	fromCBOR   = "CBOR frames"
	fromSubc   = "subc frames"
	fromEncode = "encode"
	fromJSON   = "JSON payloads"
	fromTrace  = "captures"
)

var codes = [...]Code{
	{"empty", "error", fromInput, "The input contains no bytes, or only white space.",
		"Check the program that wrote the input; `--in bin` reads white space as bytes."},
	{"form", "error", fromInput, "The text is not valid hex, a dump, a byte list or base64: it contains an unexpected character.",
		"Fix the character at the given line and column, or name the form with `--in`."},
	{"encoding", "error", fromInput, "The text is UTF-16.",
		"Convert it to UTF-8."},
	{"limit", "error", fromInput, "The input exceeds a limit on size or nesting depth.",
		"Raise the limit with the flag that the message names."},
	{"no-type", "error", fromInput, "The type of the frame, the request that it answers, or the kind of the document is unknown.",
		"Use `-t`, `--answers` or `--kind`; `divtool types` lists the types."},
	{"partial", "error", fromDiff, "The document describes a frame that did not decode.",
		"Compare the bytes in its `hex` member instead."},
	{"unreadable", "error", fromInput, "A file does not exist or cannot be read.",
		"Check its name and its permissions."},
	{"config", "error", fromInput, "The lint configuration is invalid.",
		"Fix it at the given position; `divtool lint --print-config FILE` prints the settings in effect."},
	{"baseline", "error", fromInput, "The baseline file is not valid, or has another version.",
		"Regenerate it with `--write-baseline`."},
	{"verify", "error", fromInput, "Encoding the document does not reproduce the decoded bytes.",
		"Check the `lossy` member of the document: it lists what encoding does not reproduce."},
	{"filter", "error", fromInput, "The expression of `--where` cannot be evaluated for a document, or is not true or false; the document is not shown.",
		"Compare the member with a value of its kind; `type(x)` returns the kind."},
	{"extract", "error", fromInput, "The document has no member at the pointer of `--extract`, or the member is a secret; nothing is written for the frame.",
		"Check the pointer against the document that `divtool decode` prints; `--where` leaves out documents without the member, `--show-secrets` shows secrets."},
	{"context", "error", fromInput, "A member of the lint context document has the wrong form.",
		"Use the form that `divtool lint --help` shows."},

	{"gap", "error, warning", fromTrace, "The capture lacks bytes that one side sent; the rest is read from the next message on.",
		"Capture again with larger buffers (`tcpdump -B`), or on a machine that is less busy."},
	{"cut", "error, warning", fromTrace, "The capture has only the beginning of a message.",
		"Capture whole packets (`tcpdump -s 0`); tshark prints at most 262144 bytes of a message, `--in pcap` reads all."},
	{"compressed", "error", fromTrace, "The message is compressed, and what it refers to is not in the capture.",
		"Begin the capture before the connection is opened, or turn permessage-deflate off."},
	{"encrypted", "error", fromTrace, "The connections of the capture are encrypted with TLS.",
		"Record the keys with SSLKEYLOGFILE, and print plain text with `tshark -o tls.keylog_file:KEYS -T json`."},

	{"truncated", "error", fromFrames, "The frame ends inside a field or item.",
		"Check whether the frame was cut, or an earlier length is too large or in the wrong byte order."},
	{"trailing", "error", fromFrames, "The frame has trailing bytes.",
		"Remove them; often they are a line break, or a second frame (`--framing`, `--lines`)."},
	{"length", "error", fromFrames + ", " + fromEncode, "A field of fixed size has the wrong size, or a text that must not be empty is empty.",
		"Use exactly the number of bytes that the message names."},
	{"utf8", "error", fromFrames + ", " + fromEncode, "The text is not valid UTF-8.",
		"Check the length of the preceding field; if it is right, fix the sender."},
	{"unknown-tag", "error", fromFrames + ", " + fromEncode, "The first byte is not the tag of a message of this type.",
		"Check the type; `divtool explain TYPE` lists the tags."},
	{"unknown-type", "error", fromFrames + ", " + fromEncode, "The first byte of the header is not a known frame type, or not one that this side sends.",
		"Check that the frame starts at this byte, and check `--from`."},
	{"unknown-mode", "error", fromFrames, "The mode of the auth frame is unknown.",
		"Use mode 0, the only known one."},
	{"unknown-kind", "error", fromFrames, "The byte that selects one of several layouts has an unknown value.",
		"Check the type and, for an answer, `--answers`."},
	{"trailing-ignored", "warning", fromFrames, "The message has trailing bytes, which the peer ignores.",
		"Do not send them."},
	{"unset-not-zero", "warning", fromFrames + ", " + fromEncode, "An unset field is not zero; the peer ignores it.",
		"Write zeros, or set the bit of the field."},
	{"set-bits", "warning", fromFrames, "Undefined bits are set; the peer ignores them.",
		"Clear them."},
	{"doubtful", "warning", fromFrames, "The frame is also almost a frame of another type.",
		"If the frame was damaged on its way, repair it as the warning says; if not, pass `-t TYPE`."},
	{"implausible", "warning", fromFrames, "A value is valid, but no peer writes it: the frame may be damaged, of another type or of another version.",
		"Check where the frame comes from; the warning names the readings that fit better."},
	{"other-version", "warning", fromFrames + ", " + fromCBOR, "The message is of another release, and not all of its layout is known.",
		"Treat the members that the warning names as uncertain."},
	{"provisional", "warning", fromFrames, "The layout or the tags are not confirmed for the reference release.",
		"Treat the result as uncertain, and use `-t` only if you know the type."},

	{"syntax", "error", fromCBOR, "The bytes are not well-formed CBOR.",
		"Check that the frame starts at this byte and that it is CBOR."},
	{"indefinite", "error", fromCBOR, "An item has an indefinite length.",
		"Encode with definite lengths."},
	{"duplicate-key", "error", fromCBOR, "A map contains a key twice.",
		"Write it once."},
	{"key-type", "error", fromCBOR, "A key of a map is not text.",
		"Use text keys."},
	{"key-size", "error", fromCBOR, "A key of a struct, or a word, is longer than 4096 bytes.",
		"Use a shorter one."},
	{"tag", "error", fromCBOR, "A value has an unexpected CBOR tag; only tag 2, on a u128, is allowed.",
		"Encode without tags."},
	{"type", "error", fromCBOR + ", " + fromEncode, "A value has the wrong type, or the document describes a frame that did not decode.",
		"Use the type that the message names (`divtool explain TYPE` shows all fields); for a frame that did not decode, encode the bytes in its `hex` member."},
	{"range", "error", fromCBOR + ", " + fromEncode, "A number is outside the range of its type, a text has fewer or more bytes than its type allows, or a word is not one of the allowed words.",
		"Use a value that the message names."},
	{"missing", "error", fromCBOR + ", " + fromEncode, "A required key or member is missing.",
		"Add it."},
	{"enum", "error", fromCBOR, "A word is not one of the words of its type.",
		"Use one of the words that the message lists; case is significant."},
	{"agent-id", "error", fromCBOR, "The name of an agent is empty, longer than 256 bytes, or contains a control character.",
		"Use another name."},
	{"depth", "error", fromCBOR, "Arrays and maps are nested deeper than the limit; in CBOR, a word counts as one.",
		"Raise `--max-depth` if the frame is trusted."},
	{"ambiguous", "error", fromCBOR, "The frame has keys of two types.",
		"Send the keys of one type only."},
	{"unknown-field", "error, warning", fromCBOR + ", " + fromEncode, "The type has no such key or member. In a CBOR frame the peer ignores it; a fixed layout cannot contain it.",
		"Remove it, or check its spelling."},
	{"order", "warning", fromCBOR, "The keys are not in the order that the peer writes.",
		"Encode the document again to get the peer's order."},
	{"non-shortest", "warning", fromCBOR + ", postcard", "A number or length uses more bytes than necessary.",
		"Encode the document again to get the shortest form."},
	{"bignum-form", "warning", fromCBOR, "A big number is not in the form that the peer writes.",
		"Write an integer up to 64 bits, and tag 2 without leading zero bytes for larger values."},
	{"explicit-default", "warning", fromCBOR + ", " + fromJSON, "A key or member has its default value, which the peer omits: in CBOR the Rust crate, in JSON an empty array or object.",
		"Omit it."},
	{"missing-nullable", "warning", fromCBOR, "A key is missing that the Rust crate always writes, with null for none.",
		"Write null."},
	{"missing-defaulted", "warning", fromCBOR, "A key is missing that the Rust crate always writes.",
		"Write it with its default value."},
	{"unrecognized", "warning", fromCBOR, "The peer does not know this word; it keeps it only as \"unrecognized\".",
		"Check its spelling, unless a newer peer sent it."},
	{"old-shape", "warning", fromCBOR, "The field is one that only older peers wrote.",
		"Update the sender."},
	{"agent-validity", "warning", fromCBOR, "The receiver of an agent message refuses this combination of fields.",
		"Follow the message: the required fields depend on `kind`."},

	{"json", "error", fromJSON + ", " + fromEncode, "The JSON is not valid, or the reference does not accept it.",
		"Fix it at the path that the message names."},
	{"unknown-member", "warning", fromJSON, "The peer does not know this member and drops it.",
		"Remove it, or check its spelling."},
	{"explicit-null", "warning", fromJSON, "A member is null, which is the same as omitting it; the peer drops it.",
		"Omit the member."},
	{"array-form", "warning", fromJSON, "An array is used instead of an object; the peer reads it by position.",
		"Write the object."},
	{"member-order", "warning", fromJSON, "The members are not in the order that the peer writes.",
		"No action is required, unless bytes are compared."},
	{"duplicate-member", "warning", fromJSON, "An object contains a member twice; the peer keeps only the last.",
		"Write it once."},

	{"too_short_for_prefix", "error", fromSubc, "The frame has fewer than 5 bytes, the size of the length and the version.",
		"Check whether the frame was cut."},
	{"unsupported_version", "error", fromSubc, "The version of the envelope is not 2.",
		"Check that a frame starts at this byte (`--skip-handshake`), or update the sender."},
	{"too_short_for_header", "error", fromSubc, "The frame has fewer than 21 bytes, the size of the header.",
		"Check whether the frame was cut."},
	{"unknown_frame_type", "error", fromSubc, "The frame type is unknown.",
		"Use one of the types that `divtool explain subc.frame` lists."},
	{"reserved_priority_bits", "error", fromSubc, "The priority is 3, which is reserved.",
		"Use passive, interactive or background."},
	{"reserved_admission_class", "error", fromSubc, "The admission is 3, which is reserved.",
		"Use normal, expedite or sheddable."},
	{"sheddable_illegal_frame_type", "error", fromSubc, "The frame is sheddable, which only PUSH and STREAM_DATA may be.",
		"Use another admission."},
	{"pure_header_frame_with_body", "error", fromSubc, "The length announces a body, but frames of this type have none.",
		"Send it with length 0."},
	{"nonzero_epoch_on_control_channel", "error", fromSubc, "The epoch on channel 0 is not 0.",
		"Use epoch 0 on channel 0."},
	{"body_too_large", "error", fromSubc, "The length announces a body larger than 64 MiB.",
		"Check that a frame starts at this byte; if it does, send less per frame."},
	{"unexpected_eof", "error", fromSubc, "The input ends inside a frame.",
		"Check whether the frame was cut, or the sender disconnected."},
	{"handshake", "error", fromSubc, "The bytes before the frames are not a handshake message.",
		"Use `--skip-handshake server` to skip one message, `--skip-handshake client` to skip two."},
	{"body-not-json", "warning", fromSubc, "The BINARY flag is clear, but the body is not one JSON value.",
		"Set the flag, or send JSON."},
}

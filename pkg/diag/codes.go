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

// What codes are about.
const (
	fromInput  = "input"
	fromFrames = "frames"
	fromCBOR   = "CBOR frames"
	fromSubc   = "subc frames"
	fromEncode = "encode"
	fromJSON   = "JSON payloads"
)

var codes = [...]Code{
	{"empty", "error", fromInput, "There are no bytes, or nothing but white space.",
		"Check what made the input; `--in bin` takes white space as bytes."},
	{"form", "error", fromInput, "The text is no hex, dump, byte list or base64: a character does not belong.",
		"Mend the character at the line and column, or name the form with `--in`."},
	{"encoding", "error", fromInput, "The text is UTF-16.",
		"Convert it to UTF-8 first."},
	{"limit", "error", fromInput, "The input is larger or deeper than this program reads.",
		"Raise the limit with the flag that the message names."},
	{"no-type", "error", fromInput, "It is not known which type of frame this is, which request it answers, or which kind of document it is.",
		"Say it with `-t`, `--answers` or `--kind`; `divtool types` lists the types."},
	{"partial", "error", fromInput, "The document is of a frame that did not decode.",
		"Encode the bytes in its `hex` instead, or complete the payload."},
	{"unreadable", "error", fromInput, "A file is not there, or cannot be read.",
		"Check its name and who may read it."},
	{"config", "error", fromInput, "A configuration of lint has a mistake.",
		"Mend it where the message says; `divtool lint --print-config FILE` shows what applies."},
	{"baseline", "error", fromInput, "A file of known findings is no baseline, or one of another version.",
		"Write it anew with `--write-baseline`."},
	{"verify", "error", fromInput, "Encoding the document again gives other bytes than were decoded.",
		"See `lossy` in the document: it says what encoding would not give back."},
	{"context", "error", fromInput, "The context document of lint has a member of another form than it needs.",
		"Write it in the shape that `divtool lint --help` names."},

	{"truncated", "error", fromFrames, "The frame ends before a field or item does.",
		"A longer frame may have been cut; or a length before it is too large, or in the other byte order."},
	{"trailing", "error", fromFrames, "Bytes follow the end of the frame.",
		"Take them away: often a line break, or a second frame (`--framing`, `--lines`)."},
	{"length", "error", fromFrames + ", " + fromEncode, "A field of fixed size has another size, or a text that must not be empty is.",
		"Give it exactly the bytes that it needs."},
	{"utf8", "error", fromFrames + ", " + fromEncode, "Text is not UTF-8.",
		"Check whether the field before it is as long as it says; else the sender is at fault."},
	{"unknown-tag", "error", fromFrames + ", " + fromEncode, "The first byte is the tag of no message of this type.",
		"Check the type; `divtool explain TYPE` lists the tags."},
	{"unknown-type", "error", fromFrames + ", " + fromEncode, "The first byte of the header is no kind of frame, or not one that this side sends.",
		"Check whether the frame begins here, and `--from`."},
	{"unknown-mode", "error", fromFrames, "The mode of an auth frame is not known.",
		"Only mode 0 is known."},
	{"unknown-kind", "error", fromFrames, "The byte that says which of several layouts follows says none of them.",
		"Check the type and, for an answer, `--answers`."},
	{"trailing-ignored", "warning", fromFrames, "Bytes behind the end of the message, which the peer ignores.",
		"Do not send them."},
	{"unset-not-zero", "warning", fromFrames + ", " + fromEncode, "A field that does not count is not zero; the peer ignores it.",
		"Write zeros, or set the bit that makes it count."},
	{"set-bits", "warning", fromFrames, "Bits without a meaning are set; the peer ignores them.",
		"Clear them."},
	{"provisional", "warning", fromFrames, "The layout or the tags are not confirmed for the pinned revision.",
		"Take what is shown with care, and say `-t` only when you know."},

	{"syntax", "error", fromCBOR, "The bytes are not well-formed CBOR.",
		"Check whether the frame begins here, and whether it is CBOR at all."},
	{"indefinite", "error", fromCBOR, "A length is left open; every length must be given.",
		"Encode with definite lengths."},
	{"duplicate-key", "error", fromCBOR, "A key stands in a map twice.",
		"Write it once."},
	{"key-type", "error", fromCBOR, "A key of a map is not text.",
		"Write keys by name."},
	{"key-size", "error", fromCBOR, "A key has more than 4096 bytes.",
		"Use a shorter key."},
	{"tag", "error", fromCBOR, "A CBOR tag stands in front of a value; only tag 2 on a u128 may.",
		"Encode without tags."},
	{"type", "error", fromCBOR + ", " + fromEncode, "A value is of another type than its declaration.",
		"Write what is needed there: `divtool explain TYPE` shows the table."},
	{"range", "error", fromCBOR + ", " + fromEncode, "A number is outside of what its type holds, or a word is not one of those allowed.",
		"Use a value in the range that the message names."},
	{"missing", "error", fromCBOR + ", " + fromEncode, "A key or member that is needed is not there.",
		"Add it."},
	{"enum", "error", fromCBOR, "A word is none of those that its type has.",
		"Use one of those that the message lists; spelling and case count."},
	{"agent-id", "error", fromCBOR, "The name of an agent is empty, longer than 256 bytes, or holds a control character.",
		"Use another name."},
	{"depth", "error", fromCBOR, "More arrays and maps are open at once than are read.",
		"Raise `--max-depth`, if the frame is to be trusted."},
	{"ambiguous", "error", fromCBOR, "Keys of two types of frame stand side by side.",
		"Send one or the other."},
	{"unknown-field", "error, warning", fromCBOR + ", " + fromEncode, "A key or member that the type does not have. In a CBOR frame the peer ignores it; a fixed layout has no place for it.",
		"Take it out, or check its spelling."},
	{"order", "warning", fromCBOR, "A key stands out of the order in which the peer writes it.",
		"Encode again to get the peer's order."},
	{"non-shortest", "warning", fromCBOR + ", postcard", "A number or length has more bytes than it needs.",
		"Encode again to get the shortest form."},
	{"bignum-form", "warning", fromCBOR, "A big number is not written as the peer writes it.",
		"Plain up to 64 bits, else tag 2 without leading zero bytes."},
	{"explicit-default", "warning", fromCBOR, "A key is there with the value that the peer leaves out.",
		"Leave it out."},
	{"missing-nullable", "warning", fromCBOR, "A key is missing that the peer always writes, with null for none.",
		"Write null."},
	{"missing-defaulted", "warning", fromCBOR, "A key is missing that the peer always writes.",
		"Write it with its default."},
	{"unrecognized", "warning", fromCBOR, "A word that the peer does not know; it keeps it only as \"unrecognized\".",
		"Check its spelling, unless a newer peer sent it."},
	{"old-shape", "warning", fromCBOR, "A field that only older peers wrote.",
		"Update the sender."},
	{"agent-validity", "warning", fromCBOR, "The receiver of an agent message would refuse this combination of fields.",
		"Follow the message: which fields are needed depends on `kind`."},

	{"json", "error", fromJSON + ", " + fromEncode, "The JSON does not parse, or the reference would not accept it.",
		"Mend it at the path that the message names."},
	{"unknown-member", "warning", fromJSON, "A member that the peer does not know and drops.",
		"Take it out, or check its spelling."},
	{"explicit-null", "warning", fromJSON, "A null that is the same as leaving the member out; the peer drops it.",
		"Leave the member out."},
	{"array-form", "warning", fromJSON, "An array in place of an object, which the peer reads by position.",
		"Write the object."},
	{"member-order", "warning", fromJSON, "Members stand in another order than the peer writes.",
		"Nothing, unless bytes are compared."},
	{"duplicate-member", "warning", fromJSON, "A member stands twice; the peer keeps only the last.",
		"Write it once."},

	{"too_short_for_prefix", "error", fromSubc, "Fewer than the 5 bytes of the length and the version.",
		"A longer frame may have been cut."},
	{"unsupported_version", "error", fromSubc, "The version of the envelope is not 2.",
		"Check whether a frame begins here (`--skip-handshake`), or update the sender."},
	{"too_short_for_header", "error", fromSubc, "Fewer than the 21 bytes of the header.",
		"A longer frame may have been cut."},
	{"unknown_frame_type", "error", fromSubc, "There is no such type of frame.",
		"`divtool explain subc.frame` lists them."},
	{"reserved_priority_bits", "error", fromSubc, "The priority 3 is reserved.",
		"Use passive, interactive or background."},
	{"reserved_admission_class", "error", fromSubc, "The admission 3 is reserved.",
		"Use normal, expedite or sheddable."},
	{"sheddable_illegal_frame_type", "error", fromSubc, "Only PUSH and STREAM_DATA may be sheddable.",
		"Send it with another admission."},
	{"pure_header_frame_with_body", "error", fromSubc, "A frame of this type has no body, its length says there is one.",
		"Send it with the length 0."},
	{"nonzero_epoch_on_control_channel", "error", fromSubc, "Channel 0 has no epoch.",
		"Send the epoch 0 there."},
	{"body_too_large", "error", fromSubc, "The length says that the body is larger than 64 MiB.",
		"Check whether a frame begins here; else send less in one frame."},
	{"unexpected_eof", "error", fromSubc, "The input ends in the middle of a frame.",
		"A longer frame may have been cut, or the sender has gone."},
	{"handshake", "error", fromSubc, "What stands before the frames is no message of the handshake.",
		"`--skip-handshake server` passes over one message, `client` over two."},
	{"body-not-json", "warning", fromSubc, "The flag BINARY is clear, yet the body is not one JSON value.",
		"Set the flag, or send JSON."},
}

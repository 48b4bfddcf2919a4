package diag

import "slices"

// Code is what is known of a code of an error or a warning. The ids of lint
// rules are codes too: package lint knows those.
type Code struct {
	Name    string
	As      string // what carries it: "error", "warning" or "error, warning"
	Of      string // where it comes from: "any frame", "CBOR frames", "encode"
	Meaning string // a sentence, for people
	Do      string // what to do about it, for people
}

// Codes returns all codes of our own, in the order of the chapters of the
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
	ofInput  = "input"
	ofFrames = "frames"
	ofCBOR   = "CBOR frames"
	ofSubc   = "subc frames"
	ofEncode = "encode"
	ofJSON   = "JSON payloads"
)

var codes = [...]Code{
	{"empty", "error", ofInput, "There are no bytes, or nothing but white space.",
		"Check what made the input; `--in bin` takes white space as bytes."},
	{"form", "error", ofInput, "The text is no hex, dump, byte list or base64: a character does not belong.",
		"Mend the character at the line and column, or name the form with `--in`."},
	{"encoding", "error", ofInput, "The text is UTF-16.",
		"Convert it to UTF-8 first."},
	{"limit", "error", ofInput, "The input is larger or deeper than this program reads.",
		"Raise the limit with the flag that the message names."},
	{"no-type", "error", ofInput, "It is not known which type of frame this is, which request it answers, or which kind of document it is.",
		"Say it with `-t`, `--answers` or `--kind`; `divtool types` lists the types."},
	{"partial", "error", ofInput, "The document is of a frame that did not decode.",
		"Encode the bytes in its `hex` instead, or complete the payload."},
	{"unreadable", "error", ofInput, "A file is not there, or cannot be read.",
		"Check its name and who may read it."},
	{"config", "error", ofInput, "A configuration of lint has a mistake.",
		"Mend it where the message says; `divtool lint --print-config FILE` shows what applies."},
	{"baseline", "error", ofInput, "A file of known findings is no baseline, or one of another version.",
		"Write it anew with `--write-baseline`."},
	{"verify", "error", ofInput, "Encoding the document again gives other bytes than were decoded.",
		"See `lossy` in the document: it says what encoding would not give back."},
	{"context", "error", ofInput, "The context document of lint has a member of another form than it needs.",
		"Write it in the shape that `divtool lint --help` names."},

	{"truncated", "error", ofFrames, "The frame ends before a field or item does.",
		"A longer frame may have been cut; or a length before it is too large, or in the other byte order."},
	{"trailing", "error", ofFrames, "Bytes follow the end of the frame.",
		"Take them away: often a line break, or a second frame (`--framing`, `--lines`)."},
	{"length", "error", ofFrames + ", " + ofEncode, "A field of fixed size has another size, or a text that must not be empty is.",
		"Give it exactly the bytes that it needs."},
	{"utf8", "error", ofFrames + ", " + ofEncode, "Text is not UTF-8.",
		"Check whether the field before it is as long as it says; else the sender is at fault."},
	{"unknown-tag", "error", ofFrames + ", " + ofEncode, "The first byte is the tag of no message of this type.",
		"Check the type; `divtool explain TYPE` lists the tags."},
	{"unknown-type", "error", ofFrames + ", " + ofEncode, "The first byte of the header is no kind of frame, or not one that this side sends.",
		"Check whether the frame begins here, and `--from`."},
	{"unknown-mode", "error", ofFrames, "The mode of an auth frame is not known.",
		"Only mode 0 is known."},
	{"unknown-kind", "error", ofFrames, "The byte that says which of several layouts follows says none of them.",
		"Check the type and, for an answer, `--answers`."},
	{"trailing-ignored", "warning", ofFrames, "Bytes behind the end of the message, which the peer ignores.",
		"Do not send them."},
	{"unset-not-zero", "warning", ofFrames + ", " + ofEncode, "A field that does not count is not zero; the peer ignores it.",
		"Write zeros, or set the bit that makes it count."},
	{"set-bits", "warning", ofFrames, "Bits without a meaning are set; the peer ignores them.",
		"Clear them."},
	{"provisional", "warning", ofFrames, "The layout or the tags are not confirmed for the pinned revision.",
		"Take what is shown with care, and say `-t` only when you know."},

	{"syntax", "error", ofCBOR, "The bytes are not well-formed CBOR.",
		"Check whether the frame begins here, and whether it is CBOR at all."},
	{"indefinite", "error", ofCBOR, "A length is left open; every length must be given.",
		"Encode with definite lengths."},
	{"duplicate-key", "error", ofCBOR, "A key stands in a map twice.",
		"Write it once."},
	{"key-type", "error", ofCBOR, "A key of a map is not text.",
		"Write keys by name."},
	{"key-size", "error", ofCBOR, "A key has more than 4096 bytes.",
		"Use a shorter key."},
	{"tag", "error", ofCBOR, "A CBOR tag stands in front of a value; only tag 2 on a u128 may.",
		"Encode without tags."},
	{"type", "error", ofCBOR + ", " + ofEncode, "A value is of another type than its declaration.",
		"Write what is needed there: `divtool explain TYPE` shows the table."},
	{"range", "error", ofCBOR + ", " + ofEncode, "A number is outside of what its type holds, or a word is not one of those allowed.",
		"Use a value in the range that the message names."},
	{"missing", "error", ofCBOR + ", " + ofEncode, "A key or member that is needed is not there.",
		"Add it."},
	{"enum", "error", ofCBOR, "A word is none of those that its type has.",
		"Use one of those that the message lists; spelling and case count."},
	{"agent-id", "error", ofCBOR, "The name of an agent is empty, longer than 256 bytes, or holds a control character.",
		"Use another name."},
	{"depth", "error", ofCBOR, "More arrays and maps are open at once than are read.",
		"Raise `--max-depth`, if the frame is to be trusted."},
	{"ambiguous", "error", ofCBOR, "Keys of two types of frame stand side by side.",
		"Send one or the other."},
	{"unknown-field", "error, warning", ofCBOR + ", " + ofEncode, "A key or member that the type does not have. In a CBOR frame the peer ignores it; a fixed layout has no place for it.",
		"Take it out, or check its spelling."},
	{"order", "warning", ofCBOR, "A key stands out of the order in which the peer writes it.",
		"Encode again to get the peer's order."},
	{"non-shortest", "warning", ofCBOR + ", postcard", "A number or length has more bytes than it needs.",
		"Encode again to get the shortest form."},
	{"bignum-form", "warning", ofCBOR, "A big number is not written as the peer writes it.",
		"Plain up to 64 bits, else tag 2 without leading zero bytes."},
	{"explicit-default", "warning", ofCBOR, "A key is there with the value that the peer leaves out.",
		"Leave it out."},
	{"missing-nullable", "warning", ofCBOR, "A key is missing that the peer always writes, with null for none.",
		"Write null."},
	{"missing-defaulted", "warning", ofCBOR, "A key is missing that the peer always writes.",
		"Write it with its default."},
	{"unrecognized", "warning", ofCBOR, "A word that the peer does not know; it keeps it only as \"unrecognized\".",
		"Check its spelling, unless a newer peer sent it."},
	{"old-shape", "warning", ofCBOR, "A field that only older peers wrote.",
		"Update the sender."},
	{"agent-validity", "warning", ofCBOR, "The receiver of an agent message would refuse this combination of fields.",
		"Follow the message: which fields are needed depends on `kind`."},

	{"json", "error", ofJSON + ", " + ofEncode, "The JSON does not parse, or the reference would not accept it.",
		"Mend it at the path that the message names."},
	{"unknown-member", "warning", ofJSON, "A member that the peer does not know and drops.",
		"Take it out, or check its spelling."},
	{"explicit-null", "warning", ofJSON, "A null that is the same as leaving the member out; the peer drops it.",
		"Leave the member out."},
	{"array-form", "warning", ofJSON, "An array in place of an object, which the peer reads by position.",
		"Write the object."},
	{"member-order", "warning", ofJSON, "Members stand in another order than the peer writes.",
		"Nothing, unless bytes are compared."},
	{"duplicate-member", "warning", ofJSON, "A member stands twice; the peer keeps only the last.",
		"Write it once."},

	{"too_short_for_prefix", "error", ofSubc, "Fewer than the 5 bytes of the length and the version.",
		"A longer frame may have been cut."},
	{"unsupported_version", "error", ofSubc, "The version of the envelope is not 2.",
		"Check whether a frame begins here (`--skip-handshake`), or update the sender."},
	{"too_short_for_header", "error", ofSubc, "Fewer than the 21 bytes of the header.",
		"A longer frame may have been cut."},
	{"unknown_frame_type", "error", ofSubc, "There is no such type of frame.",
		"`divtool explain subc.frame` lists them."},
	{"reserved_priority_bits", "error", ofSubc, "The priority 3 is reserved.",
		"Use passive, interactive or background."},
	{"reserved_admission_class", "error", ofSubc, "The admission 3 is reserved.",
		"Use normal, expedite or sheddable."},
	{"sheddable_illegal_frame_type", "error", ofSubc, "Only PUSH and STREAM_DATA may be sheddable.",
		"Send it with another admission."},
	{"pure_header_frame_with_body", "error", ofSubc, "A frame of this type has no body, its length says there is one.",
		"Send it with the length 0."},
	{"nonzero_epoch_on_control_channel", "error", ofSubc, "Channel 0 has no epoch.",
		"Send the epoch 0 there."},
	{"body_too_large", "error", ofSubc, "The length says that the body is larger than 64 MiB.",
		"Check whether a frame begins here; else send less in one frame."},
	{"unexpected_eof", "error", ofSubc, "The input ends in the middle of a frame.",
		"A longer frame may have been cut, or the sender has gone."},
	{"handshake", "error", ofSubc, "What stands before the frames is no message of the handshake.",
		"`--skip-handshake server` passes over one message, `client` over two."},
	{"body-not-json", "warning", ofSubc, "The flag BINARY is clear, yet the body is not one JSON value.",
		"Set the flag, or send JSON."},
}

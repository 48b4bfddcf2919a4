package diverge

import "github.com/divtool/divtool/pkg/frames"

// Exchange says how a channel request is answered (5.1, 7.3).
type Exchange struct {
	Answers Count
	// Bare is what a finish without an answer means; "" where there is no such
	// meaning.
	Bare string
	// ErrorLast exchanges end with their error, whose first byte is 1.
	ErrorLast bool
}

// Count is how many answers a request has.
type Count uint8

// The counts.
const (
	Unsure Count = iota // it is not known
	None                // only the finish
	One                 // exactly one
	Many                // any number of them
)

// notServed is a finish without an answer to a request of a mount.
const notServed = "no answer: the request was not served, and is not repeated"

// exchanges by the side that opens the channel, Unknown for either, and the
// name of its request.
var exchanges = [...]struct {
	opener frames.Sender
	name   string
	Exchange
}{
	{frames.Server, "oci_manifest", Exchange{One, "no answer: the image is not held", false}},
	{frames.Server, "oci_blob", Exchange{Many, "no piece: the blob is not held", false}},
	{frames.Server, "oci_has", Exchange{One, "", false}},
	{frames.Server, "registration", Exchange{One, "no answer; what that means is not confirmed", false}},
	{frames.Server, "write", Exchange{Many, "no content", true}},
	{frames.Server, "postgres", Exchange{Many, "no answer: the connection is declined", false}},
	{frames.Server, "daemon", Exchange{Many, "", false}},
	{frames.Unknown, "mcp_list_tools", Exchange{One, "", false}},
	{frames.Unknown, "mcp_list_resources", Exchange{One, "", false}},
	{frames.Unknown, "mcp_call_tool", Exchange{One, "", false}},
	{frames.Unknown, "mcp_read_resource", Exchange{One, "", false}},
	{frames.Unknown, "mcp_notifications", Exchange{Many, "", true}},
	{frames.Unknown, "fuse_read", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_write", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_list", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_remove", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_rename", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_mkdir", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_stat", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_truncate", Exchange{One, notServed, false}},
	{frames.Unknown, "fuse_setattr", Exchange{One, notServed, false}},

	{frames.Client, "stop", Exchange{None, "", false}},
	{frames.Client, "filetree", Exchange{Many, "", false}},
	{frames.Client, "read", Exchange{Many, "", false}},
	{frames.Client, "write", Exchange{One, "", false}},
	{frames.Client, "transfer", Exchange{One, "", false}},
	{frames.Client, "postgres", Exchange{Many, "", false}},
	{frames.Client, "daemon", Exchange{Many, "", false}},
	{frames.Client, "enqueue", Exchange{One, "", false}},
	{frames.Client, "dequeue", Exchange{One, "", false}},
}

// ExchangeOf returns how a request of that name is answered, on a channel that
// the given side opened. What is not confirmed is Unsure.
func ExchangeOf(opener frames.Sender, name string) Exchange {
	for i := range exchanges {
		if e := &exchanges[i]; e.name == name && (e.opener == opener || e.opener == frames.Unknown) {
			return e.Exchange
		}
	}
	return Exchange{}
}

// Shared ids tie the two channels of a duplex exchange together: one side says
// the id in a request, the other opens a channel of the same name with it
// (1.4, 7.3).

// Mints tells which side says the id of such an exchange first: the caller that
// of a write, the provider that of a connection. Unknown for other names.
func Mints(name string) frames.Sender {
	switch name {
	case "write":
		return frames.Client
	case "postgres", "daemon":
		return frames.Server
	}
	return frames.Unknown
}

// IDMember is the member of the payload that holds the shared id.
func IDMember(name string) string {
	if name == "write" {
		return "write_id"
	}
	return "connection_id"
}

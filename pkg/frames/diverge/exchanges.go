package diverge

import "github.com/divtool/divtool/pkg/frames"

// Exchange says how a channel request is answered (5.1, 7.3).
type Exchange struct {
	Responses ResponseCount
	// NoResponseMeaning is what a finish without an answer means; "" where there is no such
	// meaning.
	NoResponseMeaning string
	// EndsWithError exchanges end with their error, whose first byte is 1.
	EndsWithError bool
}

// ResponseCount is how many answers a request has.
type ResponseCount uint8

// The counts.
const (
	UnknownCount  ResponseCount = iota // it is not known
	NoResponse                         // only the finish
	OneResponse                        // exactly one
	ManyResponses                      // any number of them
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
	{frames.Server, "oci_manifest", Exchange{OneResponse, "no answer: the image is not held", false}},
	{frames.Server, "oci_blob", Exchange{ManyResponses, "no piece: the blob is not held", false}},
	{frames.Server, "oci_has", Exchange{OneResponse, "", false}},
	{frames.Server, "registration", Exchange{OneResponse, "no answer; what that means is not confirmed", false}},
	{frames.Server, "write", Exchange{ManyResponses, "no content", true}},
	{frames.Server, "postgres", Exchange{ManyResponses, "no answer: the connection is declined", false}},
	{frames.Server, "daemon", Exchange{ManyResponses, "", false}},
	{frames.UnknownSender, "mcp_list_tools", Exchange{OneResponse, "", false}},
	{frames.UnknownSender, "mcp_list_resources", Exchange{OneResponse, "", false}},
	{frames.UnknownSender, "mcp_call_tool", Exchange{OneResponse, "", false}},
	{frames.UnknownSender, "mcp_read_resource", Exchange{OneResponse, "", false}},
	{frames.UnknownSender, "mcp_notifications", Exchange{ManyResponses, "", true}},
	{frames.UnknownSender, "fuse_read", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_write", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_list", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_remove", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_rename", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_mkdir", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_stat", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_truncate", Exchange{OneResponse, notServed, false}},
	{frames.UnknownSender, "fuse_setattr", Exchange{OneResponse, notServed, false}},

	{frames.Client, "stop", Exchange{NoResponse, "", false}},
	{frames.Client, "filetree", Exchange{ManyResponses, "", false}},
	{frames.Client, "read", Exchange{ManyResponses, "", false}},
	{frames.Client, "write", Exchange{OneResponse, "", false}},
	{frames.Client, "transfer", Exchange{OneResponse, "", false}},
	{frames.Client, "postgres", Exchange{ManyResponses, "", false}},
	{frames.Client, "daemon", Exchange{ManyResponses, "", false}},
	{frames.Client, "enqueue", Exchange{OneResponse, "", false}},
	{frames.Client, "dequeue", Exchange{OneResponse, "", false}},
}

// ExchangeOf returns how a request of that name is answered, on a channel that
// the given side opened. What is not confirmed is Unsure.
func ExchangeOf(opener frames.Sender, name string) Exchange {
	for i := range exchanges {
		if e := &exchanges[i]; e.name == name && (e.opener == opener || e.opener == frames.UnknownSender) {
			return e.Exchange
		}
	}
	return Exchange{}
}

// Shared ids tie the two channels of a duplex exchange together: one side says
// the id in a request, the other opens a channel of the same name with it
// (1.4, 7.3).

// IDOwner tells which side says the id of such an exchange first: the caller that
// of a write, the provider that of a connection. Unknown for other names.
func IDOwner(name string) frames.Sender {
	switch name {
	case "write":
		return frames.Client
	case "postgres", "daemon":
		return frames.Server
	}
	return frames.UnknownSender
}

// IDMember is the member of the payload that holds the shared id.
func IDMember(name string) string {
	if name == "write" {
		return "write_id"
	}
	return "connection_id"
}

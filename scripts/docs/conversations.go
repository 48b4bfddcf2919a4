package main

import (
	"bytes"
	"fmt"

	"github.com/divtool/divtool/pkg/conversation"
)

// conversationsPage is the page of how connections are followed.
func conversationsPage() []byte {
	var b bytes.Buffer
	b.WriteString(generatedNote + `# Conversations

` + "`divtool decode --conversation` prints a document for each message of a connection, `divtool follow` a line.\n" + `
## What goes in

| input | is told by |
| --- | --- |
| lines of ` + "`> HEX`" + ` (sent by the client) and ` + "`< HEX`" + ` (by the server); base64 and byte lists too, settled by the first line | the first line |
| JSON objects, one a line: ` + "`direction`" + ` (` + "`client` or `server`), `hex` or `base64`, and where known `time` and `connection`" + ` | the first line begins with ` + "`{`" + ` |
| a HAR file: the ` + "`_webSocketMessages`" + ` of its entries, each entry a connection | ` + "`--in har`" + ` |
| ` + "`tshark -T json`" + `, or ` + "`tshark -T fields -E header=y -e frame.time_epoch -e tcp.stream -e tcp.srcport -e tcp.dstport -e websocket.mask -e data.data`" + `, each TCP stream a connection | ` + "`--in tshark`" + ` |
| a binary file of the bytes of one side (` + "`--from` says which) | `--framing` |" + `

A time is RFC 3339, or seconds since 1970 (from 100000000000 on: milliseconds). Blank lines and comments are passed over.

Without ` + "`--framing`" + ` each line, WebSocket message or object is one frame. With it they are pieces of two byte streams, one of each
side: a piece need not be a frame. tshark's TCP payloads (` + "`tcp.payload`, with `tcp.seq`" + `) are put in order, what was sent again is left out,
and what is missing is said. The handshake in front of subc frames is passed over. Who masks its WebSocket messages is the
client; without that it is who opened the TCP stream, or who sent first.

` + "Whether the connection is one of Diverge, subc or laser is told by `--framing subc`, `-t`, or its first message that is of one.\n" + `
## What comes out

The documents of ` + "`decode`, which `encode` turns back into the messages. In front stand `n` (from 1, over the whole input), `direction`, `time`, `connection`" + `
(of a capture with several: from the second on), ` + "`request` (the `n` of the request that the message answers) and `after` (seconds since then)." + `
They take the place of ` + "`index` and `offset`." + ` Errors say the message's number too (` + "`n` with `--errors json`)." + `

` + "`--scope N`, `--channel N`, `--name NAME` and `--connection N`" + ` leave out the rest, which is followed all the same; what is left out is
not an error either. What is kept of a connection is bounded: ` + "`--max-open N`" + ` scopes, channels and requests.

Of laser connections replies are taken to come in the order of the requests: nothing in them says which they answer.

## Warnings

Each is on the message where it shows, once; ` + "`--strict`" + ` makes them errors. Scope bodies of subc are checked by the rules of
[rules.md](rules.md), against what the answers before them say the daemon holds; those warnings have the rule's id.

In a binary file of one side, what the other side's messages would have to be there for is not said, nor what is unanswered,
until an answer to a message of the file shows that it holds both.

| code | says | usually |
| --- | --- | --- |
`)
	for _, c := range conversation.Codes() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Name, escapeCell(c.Meaning), escapeCell(c.Cause))
	}
	return b.Bytes()
}

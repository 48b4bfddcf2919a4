package follow

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/internal/term"
)

// maxPayloadSize is the size of the largest payload that is read for a row, in
// bytes of JSON.
const maxPayloadSize = 1 << 20

// payloadDoc is the payload of a message, or of the frame in its envelope.
type payloadDoc struct {
	doc   jsondoc.Doc
	node  int  // of the payload
	valid bool // there is a payload
}

func (d *payloadDoc) read(payload []byte) {
	if d.doc.Read(payload) != nil {
		return
	}
	d.valid = true
	if d.doc.Member(0, "type") >= 0 && d.doc.Member(0, "size") >= 0 {
		d.node = d.doc.Member(0, "payload")
		d.valid = d.node >= 0
	}
}

// memberNode returns the node of a member, below 0 for none.
func (d *payloadDoc) memberNode(name string) int {
	if !d.valid {
		return -1
	}
	return d.doc.Member(d.node, name)
}

func (d *payloadDoc) memberText(name string) string { return d.nodeText(d.memberNode(name)) }

func (d *payloadDoc) nodeText(n int) string {
	switch {
	case n < 0:
		return ""
	case d.doc.Kind(n) == jsondoc.String:
		return d.doc.Value(n)
	}
	return string(d.doc.Raw(n))
}

// memberCount returns the number of elements or members of a member.
func (d *payloadDoc) memberCount(name string) int {
	n := d.memberNode(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Array && d.doc.Kind(n) != jsondoc.Object {
		return 0
	}
	return d.doc.Count(n)
}

// hexSize returns the number of bytes that a member spells in hex.
func (d *payloadDoc) hexSize(name string) int { return len(d.memberText(name)) / 2 }

// requestSummary returns what a request asks for, in a few words.
func (d *payloadDoc) requestSummary(name string) string {
	file := d.memberText("id") + ":/" + d.memberText("path")
	if d.memberNode("id") < 0 {
		file = "/" + d.memberText("path")
	}
	switch name {
	case "registration":
		text := term.Count(d.memberCount("dependencies"), "dependency")
		if n := d.memberCount("secrets"); n > 0 {
			text += ", " + term.Count(n, "secret")
		}
		return text
	case "fuse_read":
		return file + "  " + d.memberText("offset") + "+" + d.memberText("length")
	case "fuse_write":
		return file + "  " + d.memberText("offset") + "+" + fmt.Sprint(d.hexSize("bytes"))
	case "fuse_rename":
		return d.memberText("id") + ":/" + d.memberText("from") + " → /" + d.memberText("to")
	case "fuse_truncate":
		return file + "  to " + d.memberText("size")
	case "fuse_setattr":
		return file + "  " + strings.Join(d.memberNames("attrs"), ", ")
	case "fuse_list", "fuse_remove", "fuse_mkdir", "fuse_stat":
		return file
	case "oci_manifest", "oci_blob", "oci_has":
		return d.memberText("digest")
	case "write", "postgres", "daemon":
		return strings.TrimSpace(d.linkID() + "  " + d.joinedPath("path"))
	case "read":
		return d.joinedPath("path")
	case "transfer":
		return d.joinedPath("path") + " → " + d.memberText("id") + ":" + d.joinedPath("destination")
	case "mcp_call_tool":
		return d.memberText("name")
	case "mcp_read_resource":
		return d.memberText("uri")
	case "mcp_list_tools", "mcp_list_resources":
		return d.memberText("cursor")
	case "enqueue", "dequeue", "vault_get", "vault_set", "vault_delete", "vault_lock", "vault_unlock":
		return d.memberText("key")
	case "agents_run", "tools_run":
		if image := d.memberNode("image"); image >= 0 {
			return "  " + d.nodeText(d.doc.Member(image, "digest"))
		}
	}
	return ""
}

// linkID returns the id that links two channels.
func (d *payloadDoc) linkID() string {
	for _, name := range []string{"write_id", "connection_id"} {
		if id := d.memberText(name); id != "" {
			return name + " " + id
		}
	}
	return ""
}

// joinedPath returns the path that a member holds as an array of its parts.
func (d *payloadDoc) joinedPath(name string) string {
	n := d.memberNode(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Array {
		return ""
	}
	var parts strings.Builder
	for e, end := n+1, d.doc.Next(n); e < end; e = d.doc.Next(e) {
		parts.WriteString("/" + d.nodeText(e))
	}
	return parts.String()
}

func (d *payloadDoc) memberNames(name string) []string {
	n := d.memberNode(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Object {
		return nil
	}
	var names []string
	for k, end := n+1, d.doc.Next(n); k < end; k = d.doc.Next(k + 1) {
		names = append(names, d.doc.Value(k))
	}
	return names
}

func (d *payloadDoc) scopeAnswerSummary(name string) string {
	switch name {
	case "id":
		return d.memberText("id")
	case "volume_held", "volume_mode":
		return strings.TrimSpace(d.memberText("name") + " " + d.memberText("mode"))
	case "chunk":
		return strings.TrimSpace(d.memberText("type") + "  " + d.memberText("text"))
	case "error":
		return d.nodeText(d.dataNode())
	}
	return ""
}

// dataNode returns the node of the payload, below 0 for none.
func (d *payloadDoc) dataNode() int {
	if !d.valid {
		return -1
	}
	return d.node
}

// answerSummary returns the content of an answer of size bytes on a channel, and
// reports whether it is an error.
func (d *payloadDoc) answerSummary(size int) (text string, failed bool) {
	kind := d.memberText("kind")
	switch {
	case kind == "error":
		text = d.nodeText(d.memberNode("message"))
		if e := d.memberNode("error"); e >= 0 {
			if text = d.nodeText(d.doc.Member(e, "message")); text == "" {
				text = d.nodeText(e)
			}
		}
		return strings.TrimSpace("error  " + text), true
	case kind == "0": // of an answer whose layout is not confirmed
		return "success", false
	case kind == "1":
		return "error", true
	case kind == "missing" || kind == "read_only" || kind == "ok" || kind == "delivered" || kind == "dequeued":
		return strings.ReplaceAll(kind, "_", " "), false
	case d.memberNode("held") >= 0:
		if d.memberText("held") == "true" {
			return "held as " + d.memberText("name"), false
		}
		return "not held", false
	case d.memberNode("entries") >= 0:
		return term.Count(d.memberCount("entries"), "entry"), false
	case d.memberNode("bytes") >= 0:
		return term.Count(d.hexSize("bytes"), "byte"), false
	case d.memberNode("media_type") >= 0:
		return d.memberText("media_type"), false
	case d.memberNode("result") >= 0:
		return d.resultSummary(), false
	case kind == "present" && d.memberNode("size") >= 0:
		return strings.TrimSpace(d.memberText("entry") + "  " + d.memberText("size") + " bytes"), false
	}
	return term.Count(size, "byte"), false
}

// resultSummary returns the content of an MCP result.
func (d *payloadDoc) resultSummary() string {
	n := d.memberNode("result")
	for _, list := range []string{"tools", "resources", "contents", "content"} {
		if e := d.doc.Member(n, list); e >= 0 && d.doc.Kind(e) == jsondoc.Array {
			return fmt.Sprintf("result  %d %s", d.doc.Count(e), singular(d.doc.Count(e), list))
		}
	}
	if method := d.doc.Member(n, "method"); method >= 0 {
		return d.nodeText(method)
	}
	return "result"
}

// singular returns the name of a list in the form for n elements.
func singular(n int, list string) string {
	if n == 1 {
		return strings.TrimSuffix(list, "s")
	}
	return list
}

// replySummary returns the variants of a laser reply, from the outermost.
func (d *payloadDoc) replySummary() string {
	n := d.dataNode()
	text := ""
	for n >= 0 && len(text) < 80 {
		switch {
		case d.doc.Kind(n) == jsondoc.String:
			return strings.TrimSpace(text + " " + d.doc.Value(n))
		case d.doc.Kind(n) != jsondoc.Object || d.doc.Count(n) != 1:
			return text
		}
		text = strings.TrimSpace(text + " " + d.doc.Value(n+1))
		n += 2
	}
	return text
}

// controlSummary returns the content of a control frame of subc.
func (d *payloadDoc) controlSummary() string {
	var parts []string
	add := func(text string) { parts = append(parts, text) }
	if manifest := d.memberNode("manifest"); manifest >= 0 {
		add(d.nodeText(d.doc.Member(manifest, "module_id")))
	}
	if g := d.memberText("generation"); g != "" {
		add("generation " + g)
	}
	for _, list := range []string{"scopes", "upsert", "end", "results"} {
		if d.memberNode(list) >= 0 {
			add(fmt.Sprintf("%d %s", d.memberCount(list), singular(d.memberCount(list), list)))
		}
	}
	if method := d.memberText("method"); method != "" {
		add(method)
	}
	if c := d.memberText("route_channel"); c != "" {
		add("channel " + c)
	}
	if target := d.memberNode("target"); target >= 0 {
		add("→ " + d.nodeText(d.doc.Member(target, "module_id")))
	}
	return strings.Join(parts, "  ")
}

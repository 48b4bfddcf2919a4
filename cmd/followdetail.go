package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// requestSummary is what a request asks for, in a few words.
func (d *payloadDoc) requestSummary(name string) string {
	file := d.memberText("id") + ":/" + d.memberText("path")
	if d.memberNode("id") < 0 {
		file = "/" + d.memberText("path")
	}
	switch name {
	case "registration":
		text := groupedCount(d.memberCount("dependencies"), "dependency")
		if n := d.memberCount("secrets"); n > 0 {
			text += ", " + groupedCount(n, "secret")
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

// linkID is the id that ties two channels together.
func (d *payloadDoc) linkID() string {
	for _, name := range []string{"write_id", "connection_id"} {
		if id := d.memberText(name); id != "" {
			return name + " " + id
		}
	}
	return ""
}

// joinedPath is a path that is an array of its parts.
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

// memberNames are the names of the members of a member.
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

// scopeAnswerSummary is what an answer in a scope says.
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

// dataNode is the data itself, below 0 for none.
func (d *payloadDoc) dataNode() int {
	if !d.valid {
		return -1
	}
	return d.node
}

// answerSummary is what an answer on a channel says, and whether it is an error.
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
		return groupedCount(d.memberCount("entries"), "entry"), false
	case d.memberNode("bytes") >= 0:
		return groupedCount(d.hexSize("bytes"), "byte"), false
	case d.memberNode("media_type") >= 0:
		return d.memberText("media_type"), false
	case d.memberNode("result") >= 0:
		return d.resultSummary(), false
	case kind == "present" && d.memberNode("size") >= 0:
		return strings.TrimSpace(d.memberText("entry") + "  " + d.memberText("size") + " bytes"), false
	}
	return groupedCount(size, "byte"), false
}

// resultSummary is what an MCP result holds.
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

// singular is the name of a list that holds n elements.
func singular(n int, list string) string {
	if n == 1 {
		return strings.TrimSuffix(list, "s")
	}
	return list
}

// replySummary is the variant of a laser reply.
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

// controlSummary is what the body of a control frame of subc says.
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

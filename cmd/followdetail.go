package cmd

import (
	"fmt"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// request is what a request asks for, in a few words.
func (d *detailed) request(name string) string {
	file := d.member("id") + ":/" + d.member("path")
	if d.at("id") < 0 {
		file = "/" + d.member("path")
	}
	switch name {
	case "registration":
		text := many(d.count("dependencies"), "dependency")
		if n := d.count("secrets"); n > 0 {
			text += ", " + many(n, "secret")
		}
		return text
	case "fuse_read":
		return file + "  " + d.member("offset") + "+" + d.member("length")
	case "fuse_write":
		return file + "  " + d.member("offset") + "+" + fmt.Sprint(d.hexSize("bytes"))
	case "fuse_rename":
		return d.member("id") + ":/" + d.member("from") + " → /" + d.member("to")
	case "fuse_truncate":
		return file + "  to " + d.member("size")
	case "fuse_setattr":
		return file + "  " + strings.Join(d.names("attrs"), ", ")
	case "fuse_list", "fuse_remove", "fuse_mkdir", "fuse_stat":
		return file
	case "oci_manifest", "oci_blob", "oci_has":
		return d.member("digest")
	case "write", "postgres", "daemon":
		return strings.TrimSpace(d.id() + "  " + d.way("path"))
	case "read":
		return d.way("path")
	case "transfer":
		return d.way("path") + " → " + d.member("id") + ":" + d.way("destination")
	case "mcp_call_tool":
		return d.member("name")
	case "mcp_read_resource":
		return d.member("uri")
	case "mcp_list_tools", "mcp_list_resources":
		return d.member("cursor")
	case "enqueue", "dequeue", "vault_get", "vault_set", "vault_delete", "vault_lock", "vault_unlock":
		return d.member("key")
	case "agents_run", "tools_run":
		if image := d.at("image"); image >= 0 {
			return "  " + d.text(d.doc.Member(image, "digest"))
		}
	}
	return ""
}

// id is the id that ties two channels together.
func (d *detailed) id() string {
	for _, name := range []string{"write_id", "connection_id"} {
		if id := d.member(name); id != "" {
			return name + " " + id
		}
	}
	return ""
}

// way is a path that is an array of its parts.
func (d *detailed) way(name string) string {
	n := d.at(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Array {
		return ""
	}
	var parts strings.Builder
	for e, end := n+1, d.doc.Next(n); e < end; e = d.doc.Next(e) {
		parts.WriteString("/" + d.text(e))
	}
	return parts.String()
}

// names are the names of the members of a member.
func (d *detailed) names(name string) []string {
	n := d.at(name)
	if n < 0 || d.doc.Kind(n) != jsondoc.Object {
		return nil
	}
	var names []string
	for k, end := n+1, d.doc.Next(n); k < end; k = d.doc.Next(k + 1) {
		names = append(names, d.doc.Value(k))
	}
	return names
}

// scopeAnswer is what an answer in a scope says.
func (d *detailed) scopeAnswer(name string) string {
	switch name {
	case "id":
		return d.member("id")
	case "volume_held", "volume_mode":
		return strings.TrimSpace(d.member("name") + " " + d.member("mode"))
	case "chunk":
		return strings.TrimSpace(d.member("type") + "  " + d.member("text"))
	case "error":
		return d.text(d.data())
	}
	return ""
}

// data is the data itself, below 0 for none.
func (d *detailed) data() int {
	if !d.ok {
		return -1
	}
	return d.node
}

// answer is what an answer on a channel says, and whether it is an error.
func (d *detailed) answer(size int) (text string, failed bool) {
	kind := d.member("kind")
	switch {
	case kind == "error":
		text = d.text(d.at("message"))
		if e := d.at("error"); e >= 0 {
			if text = d.text(d.doc.Member(e, "message")); text == "" {
				text = d.text(e)
			}
		}
		return strings.TrimSpace("error  " + text), true
	case kind == "0": // of an answer whose layout is not confirmed
		return "success", false
	case kind == "1":
		return "error", true
	case kind == "missing" || kind == "read_only" || kind == "ok" || kind == "delivered" || kind == "dequeued":
		return strings.ReplaceAll(kind, "_", " "), false
	case d.at("held") >= 0:
		if d.member("held") == "true" {
			return "held as " + d.member("name"), false
		}
		return "not held", false
	case d.at("entries") >= 0:
		return many(d.count("entries"), "entry"), false
	case d.at("bytes") >= 0:
		return many(d.hexSize("bytes"), "byte"), false
	case d.at("media_type") >= 0:
		return d.member("media_type"), false
	case d.at("result") >= 0:
		return d.result(), false
	case kind == "present" && d.at("size") >= 0:
		return strings.TrimSpace(d.member("entry") + "  " + d.member("size") + " bytes"), false
	}
	return many(size, "byte"), false
}

// result is what an MCP result holds.
func (d *detailed) result() string {
	n := d.at("result")
	for _, list := range []string{"tools", "resources", "contents", "content"} {
		if e := d.doc.Member(n, list); e >= 0 && d.doc.Kind(e) == jsondoc.Array {
			return fmt.Sprintf("result  %d %s", d.doc.Count(e), singular(d.doc.Count(e), list))
		}
	}
	if method := d.doc.Member(n, "method"); method >= 0 {
		return d.text(method)
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

// reply is the variant of a laser reply.
func (d *detailed) reply() string {
	n := d.data()
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

// control is what the body of a control frame of subc says.
func (d *detailed) control() string {
	var parts []string
	add := func(text string) { parts = append(parts, text) }
	if manifest := d.at("manifest"); manifest >= 0 {
		add(d.text(d.doc.Member(manifest, "module_id")))
	}
	if g := d.member("generation"); g != "" {
		add("generation " + g)
	}
	for _, list := range []string{"scopes", "upsert", "end", "results"} {
		if d.at(list) >= 0 {
			add(fmt.Sprintf("%d %s", d.count(list), singular(d.count(list), list)))
		}
	}
	if method := d.member("method"); method != "" {
		add(method)
	}
	if c := d.member("route_channel"); c != "" {
		add("channel " + c)
	}
	if target := d.at("target"); target >= 0 {
		add("→ " + d.text(d.doc.Member(target, "module_id")))
	}
	return strings.Join(parts, "  ")
}

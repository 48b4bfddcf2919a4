package diverge_test

import (
	"encoding/hex"
	"strings"
	"testing"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/diverge"
)

// The tables of other revisions have the requests in the order of drift.md 3.1.
func TestVersionTables(t *testing.T) {
	const (
		oci   = "oci_manifest oci_blob oci_has "
		vault = " vault_get vault_set vault_delete vault_lock vault_unlock"
		mcp   = " mcp_list_tools mcp_list_resources mcp_call_tool mcp_read_resource mcp_notifications"
		fuse  = " fuse_read fuse_write fuse_list fuse_remove fuse_rename fuse_mkdir fuse_stat fuse_truncate fuse_setattr"
	)
	for version, want := range map[string]string{
		"":           oci + "registration write postgres" + mcp + fuse,
		"diverge@25": oci + "write postgres daemon" + vault + mcp + fuse,
		"diverge@26": oci + "dependencies write postgres daemon" + vault + mcp + fuse,
		"diverge@27": oci + "authorize tools write postgres command" + vault + mcp + fuse,
	} {
		table := diverge.AgentsRequest.InVersion(version)
		if got := strings.Join(frames.Names(table.Messages()), " "); got != want {
			t.Errorf("%q:\n%s, want\n%s", version, got, want)
		}
		for i, m := range table.Messages() {
			if int(m.Tag) != i || !strings.HasPrefix(m.Example, hex.EncodeToString([]byte{m.Tag})) {
				t.Errorf("%q: %s has tag %d and the example %s, want tag %d", version, m.Name, m.Tag, m.Example, i)
			}
			if pinned := diverge.AgentsRequest.Message(m.Name); pinned != nil && (pinned.Body != m.Body || pinned.Answer != m.Answer) {
				t.Errorf("%q: %s differs from the pinned one", version, m.Name)
			}
		}
	}
}

// The examples of each table are read by it when it is asked for, and encode to
// themselves.
func TestVersionExamples(t *testing.T) {
	e := frames.Encoder{Types: all.Types()}
	for _, ty := range []*frames.Type{diverge.AgentsRequest, diverge.AgentsResponse, diverge.ToolsRequest, diverge.ToolsResponse} {
		for _, v := range ty.Versions {
			for _, m := range v.Messages() {
				frame := unhexExample(t, m.Example)
				doc, err := frames.Set{v}.Decode(frame, frames.Options{Request: m.Name, ShowSecrets: true})
				if err != nil || !strings.Contains(string(doc), `"version":"`+v.VersionName()+`"`) {
					t.Errorf("%s: %s: %s, %v", v.Label(), m.Name, doc, err)
					continue
				}
				if back, err := e.EncodeText(nil, doc); err != nil || string(back) != string(frame) {
					t.Errorf("%s: %s encodes to %x, %v", v.Label(), doc, back, err)
				}
			}
		}
	}
}

func unhexExample(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What the pinned table makes of frames of the others, one for each row of drift.md 3.2,
// and the tables that are named for it.
func TestOldFramesNameTheirTable(t *testing.T) {
	const none = ""
	path := "00026d31" + "0003612f62"
	long := strings.Repeat("61", 40)
	for _, tt := range []struct{ name, hex, endpoint, named, not string }{
		{"oci is the same", "007b22646967657374223a2261227d", "", none, "table"},
		{"26 write", "0400000007", "", none, "table"},
		{"26 postgres", "050000002a", "", none, "table"},
		{"26 dependencies", "037b22646570656e64656e63696573223a5b5d7d", "", none, none},
		{"25 write", "0300000007", "", "write of the 25-tag", none},
		{"27 tools", "047b22746f6f6c73223a5b5d7d", "", none, none},
		{"26 daemon", "0600000009", "", "daemon of the 26-tag", none},
		{"26 vault_get", "07746f6b656e", "agents-run", "vault_get of the 26-tag", "25-tag"},
		{"25 vault_get", "06746f6b656e", "tools-run", "vault_get of the 25-tag", "26-tag"},
		{"26 vault_set", "080003616263" + "7878", "", "vault_set of the 26-tag", none},
		{"26 vault_delete", "09746f6b656e", "", "vault_delete of the 26-tag", none},
		{"26 vault_lock", "0a0000001e746f6b656e", "agents-run", "vault_lock of the 26-tag", none},
		{"27 vault_delete", "0a746f6b656e", "agents-run", "vault_delete of the 27-tag", none},
		{"26 vault_unlock", "0b746f6b656e", "agents-run", "vault_unlock of the 26-tag", none},
		{"27 vault_lock", "0b0000001e" + long, "agents-run", "vault_lock of the 27-tag", none},
		{"26 mcp_list_tools", "0c6e756c6c", "agents-run", "mcp_list_tools of the 26-tag", none},
		{"26 fuse_read", "11" + path + "000000000000100000000200", "agents-run", "fuse_read of the 26-tag", "25-tag"},
		{"25 fuse_read", "10" + path + "000000000000100000000200", "", "fuse_read of the 25-tag", none},
		{"25 fuse_write", "11" + path + "00000000000000056869", "tools-run", "fuse_write of the 25-tag", "26-tag"},
		{"26 fuse_write", "12" + path + "00000000000000056869", "", "fuse_write of the 26-tag", none},
		{"27 fuse_read", "12" + path + "000000000000100000000200", "", "fuse_read of the 27-tag", none},
		{"25 fuse_list", "1200026d31" + "686f6d652f757365722f646f6373", "", "fuse_list of the 25-tag", none},
		{"26 fuse_list", "1300026d31" + "2f" + long, "", "fuse_list of the 26-tag", none},
		{"27 fuse_write", "13" + path + "0000000000000005" + long, "", "fuse_write of the 27-tag", none},
		{"26 fuse_remove", "1400026d316f6c64", "agents-run", "fuse_remove of the 26-tag table (1371081c), and as fuse_list of the 27-tag", "25-tag"},
		{"no table", "ff", "", none, "table"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			doc, err := frames.Set{diverge.AgentsRequest}.Decode(unhexExample(t, tt.hex), frames.Options{Endpoint: tt.endpoint})
			got := string(doc)
			if d, failed := diag.From(err); failed {
				got += d.Message
			}
			if !strings.Contains(got, tt.named) || tt.not != "" && strings.Contains(got, tt.not) {
				t.Errorf("%s\nwant %q, not %q", got, tt.named, tt.not)
			}
			if strings.Contains(got, `"version"`) {
				t.Errorf("is read by another table without being asked: %s", got)
			}
		})
	}
}

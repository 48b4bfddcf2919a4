package tool

import "testing"

func TestPrivilegedWord(t *testing.T) {
	for name, want := range map[string]string{
		"workspace.write": "write", "workspaceWrite": "write", "shell:exec": "shell", "WRITE": "write", "Write": "write", "a2Write": "write",
		"write": "write", "fs/delete": "delete", "x-execute-y": "execute", "spawn": "spawn", "éwrite": "write", "write\x00": "write", "fileWRITE": "write",
		"executive.summary": "", "rewriter": "", "HTTPWrite": "", "write2": "", "2write": "", "writeonly": "", "read": "", "": "", "executes": "", "writE": "",
		"wri.te": "", "exec_ute": "exec", "wr\u0131te": "", "wr\u0130te": "", "a.b.c.d.spawn": "spawn", "abcdefghijklmnop.exec": "exec", "execution": "",
	} {
		if got := privilegedWord([]byte(name)); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

func TestBlankAndSpace(t *testing.T) {
	for text, want := range map[string]struct {
		blank bool
		char  rune
	}{
		"": {true, 0}, " ": {true, ' '}, "\u3000\u00a0\t\n\u2028\u0085": {true, '\u3000'}, "a": {false, 0}, "a b": {false, ' '}, "a\x7f": {false, 0x7f},
		"a\u009f": {false, 0x9f}, "\x00": {false, 0x00}, "\u200b": {false, 0}, "\ufeff": {false, 0}, "é": {false, 0}, "a\u2003": {false, '\u2003'},
	} {
		char, found := firstSpaceOrControl([]byte(text))
		if blank := isBlank([]byte(text)); blank != want.blank || char != want.char || found != (want.char != 0 || text == "\x00") {
			t.Errorf("%q: blank %v, %q %v", text, blank, char, found)
		}
	}
}

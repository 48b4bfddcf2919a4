package input

import (
	"encoding/base64"
	"strings"
	"testing"
)

var base64Texts = all(Base64,
	"CwACbTE=", "0b00026d31",
	"CwACbTE", "0b00026d31",
	"CwACbTE=\n", "0b00026d31",
	"\r\n CwACbTE= \t\n", "0b00026d31",
	"CwAC\nbTE=", "0b00026d31",
	"CwAC\r\nbTE=\r\n", "0b00026d31",
	"CwACbTE\n=", "0b00026d31",
	"C\nw\nA\nC", "0b0002",
	"CwAC", "0b0002",
	"CwA=", "0b00",
	"CwA", "0b00",
	"Cw==", "0b",
	"Cw", "0b",
	"Cw=\n=", "0b",
	"+/8=", "fbff",
	"-_8=", "fbff",
	"-_8", "fbff",
	"/w==", "ff",
	"_w", "ff",
	"helloAAA", "85e965a00000",
	"zzzz", "cf3cf3",
)

func TestBase64(t *testing.T) {
	runReads(t, Auto, base64Texts)
	runReads(t, Base64, base64Texts)
	runReads(t, Base64, []readTest{
		ok("0b00026d", Base64, "d1bd34d36e9d"),
		ok("deadbeef", Base64, "75e69d6de79f"),
		refused("", "empty", 0),
		refused("\n", "empty", 0),
		refused("=", "form", 0),
		refused("====", "form", 0),
		refused("hello", "form", 4),
		refused("C", "form", 0),
		refused("CwACb\n", "form", 4),
		refused("CwACbTE==", "form", 7),
		refused("Cw=", "form", 2),
		refused("Cw===", "form", 2),
		refused("CwAC=", "form", 4),
		refused("CwAC====", "form", 4),
		refused("CwA=CwA=", "form", 4),
		refused("CwA=x", "form", 4),
		refused("Cx==", "form", 1),
		refused("Cx", "form", 1),
		refused("CwB", "form", 2),
		refused("+_8=", "form", 1),
		refused("-/8=", "form", 1),
		refused("CwAC bTE=", "form", 4),
		refused("CwAC\tbTE=", "form", 4),
		refused("CwAC\rbTE=", "form", 4),
		refused("CwAC, bTE", "form", 4),
		refused("CwAC\u00e9", "form", 4),
		refused("CwAC\x00", "form", 4),
		refused(`"CwAC"`, "form", 0),
	})
	runReads(t, Auto, []readTest{
		raw("hello"), raw("CwACbTE=="), raw("CwA=CwA="), raw("Cx=="), raw("+_8="), raw("CwAC bTE="), raw("CwAC\rbTE="), raw("===="),
		raw("data:;base64,CwAC"),
	})
}

func TestBase64AgainstLibrary(t *testing.T) {
	b := randomBytes(100)
	for n := 1; n < len(b); n++ {
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			text := enc.EncodeToString(b[:n])
			in, problem := Read([]byte(text), Base64, testLimit)
			if problem != nil || string(in.Bytes) != string(b[:n]) {
				t.Fatalf("%q: %v", text, problem)
			}
		}
	}
	if _, problem := Read([]byte(strings.Repeat("AAAA", 10)), Base64, 29); problem == nil || problem.Code != "limit" {
		t.Errorf("30 bytes under a limit of 29: %v", problem)
	}
}

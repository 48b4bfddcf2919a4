package text_test

import (
	"strings"
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestMeantDigest(t *testing.T) {
	hex := strings.Repeat("0a", 32)
	for in, want := range map[string]string{
		hex:                              "sha256:" + hex,
		strings.ToUpper(hex):             "sha256:" + hex,
		hex + hex:                        "sha512:" + hex + hex,
		"SHA256:" + strings.ToUpper(hex): "sha256:" + hex,
		" sha256:" + hex + "\n":          "sha256:" + hex,
		"blake3:0A":                      "blake3:0a",
		"nginx":                          "nginx",
		hex[1:]:                          hex[1:],
		"":                               "",
	} {
		if got := text.MeantDigest(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

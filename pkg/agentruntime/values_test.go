package agentruntime

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestClassifyName(t *testing.T) {
	for name, want := range map[string]NameFit{
		"":                            NameEmpty,
		"a":                           NameEverywhere,
		"A-z_09":                      NameEverywhere,
		strings.Repeat("a", 64):       NameEverywhere,
		strings.Repeat("a", 65):       NameNotOpenAI,
		strings.Repeat("a", 128):      NameNotOpenAI,
		strings.Repeat("a", 129):      NameTooLong,
		"runtime.complete":            NameNotOpenAI,
		"a/b":                         NameNotMCP,
		"a b":                         NameNotMCP,
		"a.é":                         NameNotMCP,
		"é.a":                         NameNotMCP,
		strings.Repeat("é", 64):       NameNotMCP,
		strings.Repeat("é", 65):       NameTooLong,
		strings.Repeat("a", 70) + ":": NameNotMCP,
	} {
		if got := ClassifyName([]byte(name)); got != want {
			t.Errorf("%.40q is %d, want %d", name, got, want)
		}
	}
}

// semver is the grammar of Semantic Versioning 2.0.0, put together from its
// terms.
var semver = func() *regexp.Regexp {
	const (
		number = `0|[1-9][0-9]*`
		word   = `[0-9A-Za-z-]+`
		pre    = `(?:` + number + `|[0-9]*[A-Za-z-][0-9A-Za-z-]*)`
	)
	list := func(item string) string { return `(` + item + `(?:\.` + item + `)*)` }
	core := `(` + number + `)`
	return regexp.MustCompile(`^` + core + `\.` + core + `\.` + core + `(?:-` + list(pre) + `)?(?:\+` + list(word) + `)?$`)
}()

func TestParseSemVer(t *testing.T) {
	check := func(text string) bool {
		got, ok := ParseSemVer(text)
		m := semver.FindStringSubmatch(text)
		if ok != (m != nil) || ok && got != (SemVer{m[1], m[2], m[3], m[4], m[5]}) || !ok && got != (SemVer{}) {
			t.Errorf("%q: got %+v, %v", text, got, ok)
		}
		return ok
	}
	for text, want := range map[string]bool{
		"1.2.3": true, "0.0.0": true, "1.0.0-rc.1+build.5": true, "1.0.0+001": true, "1.0.0-0a": true, "1.0.0--": true, "1.0.0+a-b": true, "1.0.0-a+b": true,
		"99999999999999999999.0.0": true, "1.0.0-x-y-z.--": true,
		"": false, "1": false, "1.2": false, "1.2.3.4": false, "v1.2.3": false, "01.2.3": false, "1.02.3": false, "1.2.03": false, "1.2.3-": false, "1.2.3+": false,
		"1.2.3-01": false, "1.2.3-a..b": false, "1.2.3+a+b": false, "1.2.3-é": false, " 1.2.3": false, "1.2.3\n": false, "1..3": false, "-1.2.3": false, "1.2.x": false,
	} {
		if got := check(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := []byte("1.0.0")
		for range r.IntN(9) {
			b = append(b, "019.-+aZ_"[r.IntN(9)])
		}
		if i := r.IntN(len(b)); r.IntN(3) == 0 {
			b[i] = "0.-+v"[r.IntN(5)]
		}
		check(string(b))
	}
}

func TestDigests(t *testing.T) {
	for content, want := range map[string]string{
		"Answer in short sentences.": "sha256:975255c3c35221106555ab6f56ac40c7798d161d96f58b8881f23a35a5e6e2d5",
		"résumé\n":                   "sha256:a8bd3d9cf962c142f7cc3505d88d864b6ae42cf089f3d57de25d771d35f6a0b2",
	} {
		got := ContentDigest([]byte(content))
		if got != want || !IsDigest(got) {
			t.Errorf("%q: got %s", content, got)
		}
		if algorithm, value := SplitDigest(got); algorithm != "sha256" || len(value) != 64 {
			t.Errorf("%s is split into %q and %q", got, algorithm, value)
		}
	}
	hex := strings.Repeat("0f", 32)
	for _, text := range []string{"", "sha256:", hex, "sha256:" + strings.ToUpper(hex), "SHA256:" + hex, "sha256:" + hex[1:], "sha256:" + hex + "0", "sha512:" + hex, "sha256:" + hex[1:] + "g", " sha256:" + hex} {
		if IsDigest(text) {
			t.Errorf("%q is taken", text)
		}
	}
	if algorithm, value := SplitDigest("abc"); algorithm != "" || value != "abc" {
		t.Errorf("got %q, %q", algorithm, value)
	}
}

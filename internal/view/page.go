package view

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"strings"
)

//go:embed page.css
var pageStyle string

//go:embed page.js
var pageScript string

// maxIndent is how many levels of a tree in a page are set in; deeper ones stand
// below each other.
const maxIndent = 24

// pageBegin is the head of a page. Frames follow one by one, so that a page
// can be looked at while a stream runs into it.
//
// The page needs no network and says so to the browser: it is allowed its own
// style and script, named by their hashes, and nothing else, so that nothing
// in a frame could run even if it were not escaped.
func pageBegin() string {
	style, script := "\n"+pageStyle+indentCSS(), "\n"+pageScript
	return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src ` +
		cspHash(style) + `; script-src ` + cspHash(script) + `; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>divtool decode</title>
<link rel="icon" href="data:,">
<style>` + style + `</style>
</head>
<body>
<p class="help">Point at a field or at bytes to see what belongs together. <kbd>↑</kbd> <kbd>↓</kbd> <kbd>←</kbd> <kbd>→</kbd> move, <kbd>Enter</kbd> pins, <kbd>Esc</kbd> lets go.</p>
<script>` + script + `</script>
`
}

func pageEnd() string { return "</body>\n</html>\n" }

func indentCSS() string {
	var b strings.Builder
	for i := range maxIndent + 1 {
		fmt.Fprintf(&b, "th.d%d { padding-left: %dch; }\n", i, 1+2*i)
	}
	return b.String()
}

// cspHash names a text as a Content-Security-Policy does.
func cspHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

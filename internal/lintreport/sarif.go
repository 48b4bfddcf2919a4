package lintreport

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/docs/protocols"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// sarifFormat is SARIF 2.1.0, for code scanning services. As in the rest of the
// program, lines and columns count from 1, and columns count code points. As in
// SARIF, an end column is the one after the last character.
var sarifFormat = Format{
	Name: "sarif", Meaning: "SARIF 2.1.0, for code scanning",
	NeedsContents: true,
	begin:         sarifBegin,
	finding:       sarifResult,
	separator:     ",\n",
	end:           sarifEnd,
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	projectURL  = "https://github.com/divtool/divtool"
	filesURL    = projectURL + "/blob/main/"
	rulesURL    = filesURL + "docs/rules.md"
	// fingerprint is the name and version of our fingerprint. It is a hash of the
	// rule, the pointer and the content of the value, so it survives moved lines.
	fingerprint = "divtoolFinding/v1"
)

func sarifBegin(run *Run) []byte {
	o := jsonObject{dst: []byte{'{'}}
	o.addString("$schema", sarifSchema)
	o.addString("version", "2.1.0")
	o.key("runs")
	o.dst = append(o.dst, "[{"...)
	o.addString("columnKind", "unicodeCodePoints")
	o.open("tool")
	o.open("driver")
	o.addString("name", "divtool")
	o.addString("version", run.Version)
	o.addString("informationUri", projectURL)
	o.key("rules")
	o.dst = append(o.dst, '[')
	for i, r := range run.Rules {
		if i > 0 {
			o.dst = append(o.dst, ',')
		}
		o.dst = sarifRule(append(o.dst, '\n'), r)
	}
	o.dst = append(o.dst, "\n]"...)
	o.close()
	o.close()
	o.key("results")
	return append(o.dst, "[\n"...)
}

func sarifRule(dst []byte, r *lint.Rule) []byte {
	o := jsonObject{dst: append(dst, '{')}
	o.addString("id", r.ID)
	o.content("shortDescription", escapeLinks(r.Title))
	o.content("fullDescription", escapeLinks(protocols.Omit(r.Reason)))
	o.addString("helpUri", rulesURL+"#"+strings.ReplaceAll(r.ID, "/", ""))
	o.open("help")
	o.addString("text", escapeLinks(ruleHelp(r, protocols.Omit(r.Reason), func(s string) string { return s })))
	linked := protocols.Link(r.Reason, func(target string) string { return filesURL + target })
	o.addString("markdown", ruleHelp(r, linked, func(s string) string { return "`" + s + "`" }))
	o.close()
	o.open("defaultConfiguration")
	o.addString("level", sarifLevel(r.Severity))
	o.close()
	o.open("properties")
	o.key("tags")
	family, _, _ := strings.Cut(r.ID, "/")
	o.dst = append(o.dst, `["`+family+`"]`...)
	if r.Upstream != "" {
		o.addString("upstream", r.Upstream)
	}
	o.close()
	return append(o.dst, '}')
}

// ruleHelp returns the help of a rule with the given reason; code formats literal
// text.
func ruleHelp(r *lint.Rule, reason string, code func(string) string) string {
	content := reason
	if r.Upstream != "" {
		content += "\n\nPeer error: " + code(r.Upstream) + "."
	}
	if r.Needs != "" {
		content += "\n\nRequires: " + r.Needs + "."
	}
	if fix := r.Fix.String(); fix != "" {
		content += "\n\nlint --fix: " + fix + "."
	}
	return content + "\n\nFails: " + code(oneLine(r.Fails.Text)) + "\n\nPasses: " + code(oneLine(r.Passes.Text)) +
		"\n\n" + code("divtool explain "+r.ID) + " prints this text."
}

func oneLine(content string) string { return strings.Join(strings.Fields(content), " ") }

func sarifLevel(s diag.Severity) string {
	if s == diag.Info {
		return "note"
	}
	return s.String()
}

func sarifResult(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte {
	d := &f.Findings[i]
	o := jsonObject{dst: append(dst, '{')}
	o.addString("ruleId", d.Code)
	if at, ok := slices.BinarySearchFunc(run.Rules, d.Code, func(r *lint.Rule, id string) int { return cmp.Compare(r.ID, id) }); ok {
		o.addInt("ruleIndex", at)
	}
	o.addString("level", sarifLevel(d.Severity))
	o.content("message", escapeLinks(d.FullMessage()))
	o.key("locations")
	o.dst = append(o.dst, "[{"...)
	o.open("physicalLocation")
	o.open("artifactLocation")
	uri, relative := run.uri(f.Name)
	o.addString("uri", uri)
	if relative {
		o.addString("uriBaseId", "%SRCROOT%")
	}
	o.close()
	if d.Offset >= 0 {
		sarifRegion(&o, locator, d)
	}
	o.close()
	o.key("logicalLocations")
	o.dst = append(o.dst, "[{"...)
	o.addString("fullyQualifiedName", d.Path)
	o.dst = append(o.dst, "}]}]"...)
	o.open("partialFingerprints")
	o.addString(fingerprint, sarifFingerprint(d, f.Contents[i]))
	o.close()
	o.open("properties")
	o.addString("path", d.Path)
	if d.Upstream != "" {
		o.addString("upstream", d.Upstream)
	}
	o.close()
	return append(o.dst, '}')
}

func sarifRegion(o *jsonObject, locator *text.Locator, d *diag.Diagnostic) {
	start := locator.PositionAt(d.Offset)
	end := locator.PositionAt(d.Offset + d.Length)
	o.open("region")
	o.addInt("startLine", start.Line)
	o.addInt("startColumn", start.Column)
	o.addInt("endLine", end.Line)
	o.addInt("endColumn", end.Column)
	o.addInt("byteOffset", d.Offset)
	o.addInt("byteLength", d.Length)
	o.close()
}

func sarifFingerprint(d *diag.Diagnostic, content string) string {
	sum := sha256.Sum256([]byte(d.Code + "\x00" + d.Path + "\x00" + content))
	return hex.EncodeToString(sum[:16])
}

// escapeLinks escapes the sequence "](" that would make a link in a message.
func escapeLinks(content string) string { return strings.ReplaceAll(content, "](", `\](`) }

func sarifEnd(o outcome) []byte {
	end := "\n"
	if o.empty {
		end = ""
	}
	return []byte(end + `],"invocations":[{"executionSuccessful":` + strconv.FormatBool(o.complete) + "}]}]}\n")
}

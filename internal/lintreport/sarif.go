package lintreport

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// sarifFormat is SARIF 2.1.0, which code scanning services take. Lines and
// columns count from 1 and columns count code points, as everywhere here; an
// end column is just behind the last one, as SARIF has it.
var sarifFormat = Format{
	Name: "sarif", Meaning: "SARIF 2.1.0, for code scanning",
	Traced:  true,
	begin:   sarifBegin,
	finding: sarifResult,
	between: ",\n",
	end:     sarifEnd,
}

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	project     = "https://github.com/divtool/divtool"
	rulesPage   = project + "/blob/main/docs/rules.md"
	// fingerprint names our fingerprint and its version: of the rule, the
	// pointer and the content of the value, so that it stays when lines move.
	fingerprint = "divtoolFinding/v1"
)

func sarifBegin(run *Run) []byte {
	o := object{dst: []byte{'{'}}
	o.str("$schema", sarifSchema)
	o.str("version", "2.1.0")
	o.name("runs")
	o.dst = append(o.dst, "[{"...)
	o.str("columnKind", "unicodeCodePoints")
	o.open("tool")
	o.open("driver")
	o.str("name", "divtool")
	o.str("version", run.Version)
	o.str("informationUri", project)
	o.name("rules")
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
	o.name("results")
	return append(o.dst, "[\n"...)
}

// sarifRule says what a rule is.
func sarifRule(dst []byte, r *lint.Rule) []byte {
	o := object{dst: append(dst, '{')}
	o.str("id", r.ID)
	o.text("shortDescription", plainMessage(r.Title))
	o.text("fullDescription", plainMessage(r.Reason))
	o.str("helpUri", rulesPage+"#"+strings.ReplaceAll(r.ID, "/", ""))
	o.open("help")
	o.str("text", plainMessage(ruleHelp(r, func(s string) string { return s })))
	o.str("markdown", ruleHelp(r, func(s string) string { return "`" + s + "`" }))
	o.close()
	o.open("defaultConfiguration")
	o.str("level", sarifLevel(r.Severity))
	o.close()
	o.open("properties")
	o.name("tags")
	family, _, _ := strings.Cut(r.ID, "/")
	o.dst = append(o.dst, `["`+family+`"]`...)
	if r.Upstream != "" {
		o.str("upstream", r.Upstream)
	}
	o.close()
	return append(o.dst, '}')
}

// ruleHelp is the help of a rule; code marks what is literal.
func ruleHelp(r *lint.Rule, code func(string) string) string {
	text := r.Reason
	if r.Upstream != "" {
		text += "\n\nThe peer says " + code(r.Upstream) + "."
	}
	if r.Needs != "" {
		text += "\n\nSilent without: " + r.Needs + "."
	}
	return text + "\n\nFails: " + code(oneLine(r.Fails.Text)) + "\n\nPasses: " + code(oneLine(r.Passes.Text)) +
		"\n\n" + code("divtool explain "+r.ID) + " says the same."
}

func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func sarifLevel(s diag.Severity) string {
	if s == diag.Info {
		return "note"
	}
	return s.String()
}

func sarifResult(dst []byte, run *Run, f *File, lines *lint.Lines, i int) []byte {
	d := &f.Findings[i]
	o := object{dst: append(dst, '{')}
	o.str("ruleId", d.Code)
	if at, ok := slices.BinarySearchFunc(run.Rules, d.Code, func(r *lint.Rule, id string) int { return cmp.Compare(r.ID, id) }); ok {
		o.num("ruleIndex", at)
	}
	o.str("level", sarifLevel(d.Severity))
	o.text("message", plainMessage(d.FullMessage()))
	o.name("locations")
	o.dst = append(o.dst, "[{"...)
	o.open("physicalLocation")
	o.open("artifactLocation")
	uri, relative := run.uri(f.Name)
	o.str("uri", uri)
	if relative {
		o.str("uriBaseId", "%SRCROOT%")
	}
	o.close()
	if d.Offset >= 0 {
		sarifRegion(&o, lines, d)
	}
	o.close()
	o.name("logicalLocations")
	o.dst = append(o.dst, "[{"...)
	o.str("fullyQualifiedName", d.Path)
	o.dst = append(o.dst, "}]}]"...)
	o.open("partialFingerprints")
	o.str(fingerprint, sarifFingerprint(d, f.Contents[i]))
	o.close()
	o.open("properties")
	o.str("path", d.Path)
	if d.Upstream != "" {
		o.str("upstream", d.Upstream)
	}
	o.close()
	return append(o.dst, '}')
}

func sarifRegion(o *object, lines *lint.Lines, d *diag.Diagnostic) {
	line, column := lines.Position(d.Offset)
	endLine, endColumn := lines.Position(d.Offset + d.Length)
	o.open("region")
	o.num("startLine", line)
	o.num("startColumn", column)
	o.num("endLine", endLine)
	o.num("endColumn", endColumn)
	o.num("byteOffset", d.Offset)
	o.num("byteLength", d.Length)
	o.close()
}

func sarifFingerprint(d *diag.Diagnostic, content string) string {
	sum := sha256.Sum256([]byte(d.Code + "\x00" + d.Path + "\x00" + content))
	return hex.EncodeToString(sum[:16])
}

// plainMessage escapes what would make a link of text in a message: the
// bracket in "](".
func plainMessage(text string) string { return strings.ReplaceAll(text, "](", `\](`) }

func sarifEnd(o outcome) []byte {
	end := "\n"
	if o.empty {
		end = ""
	}
	return []byte(end + `],"invocations":[{"executionSuccessful":` + strconv.FormatBool(o.sound) + "}]}]}\n")
}

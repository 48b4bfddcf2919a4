package lintreport_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"flag"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/divtool/divtool/internal/lintreport"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

var update = flag.Bool("update", false, "write the golden files")

// rules is a short list, to keep the golden files readable.
var rules = []*lint.Rule{lint.RuleByID("scope/epoch-regressed"), lint.RuleByID("template/secret-empty")}

const content = "{\n\t\"sécrets\": [\"api\", \"\"],\n  \"a\": {\n  }\n}\n"

// hostile is text that attempts an injection in every format at once.
const hostile = "50% ]](mailto:x) a,b:c;\r\n::error::x\x00\x1b[31m\u202e<b>\"'&]]>\ufffe\xff##[group]\u2028{0}"

var cases = []struct {
	name  string
	files []lintreport.File
}{
	{"findings", []lintreport.File{
		{Name: "dir/a.json", Text: []byte(content), Findings: []diag.Diagnostic{
			{Code: "template/secret-empty", Path: "/sécrets/1", Offset: 24, Length: 2, Message: "a secret's name is empty", Hint: "remove the entry"},
			{Code: "shape/quirk", Severity: diag.Warning, Path: "/a", Offset: 36, Length: 5, Message: "this is over two lines"},
		}},
		{Name: "clean.json", Text: []byte("{}")},
		{Name: "./b c.json", Text: []byte("[]"), Findings: []diag.Diagnostic{
			{Code: "scope/epoch-regressed", Offset: 0, Length: 2, Message: "it went back", Upstream: "scope_epoch_regressed"},
			{Code: "grant/unconfirmed-kind", Severity: diag.Info, Path: "/0", Offset: 2, Message: "at the end"},
		}},
	}},
	{"nothing", []lintreport.File{{Name: "clean.json", Text: []byte("{}")}}},
	{"no-region", []lintreport.File{{Name: "/elsewhere/a.json", Findings: []diag.Diagnostic{
		{Code: "template/secret-empty", Offset: -1, Message: "it is not known where"},
	}}}},
	{"hostile", []lintreport.File{{Name: "d/" + strings.NewReplacer("\xff", "", "\ufffe", "").Replace(hostile) + ".json", Text: []byte(hostile), Findings: []diag.Diagnostic{
		{Code: "template/secret-empty", Path: "/" + hostile, Offset: 3, Length: 4, Message: hostile, Hint: hostile, Upstream: hostile},
	}}}},
}

// draw returns the report of the files.
func draw(t *testing.T, format string, files []lintreport.File) []byte {
	t.Helper()
	dir, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	r, err := lintreport.Begin(lintreport.ByName(format), &lintreport.Run{Version: "v1.2.3", Rules: rules, Dir: dir, Root: dir}, &out)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		f.Contents = make([]string, len(f.Findings))
		if err := r.Add(r.Render(&f)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.End(true); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestGolden(t *testing.T) {
	for _, format := range lintreport.Names() {
		for _, c := range cases {
			golden := filepath.Join("testdata", c.name+"."+format)
			got := draw(t, format, c.files)
			if *update {
				if err := os.WriteFile(golden, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s:\n%s", golden, diff)
			}
			if s := text.Escape(strings.NewReplacer("\n", "", "\t", "").Replace(string(got))); s != strings.NewReplacer("\n", "", "\t", "").Replace(string(got)) {
				t.Errorf("%s: something hostile got through", golden)
			}
		}
	}
}

// fact is the information that every format has about a finding.
type fact struct {
	file, rule, severity string
	line                 int
}

func factsOf(files []lintreport.File) (facts []fact) {
	for _, f := range files {
		for _, d := range f.Findings {
			line := 0
			if d.Offset >= 0 {
				line = text.PositionAt(f.Text, d.Offset).Line
			}
			facts = append(facts, fact{strings.TrimPrefix(text.Escape(f.Name), "./"), d.Code, d.Severity.String(), line})
		}
	}
	return facts
}

// readers parse the report of each format, as a consumer would.
var readers = map[string]func(t *testing.T, report []byte) []fact{
	"text":   readText,
	"json":   readJSON,
	"sarif":  readSARIF,
	"github": readGitHub,
	"junit":  readJUnit,
	"gitlab": readGitLab,
}

// All formats report the same findings.
func TestReadBack(t *testing.T) {
	for _, format := range lintreport.Names() {
		for _, c := range cases {
			want, got := factsOf(c.files), readers[format](t, draw(t, format, c.files))
			for i := range want {
				if format == "gitlab" {
					want[i].line = max(want[i].line, 1) // GitLab requires a line
				}
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(fact{})); diff != "" {
				t.Errorf("%s as %s:\n%s", c.name, format, diff)
			}
		}
	}
}

func readText(t *testing.T, report []byte) (facts []fact) {
	for line := range strings.Lines(string(report)) {
		before, after, ok := cutSeverity(line)
		if !ok || line[0] == ' ' {
			continue
		}
		severity, _, _ := strings.Cut(after, ":")
		_, rule, _ := strings.Cut(after[strings.LastIndex(after, " [")+1:], "[")
		rule, _, _ = strings.Cut(strings.TrimSuffix(rule, "]\n"), ",")
		if strings.Contains(after, ", peer error: ") { // the name of the refusal may contain any text
			rule = after[:strings.Index(after, ", peer error: ")]
			rule = rule[strings.LastIndex(rule, "[")+1:]
		}
		f := fact{file: before, rule: rule, severity: severity}
		if parts := strings.Split(before, ":"); len(parts) > 2 {
			if n, err := strconv.Atoi(parts[len(parts)-2]); err == nil {
				f.line, f.file = n, strings.Join(parts[:len(parts)-2], ":")
			}
		}
		f.file = strings.TrimPrefix(f.file, "./")
		facts = append(facts, f)
	}
	return facts
}

// cutSeverity splits a line of text before its severity.
func cutSeverity(line string) (before, after string, ok bool) {
	for _, s := range []string{": error: ", ": warning: ", ": info: "} {
		if before, rest, ok := strings.Cut(line, s); ok {
			return before, s[2:] + rest, true
		}
	}
	return "", "", false
}

func readJSON(t *testing.T, report []byte) (facts []fact) {
	var list []struct {
		File, Rule, Severity string
		Line                 int
	}
	if err := json.Unmarshal(report, &list); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		facts = append(facts, fact{strings.TrimPrefix(text.Escape(f.File), "./"), f.Rule, f.Severity, f.Line})
	}
	return facts
}

func readGitLab(t *testing.T, report []byte) (facts []fact) {
	var list []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	d := json.NewDecoder(bytes.NewReader(report))
	d.DisallowUnknownFields()
	if err := d.Decode(&list); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, f := range list {
		if seen[f.Fingerprint] || f.Description == "" || f.Location.Lines.End < f.Location.Lines.Begin {
			t.Errorf("%+v", f)
		}
		seen[f.Fingerprint] = true
		severity := strings.NewReplacer("major", "error", "minor", "warning").Replace(f.Severity)
		facts = append(facts, fact{text.Escape(f.Location.Path), f.CheckName, severity, f.Location.Lines.Begin})
	}
	return facts
}

func readGitHub(t *testing.T, report []byte) (facts []fact) {
	for line := range strings.Lines(string(report)) {
		command, rest, ok := strings.Cut(strings.TrimPrefix(line, "::"), " ")
		if !ok || !strings.HasPrefix(line, "::") {
			t.Fatalf("no command: %s", line)
		}
		properties, _, ok := strings.Cut(rest, "::")
		if !ok {
			t.Fatalf("no message: %s", line)
		}
		f := fact{severity: strings.Replace(command, "notice", "info", 1)}
		for property := range strings.SplitSeq(properties, ",") {
			name, value, _ := strings.Cut(property, "=")
			value = strings.NewReplacer("%3A", ":", "%2C", ",", "%0D", "\r", "%0A", "\n", "%25", "%").Replace(value)
			switch name {
			case "file":
				f.file = value
			case "title":
				f.rule = value
			case "line":
				f.line, _ = strconv.Atoi(value)
			case "endLine", "col", "endColumn":
			default:
				t.Errorf("a property %q: %s", name, line)
			}
		}
		facts = append(facts, f)
	}
	return facts
}

func readJUnit(t *testing.T, report []byte) (facts []fact) {
	var doc struct {
		Suites []struct {
			Name     string `xml:"name,attr"`
			Tests    int    `xml:"tests,attr"`
			Failures int    `xml:"failures,attr"`
			Cases    []struct {
				Name    string `xml:"name,attr"`
				Line    int    `xml:"line,attr"`
				Failure *struct {
					Message string `xml:"message,attr"`
					Type    string `xml:"type,attr"`
					Text    string `xml:",chardata"`
				} `xml:"failure"`
			} `xml:"testcase"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(report, &doc); err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	for _, s := range doc.Suites {
		failures := 0
		for _, c := range s.Cases {
			if c.Failure == nil {
				continue
			}
			failures++
			if !strings.Contains(c.Failure.Text, c.Failure.Message) {
				t.Errorf("the failure's text lacks the message: %s", c.Failure.Text)
			}
			rule, _, _ := strings.Cut(c.Name, " ")
			facts = append(facts, fact{s.Name, rule, c.Failure.Type, c.Line})
		}
		if len(s.Cases) != s.Tests || failures != s.Failures || s.Tests == 0 {
			t.Errorf("%s: %d cases with %d failures, reported as %d and %d", s.Name, len(s.Cases), failures, s.Tests, s.Failures)
		}
	}
	return facts
}

// readSARIF parses a report with types generated from the SARIF schema, rejects
// unknown members, and validates the report against the schema.
func readSARIF(t *testing.T, report []byte) (facts []fact) {
	doc, err := checkSARIF(report)
	if err != nil {
		t.Fatalf("%v\n%s", err, report)
	}
	run := doc.Runs[0]
	if run.ColumnKind == nil || *run.ColumnKind != "unicodeCodePoints" {
		t.Errorf("columnKind %v", run.ColumnKind)
	}
	for _, r := range run.Results {
		if strings.HasPrefix(*r.RuleID, "scope/") && r.RuleIndex != 0 || r.RuleIndex > 0 && *run.Tool.Driver.Rules[r.RuleIndex].ID != *r.RuleID {
			t.Errorf("%s has the index of another rule", *r.RuleID)
		}
		place := r.Locations[0].PhysicalLocation
		f := fact{rule: *r.RuleID, severity: strings.Replace(r.Level, "note", "info", 1)}
		f.file = unescape(t, strings.TrimPrefix(*place.ArtifactLocation.URI, "file://"))
		if place.Region != nil {
			f.line = *place.Region.StartLine
			if *place.Region.StartColumn < 1 || *place.Region.EndColumn < 1 {
				t.Errorf("columns count from 1: %+v", place.Region)
			}
		}
		facts = append(facts, f)
	}
	return facts
}

func unescape(t *testing.T, uri string) string {
	name, err := url.PathUnescape(uri)
	if err != nil {
		t.Error(err)
	}
	return text.Escape(name)
}

func checkSARIF(report []byte) (*sarif.Report, error) {
	var doc sarif.Report
	d := json.NewDecoder(bytes.NewReader(report))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return nil, err
	}
	full, err := sarif.FromBytes(report) // with the arrays that Validate needs
	if err != nil {
		return nil, err
	}
	for _, run := range full.Runs {
		// FromBytes sets these to values that the schema rejects.
		run.NewlineSequences, run.Language, run.Tool.Driver.Language = []string{"\n"}, "en", "en"
	}
	return &doc, full.Validate()
}

// Names are relative to the root of the project, and absolute outside of it.
func TestNames(t *testing.T) {
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(dir)
	for _, tt := range []struct{ name, dir, root, want string }{
		{"a.json", dir, root, "testdata/a.json"},
		{"./x/../a.json", dir, root, "testdata/a.json"},
		{"../a.json", dir, root, "a.json"},
		{filepath.Join(dir, "a.json"), dir, root, "testdata/a.json"},
		{"a.json", dir, dir, "a.json"},
		{"../a.json", dir, dir, filepath.ToSlash(filepath.Join(root, "a.json"))},
		{"a.json", root, dir, filepath.ToSlash(filepath.Join(root, "a.json"))},
	} {
		f := lintreport.File{Name: tt.name, Text: []byte("{}"), Findings: []diag.Diagnostic{{Code: "template/secret-empty", Message: "m"}}, Contents: []string{""}}
		for _, format := range []string{"github", "gitlab", "junit", "sarif"} {
			var out bytes.Buffer
			r, err := lintreport.Begin(lintreport.ByName(format), &lintreport.Run{Rules: rules, Dir: tt.dir, Root: tt.root}, &out)
			if err == nil {
				err = r.Add(r.Render(&f))
			}
			if err == nil {
				err = r.End(true)
			}
			if err != nil {
				t.Fatal(err)
			}
			if facts := readers[format](t, out.Bytes()); len(facts) != 1 || facts[0].file != tt.want {
				t.Errorf("%s: %s: %v, want %s", tt.name, format, facts, tt.want)
			}
			if relative := strings.Contains(out.String(), "SRCROOT"); format == "sarif" && relative == filepath.IsAbs(tt.want) {
				t.Errorf("%s: uriBaseId is %v", tt.name, relative)
			}
		}
	}
}

// checkSARIF detects errors.
func TestCheckSARIF(t *testing.T) {
	good := string(draw(t, "sarif", cases[0].files))
	for _, change := range [][2]string{
		{`"startLine":2`, `"startLine":0`},
		{`"level":"note"`, `"level":"info"`},
		{`"version":"2.1.0"`, `"version":"2.0.0"`},
		{`"helpUri"`, `"help_uri"`},
		{`"message":{"text":"it went back"}`, `"message":{}`},
		{`"driver":{"name":"divtool",`, `"driver":{`},
	} {
		if _, err := checkSARIF([]byte(strings.Replace(good, change[0], change[1], 1))); err == nil {
			t.Errorf("%s for %s is not seen", change[1], change[0])
		}
	}
}

// A report stays well-formed and holds each finding once, whatever its text.
func FuzzReports(f *testing.F) {
	f.Add(hostile, "a.json", 3, 2)
	f.Add("a\nb", "\n::x::", -1, 0)
	f.Fuzz(func(t *testing.T, sample, name string, offset, length int) {
		finding := diag.Diagnostic{
			Code: "template/secret-empty", Path: "/" + sample, Offset: max(offset, -1), Length: max(length%1000, 0),
			Message: sample, Hint: sample, Upstream: sample,
		}
		files := []lintreport.File{{Name: "d/" + name, Text: []byte(sample), Findings: []diag.Diagnostic{finding}}}
		var log sarif.Report // validating against the schema is too slow here
		if err := json.Unmarshal(draw(t, "sarif", files), &log); err != nil || len(log.Runs[0].Results) != 1 {
			t.Errorf("sarif: %v", err)
		}
		for _, format := range []string{"json", "github", "junit", "gitlab"} {
			if facts := readers[format](t, draw(t, format, files)); len(facts) != 1 || facts[0].rule != finding.Code {
				t.Errorf("%s: %v", format, facts)
			}
		}
	})
}

// Package lintreport writes the findings of lint: for humans, for programs, and
// for services that show findings beside the code.
//
// A report is written file by file and never held in memory as a whole. Workers
// that lint files render them concurrently; a [Report] writes the results in
// order. A format is one declaration in one file, independent of the other
// formats. It makes no decisions: every format reports the same findings.
//
// Non-goals: selecting the findings to report, and exit statuses.
package lintreport

import (
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
	"github.com/divtool/divtool/pkg/lint"
)

// Run holds the settings of a whole report.
type Run struct {
	Version string       // version of the program
	Rules   []*lint.Rule // sorted by id
	Theme   term.Theme   // for styled formats
	Width   int          // columns of a line in styled formats; 0 for no limit
	Dir     string       // absolute; names of files are relative to it
	Root    string       // absolute; services expect names relative to it
}

// File is a linted file.
type File struct {
	Name     string
	Text     []byte
	Findings []diag.Diagnostic // sorted; a negative offset is unknown
	Contents []string          // of the findings, if the format has NeedsContents
}

// Format is a report format.
type Format struct {
	Name          string
	Meaning       string
	NeedsContents bool // reports whether the format uses File.Contents
	// Styled reports whether the format is for humans and may have colours.
	Styled bool

	begin func(run *Run) []byte
	// openFile starts the output for a file; closeFile ends it. If openFile is
	// nil, a file without findings has no output.
	openFile  func(dst []byte, run *Run, f *File) []byte
	finding   func(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte
	separator string // stands between two findings, of one file or of two
	closeFile string
	end       func(o outcome) []byte
}

// outcome is the state at the end of a report.
type outcome struct {
	empty    bool // no file had output
	complete bool // all files could be read
}

// Formats returns all formats, the default first.
func Formats() []*Format {
	return []*Format{&textFormat, &jsonFormat, &sarifFormat, &githubFormat, &junitFormat, &gitlabFormat}
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// ByName returns the format with the given name, or nil.
func ByName(name string) *Format {
	i := slices.Index(Names(), name)
	if i < 0 {
		return nil
	}
	return Formats()[i]
}

// A Report writes a report to a writer.
type Report struct {
	Format *Format
	run    *Run
	out    io.Writer
	pieces int
}

// Begin starts a report.
func Begin(format *Format, run *Run, out io.Writer) (*Report, error) {
	r := &Report{Format: format, run: run, out: out}
	if format.begin == nil {
		return r, nil
	}
	_, err := out.Write(format.begin(run))
	return r, err
}

// Render returns the output for a file, or nil if there is none. It may be called
// concurrently.
func (r *Report) Render(f *File) (piece []byte) {
	format := r.Format
	if format.openFile != nil {
		piece = format.openFile(piece, r.run, f)
	}
	if len(f.Findings) > 0 {
		locator := text.NewLocator(f.Text)
		for i := range f.Findings {
			if i > 0 {
				piece = append(piece, format.separator...)
			}
			piece = format.finding(piece, r.run, f, locator, i)
		}
	}
	return append(piece, format.closeFile...)
}

// Add writes the output of [Report.Render] for the next file.
func (r *Report) Add(piece []byte) error {
	if len(piece) == 0 {
		return nil
	}
	if r.pieces++; r.pieces > 1 && r.Format.separator != "" {
		if _, err := io.WriteString(r.out, r.Format.separator); err != nil {
			return err
		}
	}
	_, err := r.out.Write(piece)
	return err
}

// End ends the report; complete reports whether all files could be read.
func (r *Report) End(complete bool) error {
	if r.Format.end == nil {
		return nil
	}
	_, err := r.out.Write(r.Format.end(outcome{empty: r.pieces == 0, complete: complete}))
	return err
}

// relative returns the name of a file with slashes: relative to r.Root if it is below,
// and else absolute.
func (r *Run) relative(name string) string {
	abs := name
	if !filepath.IsAbs(abs) {
		abs = filepath.Join(r.Dir, name)
	}
	switch rel, err := filepath.Rel(r.Root, abs); {
	case err == nil && filepath.IsLocal(rel):
		name = rel
	case filepath.IsAbs(abs):
		name = abs
	}
	return filepath.ToSlash(filepath.Clean(name))
}

// uri returns [Run.relative] as a percent-encoded URI.
func (r *Run) uri(name string) (uri string, relative bool) {
	path := r.relative(name)
	if filepath.IsAbs(filepath.FromSlash(path)) {
		return "file:///" + percentEncode(strings.TrimPrefix(path, "/")), false
	}
	return percentEncode(path), true
}

// percentEncode encodes all bytes of a path except slashes and the unreserved
// characters of a URI.
func percentEncode(path string) string {
	const digits = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(path) {
		c := path[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(digits[c>>4])
			b.WriteByte(digits[c&15])
		}
	}
	return b.String()
}

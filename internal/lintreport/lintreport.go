// Package lintreport writes what lint found: for people, for programs, and
// for the services that show findings beside the code.
//
// A report is written file by file and never held whole. What a file gives is
// drawn by whoever linted it, several at a time; a [Report] puts the pieces in
// order. A format is one declaration in one file; it knows no other and
// decides nothing: the same findings are in all of them.
//
// Not goals: which findings are reported, and exit statuses.
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

// Run is what is true of a whole report.
type Run struct {
	Version string       // of the program
	Rules   []*lint.Rule // sorted by id
	Theme   term.Theme   // for people
	Dir     string       // absolute; files below it are named from it where paths must be relative
}

// File is a linted file.
type File struct {
	Name     string
	Text     []byte
	Findings []diag.Diagnostic // sorted; an offset below 0 is not known
	Contents []string          // of the findings, for formats that are [Format.NeedsContents]
}

// Format is a form of report.
type Format struct {
	Name          string
	Meaning       string
	NeedsContents bool // needs the contents of the findings
	// Styled formats are for people and may have colours.
	Styled bool

	begin func(run *Run) []byte
	// openFile begins the piece of a file, which close ends. Without it a file
	// gives its findings alone, and nothing when there are none.
	openFile  func(dst []byte, run *Run, f *File) []byte
	finding   func(dst []byte, run *Run, f *File, locator *text.Locator, i int) []byte
	separator string // stands between two findings, of one file or of two
	closeFile string
	end       func(o outcome) []byte
}

// outcome is what is known when a report ends.
type outcome struct {
	empty    bool // no file gave anything
	complete bool // everything could be read
}

// Formats returns all formats, the default first.
func Formats() []*Format {
	return []*Format{&textFormat, &jsonFormat, &sarifFormat, &githubFormat, &junitFormat}
}

// Names returns the names of all formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
	}
	return names
}

// ByName returns the format of that name, or nil.
func ByName(name string) *Format {
	i := slices.Index(Names(), name)
	if i < 0 {
		return nil
	}
	return Formats()[i]
}

// Report is a report that is being written.
type Report struct {
	Format *Format
	run    *Run
	out    io.Writer
	pieces int
}

// Begin begins a report.
func Begin(format *Format, run *Run, out io.Writer) (*Report, error) {
	r := &Report{Format: format, run: run, out: out}
	if format.begin == nil {
		return r, nil
	}
	_, err := out.Write(format.begin(run))
	return r, err
}

// Render returns what a file gives, nil when that is nothing. It may be called
// by several at a time.
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

// Add writes what a file gives behind those before it.
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

// End ends the report. sound tells that everything could be read.
func (r *Report) End(complete bool) error {
	if r.Format.end == nil {
		return nil
	}
	_, err := r.out.Write(r.Format.end(outcome{empty: r.pieces == 0, complete: complete}))
	return err
}

// relative is the name of a file with slashes: relative where it is named so
// or stands below the run's directory.
func (r *Run) relative(name string) string {
	name = filepath.Clean(name)
	if filepath.IsAbs(name) {
		if rel, err := filepath.Rel(r.Dir, name); err == nil && filepath.IsLocal(rel) {
			name = rel
		}
	}
	return filepath.ToSlash(name)
}

// uri is [Run.relative] as a percent-encoded URI.
func (r *Run) uri(name string) (uri string, relative bool) {
	path := r.relative(name)
	if filepath.IsAbs(filepath.FromSlash(path)) {
		return "file:///" + percentEncode(strings.TrimPrefix(path, "/")), false
	}
	return percentEncode(path), true
}

// percentEncode encodes all bytes of a path but slashes and those that stand
// for themselves in every part of a URI.
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

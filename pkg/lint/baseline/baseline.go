// Package baseline keeps findings that are known, so that lint reports only
// new ones.
//
// A baseline is a JSON text: a version, and one entry a finding with the rule,
// the JSON Pointer and what stands for the content of the value, by which it
// is known, and the file it was found in, for people. An entry applies as long
// as the first three are the same; so formatting, renaming or piping the file
// does not matter, and changing the value makes its finding come back.
package baseline

import (
	"strconv"
	"sync/atomic"

	rules "github.com/divtool/divtool/internal/lintrules/baseline"
	"github.com/divtool/divtool/pkg/diag"
)

// Version is the version of the format that is read and written.
const Version = 1

// Unused is the rule of an entry that no finding is known by any more.
var Unused = &rules.Unused

// Entry is what a finding is known by.
type Entry struct {
	File  string // with slashes, from where the baseline is; not part of the key
	Rule  string
	Path  string // JSON Pointer
	Value string // see [ContentHasher.Hashes]
}

// Baseline is the findings that are known. It may be shared.
type Baseline struct {
	entries []fileEntry
	// The index of the first such entry: of this file, and with no File of any.
	index map[Entry]int
}

// fileEntry is an entry and where it stands.
type fileEntry struct {
	Entry
	offset, length int
	used           *atomic.Bool
}

// Match tells whether a finding is known, and remembers that its entry was
// of use: that of its file, if there is one.
func (b *Baseline) Match(e Entry) bool {
	i, ok := b.index[e]
	if !ok {
		e.File = ""
		i, ok = b.index[e]
	}
	if ok {
		b.entries[i].used.Store(true)
	}
	return ok
}

// Unused returns the entries by which nothing was known so far, of the files
// that count, as findings of [Unused] with the severity of the rule.
func (b *Baseline) Unused(include func(file string) bool) (findings []diag.Diagnostic) {
	for i := range b.entries {
		e := &b.entries[i]
		if e.used.Load() || !include(e.File) {
			continue
		}
		path := e.Path
		if path == "" {
			path = "the whole text"
		}
		findings = append(findings, diag.Diagnostic{
			Code: Unused.ID, Severity: Unused.Severity,
			Path: "/findings/" + strconv.Itoa(i), Offset: e.offset, Length: e.length,
			Message: Unused.Title + ": " + e.Rule + " at " + path + " of " + e.File,
			Hint:    "take the entry out, or write the baseline anew with --write-baseline",
		})
	}
	return findings
}

// add adds an entry; one that is there already shares its use.
func (b *Baseline) add(e fileEntry) {
	if i, exists := b.index[e.Entry]; exists {
		e.used = b.entries[i].used
	} else {
		e.used = new(atomic.Bool)
		b.index[e.Entry] = len(b.entries)
	}
	anyFile := e.Entry
	if anyFile.File = ""; anyFile != e.Entry {
		if _, exists := b.index[anyFile]; !exists {
			b.index[anyFile] = len(b.entries)
		}
	}
	b.entries = append(b.entries, e)
}

package lintrun

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/divtool/divtool/internal/atomicfile"
)

// outputFile is a file that the run writes at its end.
type outputFile struct {
	name      string
	readInput bool // the file has been read as an input, and must stay
}

// outputFiles finds the outputs that would replace an input, also through links.
type outputFiles struct {
	dir  workDir
	byID map[fileID]*outputFile
}

// add adds an output; "" and "-" are standard output.
func (o *outputFiles) add(name string) *outputFile {
	if name == "" || name == "-" {
		return nil
	}
	f := &outputFile{name: name}
	o.byID[o.dir.realID(name)] = f
	return f
}

// find returns the output that is the named file, or nil.
func (o *outputFiles) find(name string) *outputFile {
	if len(o.byID) == 0 {
		return nil
	}
	return o.byID[o.dir.realID(name)]
}

// findStdin returns the output that standard input is redirected from, or nil.
func (o *outputFiles) findStdin(info os.FileInfo) *outputFile {
	if info == nil || !info.Mode().IsRegular() {
		return nil
	}
	for _, f := range o.byID {
		if other, err := os.Stat(f.name); err == nil && os.SameFile(info, other) {
			return f
		}
	}
	return nil
}

// keep marks an output that is an input too, and returns the error. It returns nil if f
// is nil or is marked already.
func (f *outputFile) keep() error {
	if f == nil || f.readInput {
		return nil
	}
	f.readInput = true
	return atomicfile.NewError(f.name, errors.New("the run reads this file; write to another one"))
}

// isKept reports whether an output must not be written. f may be nil.
func (f *outputFile) isKept() bool { return f != nil && f.readInput }

// fileID is a file, without links in its path.
type fileID struct{ dir, name string }

// realID returns the identity of a file that may be a link. A file that does not exist is
// identified by its name.
func (w workDir) realID(name string) fileID {
	path := w.real(name)
	return fileID{filepath.Dir(path), filepath.Base(path)}
}

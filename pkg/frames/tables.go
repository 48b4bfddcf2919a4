package frames

import (
	"strings"

	"github.com/divtool/divtool/pkg/diag"
)

// codeOtherVersion is the code of the warning that a frame may be of another version.
const codeOtherVersion = "other-version"

// isTellTale reports whether a warning shows that a frame may be of another table of tags
// (drift.md 3.3). No sender of the pinned version has a reason to write such a frame.
func isTellTale(code string) bool {
	switch code {
	case "implausible", "set-bits", "unset-not-zero", "trailing-ignored":
		return true
	}
	return false
}

// tableSink records what matters for [Reader.tablesOf].
type tableSink struct {
	name     string // of the message
	tellTale bool
	secret   bool
}

func (s *tableSink) Value(v *Value) {
	if v.Name == "name" && s.name == "" {
		s.name = string(v.Bytes)
	}
}

func (s *tableSink) Warn(w *diag.Diagnostic) { s.tellTale = s.tellTale || isTellTale(w.Code) }
func (s *tableSink) Note(*Note)              {}
func (s *tableSink) Lossy(path, text string) {}
func (s *tableSink) Redact(Span)             { s.secret = true }

// nameTables adds to the events or the fault of a frame of type t which other tables read
// it cleanly.
func (r *Reader) nameTables(t *Type, err error) error {
	d, isFault := diag.From(err)
	if isFault && !mayBeOtherTable(d.Code) {
		return err
	}
	tables, secret := r.tablesOf(t)
	if tables == "" {
		return err
	}
	if isFault {
		d.Message += "; " + tables
		d.Secret = d.Secret || secret
		return err
	}
	r.Warn(codeOtherVersion, "", Span{Length: len(r.Frame)}, tables)
	return nil
}

// mayBeOtherTable reports whether frames of other tables are refused with a code.
func mayBeOtherTable(code string) bool {
	switch code {
	case "unknown-tag", "json", "truncated", "length":
		return true
	}
	return false
}

// tablesOf describes the tables under which the frame reads to its last byte without a
// tell-tale, "" if there is none, and reports whether one of them has a secret in it.
func (r *Reader) tablesOf(t *Type) (text string, secret bool) {
	var messages, versions []string
	frame, sink, options := r.Frame, r.Sink, r.Options
	r.Notes, r.Spans = false, false
	for _, v := range t.Versions {
		if v.Table == "" || v.Endpoint != "" && options.Endpoint != "" && v.Endpoint != options.Endpoint {
			continue
		}
		var s tableSink
		if r.Read(v, frame, &s) == nil && !s.tellTale {
			secret = secret || s.secret
			messages = append(messages, s.name+" of the "+v.Table)
			versions = append(versions, "`--protocol "+v.VersionName()+"`")
		}
	}
	r.Options, r.version = options, nil
	r.begin(frame, sink)
	if messages == nil {
		return "", false
	}
	return "the frame reads cleanly as " + strings.Join(messages, ", and as ") + "; if the capture is older, use " + strings.Join(versions, " or "), secret
}

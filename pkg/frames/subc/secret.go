package subc

import (
	"bytes"
	"strconv"

	"github.com/divtool/divtool/internal/frameio"
	"github.com/divtool/divtool/internal/jsondoc"
	"github.com/divtool/divtool/pkg/frames"
)

// The members of bodies that hold secrets.
const (
	nonceName     = "launch_nonce" // of a HELLO, at the top
	bindProofName = "bind_proof"   // of a selector, in any body; since release 0.32.2 (drift.md 4.2)
)

// secretMember is where a body holds a secret: the whole body when it holds several.
type secretMember struct {
	node int
	path string // JSON Pointer in the body
}

// findSecret finds the secret of the body at node n.
func (h *Header) findSecret(doc *jsondoc.Doc, n int) (secret secretMember, ok bool) {
	if h.Type != Hello && !mentionsBindProof(doc.Raw(n)) {
		return secret, false
	}
	f := secretFinder{doc: doc, hello: h.Type == Hello}
	if f.search(n, "", true); f.count > 1 {
		return secretMember{node: n}, true
	}
	return f.found, f.count == 1
}

// mentionsBindProof reports whether a text may have a member bind_proof, whose name may
// be written with escapes.
func mentionsBindProof(b []byte) bool {
	return bytes.Contains(b, []byte(bindProofName)) || bytes.Contains(b, []byte(`\u`))
}

type secretFinder struct {
	doc   *jsondoc.Doc
	hello bool
	count int
	found secretMember
}

// search looks for secrets in a value and all that is in it. The depth of a body is
// limited by [bodyReader].
func (f *secretFinder) search(n int, path string, top bool) {
	doc := f.doc
	switch doc.Kind(n) {
	case jsondoc.Object:
		for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k + 1) {
			at := string(jsondoc.AppendPointerToken([]byte(path+"/"), doc.Value(k)))
			if doc.StringIs(k, bindProofName) || f.hello && top && doc.StringIs(k, nonceName) {
				f.count++
				f.found = secretMember{k + 1, at}
				continue
			}
			f.search(k+1, at, false)
		}
	case jsondoc.Array:
		i := 0
		for k, end := n+1, doc.Next(n); k < end; k = doc.Next(k) {
			f.search(k, path+"/"+strconv.Itoa(i), false)
			i++
		}
	}
}

// mayHoldSecret reports whether a frame whose body is not readable JSON may hold a secret:
// it contains the name of one, or escapes that could be it.
func mayHoldSecret(r *frames.Reader) bool {
	if r.ShowSecrets || len(r.Frame) <= HeaderSize {
		return false
	}
	body := r.Frame[HeaderSize:]
	switch r.Frame[5] {
	case Hello:
		return bytes.Contains(body, []byte(nonceName)) || mentionsBindProof(body)
	case Request:
		return bytes.Contains(body, []byte(`"`+bindProofName+`"`))
	}
	return false
}

// redact masks a secret.
func (s *bodyReader) redact(r *frames.Reader, secret secretMember) {
	start, end := s.doc.Span(secret.node)
	size := end - start
	if s.doc.Kind(secret.node) == jsondoc.String {
		size = len(s.doc.Value(secret.node))
	}
	s.mask = frameio.AppendRedacted(s.mask, size)
	r.Sink.Lossy(bodyPath+secret.path, "redacted secret; `--show-secrets` shows it")
	r.Sink.Redact(frames.Span{Offset: HeaderSize + start, Length: end - start})
}

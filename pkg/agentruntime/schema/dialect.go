package schema

import (
	"bytes"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Dialect is a published version of JSON Schema. Dialects are ordered by age.
type Dialect uint8

// The dialects.
const (
	Draft04 Dialect = iota
	Draft06
	Draft07
	Draft201909
	Draft202012

	// Default is the dialect of a schema that does not say.
	Default = Draft202012
)

var dialects = [...]struct{ name, uri string }{
	Draft04:     {"draft-04", "http://json-schema.org/draft-04/schema"},
	Draft06:     {"draft-06", "http://json-schema.org/draft-06/schema"},
	Draft07:     {"draft-07", "http://json-schema.org/draft-07/schema"},
	Draft201909: {"2019-09", "https://json-schema.org/draft/2019-09/schema"},
	Draft202012: {"2020-12", "https://json-schema.org/draft/2020-12/schema"},
}

// String is the short name of the dialect: "2020-12".
func (d Dialect) String() string { return dialects[d].name }

// URI is what $schema says for the dialect.
func (d Dialect) URI() string { return dialects[d].uri }

// ParseDialect returns the dialect of a value of $schema, with or without one
// # at its end.
func ParseDialect(uri []byte) (Dialect, bool) {
	uri = bytes.TrimSuffix(uri, []byte("#"))
	for i := range dialects {
		if string(uri) == dialects[i].uri {
			return Dialect(i), true
		}
	}
	return 0, false
}

// str returns the value of string node n.
func str(doc *jsondoc.Doc, n int) []byte {
	if str, ok := doc.Plain(n); ok {
		return str
	}
	return doc.AppendString(nil, n)
}

package config

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"github.com/divtool/divtool/internal/text"
)

// maxBrackets limits the opening brackets of a file, because the parser's time
// and memory grow with the square of the nesting depth.
const maxBrackets = 2000

// filesKey is the key of the mapping from patterns to sections, which is no flag.
const filesKey = "files"

// Parse parses the text of a configuration file. Errors are problems of the
// result.
func Parse(name, dir string, text []byte) *File {
	f := &File{Name: name, Dir: dir, Text: text}
	switch {
	case len(text) > maxSize:
		f.addProblem(0, 0, fmt.Sprintf("the configuration is too large: the limit is %d bytes", maxSize))
		return f
	case bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) > maxBrackets:
		f.addProblem(0, 0, fmt.Sprintf("too many brackets: the limit is %d", maxBrackets))
		return f
	case !utf8.Valid(text):
		at := 0
		for c, size := utf8.DecodeRune(text); c != utf8.RuneError || size > 1; c, size = utf8.DecodeRune(text[at:]) {
			at += size
		}
		f.addProblem(at, 1, "invalid UTF-8")
		return f
	}
	r := yamlReader{file: f, lineOffsets: lineStarts(text)}
	r.read()
	return f
}

// yamlReader reads YAML into a file.
type yamlReader struct {
	file        *File
	lineOffsets []int // offset of each line
}

func lineStarts(text []byte) []int {
	lineOffsets := []int{0}
	for i, c := range text {
		if c == '\n' {
			lineOffsets = append(lineOffsets, i+1)
		}
	}
	return lineOffsets
}

func (r *yamlReader) read() {
	defer func() {
		// The text is untrusted, and the parser may panic on it.
		if recover() != nil {
			r.file.addProblem(0, 0, "not valid YAML")
		}
	}()
	text, hasBOM := bytes.CutPrefix(r.file.Text, []byte("\ufeff"))
	if hasBOM {
		r.lineOffsets[0] = len(r.file.Text) - len(text) // YAML allows a byte order mark
	}
	// The parser counts CRLF as two lines, and needs a newline after the last line.
	text = append(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), '\n')
	parsed, err := parser.ParseBytes(text, 0)
	if err != nil {
		r.syntaxError(err)
		return
	}
	read := false
	for _, doc := range parsed.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType:
		case read:
			r.fail(doc.Body, "unexpected second YAML document; a configuration is one document")
		default:
			read = true
			r.readTop(doc.Body)
		}
	}
}

// syntaxError adds the problem of a text that is not YAML.
func (r *yamlReader) syntaxError(err error) {
	var at interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &at) || at.GetToken() == nil {
		r.file.addProblem(0, 0, "not valid YAML: "+err.Error())
		return
	}
	offset, length := r.span(at.GetToken())
	r.file.addProblem(offset, length, "not valid YAML: "+at.GetMessage())
}

func (r *yamlReader) fail(n ast.Node, format string, args ...any) {
	offset, length := r.span(n.GetToken())
	r.file.addProblem(offset, length, fmt.Sprintf(format, args...))
}

func (r *yamlReader) failType(n ast.Node, key, want string) {
	if key != "" {
		key += ": "
	}
	r.fail(n, "%s%s", key, text.Expected(want, describeNode(n)))
}

// span returns the place of a token in the text. It is computed from the token's
// line and column, because the parser's offset is unreliable. Columns count
// characters.
func (r *yamlReader) span(t *token.Token) (offset, length int) {
	if t == nil || t.Position == nil {
		return 0, 0
	}
	line := min(max(t.Position.Line, 1), len(r.lineOffsets)) - 1
	offset = r.lineOffsets[line]
	end := len(r.file.Text)
	if line+1 < len(r.lineOffsets) {
		end = r.lineOffsets[line+1] - 1
	}
	for range t.Position.Column - 1 {
		if offset >= end {
			break
		}
		_, size := utf8.DecodeRune(r.file.Text[offset:])
		offset += size
	}
	origin := bytes.TrimSpace([]byte(t.Origin))
	if first, _, multiline := bytes.Cut(origin, []byte{'\n'}); multiline {
		origin = first
	}
	return offset, min(max(len(origin), 1), end-offset)
}

func (r *yamlReader) readTop(body ast.Node) {
	r.readMapping(body, "", "a mapping of keys to values", func(key string, at, value ast.Node) {
		if key == filesKey {
			r.readFiles(value)
			return
		}
		r.readKey(&r.file.Top, keyNames(true), key, at, value)
	})
}

func (r *yamlReader) readFiles(value ast.Node) {
	r.readMapping(value, filesKey, "a mapping of patterns to sections", func(pattern string, at, value ast.Node) {
		compiled, err := compilePattern(pattern)
		if err != nil {
			r.fail(at, "%s", err)
			return
		}
		r.file.Sections = append(r.file.Sections, Section{Pattern: pattern, compiled: compiled})
		section := &r.file.Sections[len(r.file.Sections)-1]
		r.readMapping(value, "", "a mapping of keys to values", func(key string, at, value ast.Node) {
			r.readKey(section, keyNames(false), key, at, value)
		})
	})
}

// readMapping calls visit for each entry of a mapping. Null is an empty mapping. A
// message names the key of the mapping, if any, and what was expected.
func (r *yamlReader) readMapping(n ast.Node, key, want string, visit func(key string, at, value ast.Node)) {
	if n == nil || n.Type() == ast.NullType {
		return
	}
	m, ok := n.(ast.MapNode)
	if !ok {
		r.failType(n, key, want)
		return
	}
	for it := m.MapRange(); it.Next(); {
		name, ok := scalar(it.Key())
		if !ok {
			r.failType(it.Key(), "", "a plain key")
			continue
		}
		visit(name, it.Key(), it.Value())
	}
}

// readKey adds the values of the key called name to a section. known are the
// keys to suggest when the key does not exist.
func (r *yamlReader) readKey(s *Section, known []string, name string, at, value ast.Node) {
	key := keyByName(name)
	switch {
	case key != nil && key.Pattern && s.Pattern != "":
		r.fail(at, "%s is not a setting of some files; move it to the top of the configuration", name)
		return
	case key == nil:
		r.fail(at, "unknown key %s%s", text.Quote(name), suggest(name, known, "`divtool lint --help` lists the keys"))
		return
	}
	switch {
	case value == nil || value.Type() == ast.NullType:
	case key.ValueKind == Map:
		r.readMapping(value, name, "a mapping of rules to levels", func(rule string, at, level ast.Node) {
			if text, ok := r.scalarText(level, name); ok {
				r.addValue(s, key, rule+"="+text, at)
			}
		})
	case key.ValueKind == List && value.Type() == ast.SequenceType:
		for _, n := range value.(*ast.SequenceNode).Values {
			if text, ok := r.scalarText(n, name); ok {
				r.addValue(s, key, text, n)
			}
		}
	default:
		if text, ok := r.scalarText(value, name); ok {
			r.addValue(s, key, text, value)
		}
	}
}

// scalarText returns the text of a scalar. Any other node is a problem.
func (r *yamlReader) scalarText(n ast.Node, key string) (string, bool) {
	text, ok := scalar(n)
	if !ok {
		r.failType(n, key, "a single value")
	}
	return text, ok
}

func (r *yamlReader) addValue(s *Section, key *Key, text string, at ast.Node) {
	err := key.Check(text)
	if err == nil && key.Pattern {
		_, err = compilePattern(text)
	}
	if err != nil {
		r.fail(at, "%s: %s", key.Name, err)
		return
	}
	offset, _ := r.span(at.GetToken())
	s.Values = append(s.Values, Value{key.Name, text, offset})
}

// scalar returns the text of a scalar as it is written, without quotes.
func scalar(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	return "", false
}

func describeNode(n ast.Node) string {
	switch n.Type() {
	case ast.MappingType, ast.MappingValueType:
		return "a mapping"
	case ast.SequenceType:
		return "a sequence"
	case ast.NullType:
		return "nothing"
	case ast.AnchorType, ast.AliasType, ast.MergeKeyType, ast.TagType:
		return "an anchor, an alias or a tag, which are not supported"
	}
	return "a single value"
}

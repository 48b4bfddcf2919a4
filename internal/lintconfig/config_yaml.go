package lintconfig

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

// maxBrackets is how many brackets may open: what the parser needs grows with
// the square of how many are open at once.
const maxBrackets = 2000

// filesKey is the key of the sections for patterns.
const filesKey = "files"

// Parse reads a configuration.
func Parse(file, dir string, text []byte) *Config {
	c := &Config{File: file, Dir: dir, Text: text}
	switch {
	case len(text) > maxSize:
		c.addProblem(0, 0, fmt.Sprintf("a configuration has at most %d bytes", maxSize))
		return c
	case bytes.Count(text, []byte{'['})+bytes.Count(text, []byte{'{'}) > maxBrackets:
		c.addProblem(0, 0, fmt.Sprintf("a configuration has at most %d brackets", maxBrackets))
		return c
	case !utf8.Valid(text):
		at := 0
		for r, size := utf8.DecodeRune(text); r != utf8.RuneError || size > 1; r, size = utf8.DecodeRune(text[at:]) {
			at += size
		}
		c.addProblem(at, 1, "the text is not UTF-8")
		return c
	}
	p := yamlReader{c: c, lineOffsets: lineStarts(text)}
	p.read()
	return c
}

// yamlReader turns YAML into the values of a configuration.
type yamlReader struct {
	c           *Config
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

func (p *yamlReader) read() {
	defer func() {
		// The parser is not ours, and what it reads is anybody's.
		if problem := recover(); problem != nil {
			p.c.addProblem(0, 0, "this is no YAML that can be read")
		}
	}()
	text, hasBOM := bytes.CutPrefix(p.c.Text, []byte("\ufeff"))
	if hasBOM {
		p.lineOffsets[0] = len(p.c.Text) - len(text) // YAML may begin with a mark
	}
	// The parser takes CRLF for two lines, and wants the last one to end.
	text = append(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), '\n')
	file, err := parser.ParseBytes(text, 0)
	if err != nil {
		p.syntaxError(err)
		return
	}
	read := false
	for _, doc := range file.Docs {
		switch {
		case doc.Body == nil || doc.Body.Type() == ast.NullType:
		case read:
			p.fail(doc.Body, "a configuration is one document, this is another")
		default:
			read = true
			p.readTop(doc.Body)
		}
	}
}

// syntaxError notes where the text is no YAML.
func (p *yamlReader) syntaxError(err error) {
	var at interface {
		GetToken() *token.Token
		GetMessage() string
	}
	if !errors.As(err, &at) || at.GetToken() == nil {
		p.c.addProblem(0, 0, "this is no YAML: "+err.Error())
		return
	}
	offset, length := p.span(at.GetToken())
	p.c.addProblem(offset, length, "this is no YAML: "+at.GetMessage())
}

func (p *yamlReader) fail(n ast.Node, format string, args ...any) {
	offset, length := p.span(n.GetToken())
	p.c.addProblem(offset, length, fmt.Sprintf(format, args...))
}

// span is the place of a token in the text. Its line and column are right,
// whatever its offset says; columns count characters.
func (p *yamlReader) span(t *token.Token) (offset, length int) {
	if t == nil || t.Position == nil {
		return 0, 0
	}
	line := min(max(t.Position.Line, 1), len(p.lineOffsets)) - 1
	offset = p.lineOffsets[line]
	end := len(p.c.Text)
	if line+1 < len(p.lineOffsets) {
		end = p.lineOffsets[line+1] - 1
	}
	for range t.Position.Column - 1 {
		if offset >= end {
			break
		}
		_, size := utf8.DecodeRune(p.c.Text[offset:])
		offset += size
	}
	origin := bytes.TrimSpace([]byte(t.Origin))
	if first, _, multiline := bytes.Cut(origin, []byte{'\n'}); multiline {
		origin = first
	}
	return offset, min(max(len(origin), 1), end-offset)
}

func (p *yamlReader) readTop(body ast.Node) {
	p.readMapping(body, "a configuration is a mapping of keys, this is %s", func(key string, at, value ast.Node) {
		if key == filesKey {
			p.readFiles(value)
			return
		}
		p.readKey(&p.c.Top, append(keyNames(), filesKey), key, at, value)
	})
}

func (p *yamlReader) readFiles(value ast.Node) {
	p.readMapping(value, "files is a mapping of patterns to sections, this is %s", func(pattern string, at, value ast.Node) {
		if !isValidPattern(pattern) {
			p.fail(at, "this is no pattern: %s", text.Quote(pattern))
			return
		}
		p.c.Sections = append(p.c.Sections, Section{Pattern: pattern})
		section := &p.c.Sections[len(p.c.Sections)-1]
		p.readMapping(value, "a section is a mapping of keys, this is %s", func(key string, at, value ast.Node) {
			p.readKey(section, keyNames(), key, at, value)
		})
	})
}

// readMapping goes over the members of a mapping; nothing stands for an empty one.
func (p *yamlReader) readMapping(n ast.Node, format string, visit func(key string, at, value ast.Node)) {
	if n == nil || n.Type() == ast.NullType {
		return
	}
	m, ok := n.(ast.MapNode)
	if !ok {
		p.fail(n, format, describeNode(n))
		return
	}
	for it := m.MapRange(); it.Next(); {
		name, ok := scalar(it.Key())
		if !ok {
			p.fail(it.Key(), "a key is a plain word, this is %s", describeNode(it.Key()))
			continue
		}
		visit(name, it.Key(), it.Value())
	}
}

// readKey reads the values of a key into a section.
func (p *yamlReader) readKey(s *Section, known []string, name string, at, value ast.Node) {
	key := keyByName(name)
	if key == nil {
		p.fail(at, "there is no key %s: %s", text.Quote(name), suggest(name, known, "the keys are those of `divtool lint --help`"))
		return
	}
	switch {
	case value == nil || value.Type() == ast.NullType:
	case key.ValueKind == Map:
		p.readMapping(value, name+" is a mapping of rules to levels, this is %s", func(rule string, at, level ast.Node) {
			if text, ok := p.scalarText(level, name); ok {
				p.addValue(s, key, rule+"="+text, at)
			}
		})
	case key.ValueKind == List && value.Type() == ast.SequenceType:
		for _, n := range value.(*ast.SequenceNode).Values {
			if text, ok := p.scalarText(n, name); ok {
				p.addValue(s, key, text, n)
			}
		}
	default:
		if text, ok := p.scalarText(value, name); ok {
			p.addValue(s, key, text, value)
		}
	}
}

// scalarText is the text of a scalar; anything else is noted as wrong.
func (p *yamlReader) scalarText(n ast.Node, key string) (string, bool) {
	text, ok := scalar(n)
	if !ok {
		p.fail(n, "%s: a word is needed here, this is %s", key, describeNode(n))
	}
	return text, ok
}

func (p *yamlReader) addValue(s *Section, key *Key, text string, at ast.Node) {
	if err := key.Check(text); err != nil {
		p.fail(at, "%s: %s", key.Name, err)
		return
	}
	offset, _ := p.span(at.GetToken())
	s.Values = append(s.Values, Value{key.Name, text, offset})
}

// scalar is the text of a scalar as it is written, without quotes.
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
		return "an anchor, an alias or a tag, which are not read here"
	}
	return "a word"
}

package bridge

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/divtool/divtool/internal/text"
)

// Component declares a component: its name, its texts and its fields. An engine makes its
// specification, documentation and lint of configurations from it.
type Component struct {
	Name        string
	Summary     string
	Description string
	Fields      []Field
}

// Field declares a field. The type of Default is that of the field: string, bool, int or
// []string; nil is that of a string without a default.
type Field struct {
	Name        string
	Description string
	Default     any
	Words       []string // what a string may be; nil for anything
}

// Required reports whether a configuration must have the field.
func (f *Field) Required() bool { return f.Default == nil }

// LintRule returns a mapping that is a lint of the engine for a string that is none of the
// words. Enumerations of the engine do not take words with a point.
func (f *Field) LintRule() string {
	var list []byte
	for _, word := range f.Words {
		list = append(strconv.AppendQuote(list, word), ',')
	}
	lint := strconv.Quote("unknown value %q; expected " + text.OneOf(f.Words))
	return `root = if this != "" && ![` + string(list) + `].contains(this) { ` + lint + `.format(this) }`
}

// Getter returns the values of a configuration, one of each type.
type Getter interface {
	FieldString(path ...string) (string, error)
	FieldBool(path ...string) (bool, error)
	FieldInt(path ...string) (int, error)
	FieldStringList(path ...string) ([]string, error)
}

// Values are the values of the fields of a component.
type Values struct{ values map[string]any }

// Read returns the values of a configuration. A string that is none of the words of its
// field is an error: engines lint configurations, but not always refuse what lint reports.
func (c *Component) Read(g Getter) (Values, error) {
	v := Values{map[string]any{}}
	for i := range c.Fields {
		f := &c.Fields[i]
		value, err := f.read(g)
		if err != nil {
			return v, err
		}
		v.values[f.Name] = value
	}
	return v, nil
}

func (f *Field) read(g Getter) (value any, err error) {
	switch f.Default.(type) {
	case bool:
		return g.FieldBool(f.Name)
	case int:
		n, err := g.FieldInt(f.Name)
		if err == nil && n < 0 {
			return nil, fmt.Errorf("%s: expected an integer of 0 or more, got %d", f.Name, n)
		}
		return n, err
	case []string:
		return g.FieldStringList(f.Name)
	}
	word, err := g.FieldString(f.Name)
	if err == nil && f.Words != nil && word != f.Default && !slices.Contains(f.Words, word) {
		return nil, fmt.Errorf("%s: unknown value %s%s", f.Name, text.Quote(word), text.Suggestion(word, f.Words, 0))
	}
	return word, err
}

func (v Values) text(name string) string   { return v.values[name].(string) }
func (v Values) bool(name string) bool     { return v.values[name].(bool) }
func (v Values) int(name string) int       { return v.values[name].(int) }
func (v Values) list(name string) []string { return v.values[name].([]string) }

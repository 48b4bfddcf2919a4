package config

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/glob"
	"github.com/divtool/divtool/internal/text"
)

// Layers are the sections that apply to a file and the flags, the weakest first.
type Layers []Layer

// Layer is one section, or the flags.
type Layer struct {
	File    *File // nil for the flags
	Section *Section
}

// LayerValue is a value and the layer that sets it.
type LayerValue struct {
	Value
	Layer *Layer
}

// NewLayers returns the layers of sections of a file, the weakest first, and of
// the flags, which are stronger.
func NewLayers(f *File, sections []*Section, flags *Section) Layers {
	var layers Layers
	for _, section := range sections {
		layers = append(layers, Layer{f, section})
	}
	return append(layers, Layer{nil, flags})
}

// Values returns the values of a key in one layer.
func (l *Layer) Values(key string) (values []LayerValue) {
	for _, v := range l.Section.ValuesOf(key) {
		values = append(values, LayerValue{v, l})
	}
	return values
}

// Path returns the file that a value names. A relative name in a configuration
// file is relative to the directory of that file.
func (v LayerValue) Path() string {
	if v.Layer.File == nil || filepath.IsAbs(v.Text) {
		return v.Text
	}
	return filepath.Join(filepath.Dir(v.Layer.File.Name), filepath.FromSlash(v.Text))
}

// Origin describes where a value is set: its flag, or its file, line and column.
func (v LayerValue) Origin() string {
	f := v.Layer.File
	if f == nil {
		return "--" + v.Key
	}
	at := text.PositionAt(f.Text, v.Offset)
	origin := fmt.Sprintf("%s:%d:%d", f.Name, at.Line, at.Column)
	if v.Layer.Section.Pattern != "" {
		origin += ", files " + v.Layer.Section.Pattern
	}
	return origin
}

// Effective returns the values of a key that apply: for a merged key the values
// of all layers, sorted, for patterns those of all layers, and otherwise the values of
// the strongest layer that has any.
func (l Layers) Effective(key *Key) []LayerValue {
	switch {
	case key.Merged:
		return l.Merged(key.Name)
	case key.Pattern:
		return l.all(key.Name)
	}
	return l.strongest(key.Name)
}

func (l Layers) all(key string) (values []LayerValue) {
	for i := range l {
		values = append(values, l[i].Values(key)...)
	}
	return values
}

// Patterns returns the patterns of a key in all layers.
func (l Layers) Patterns(key string) (patterns []LayerPattern) {
	for _, v := range l.all(key) {
		if p, err := glob.Compile(v.Text); err == nil { // values were checked when they were read
			patterns = append(patterns, LayerPattern{p, v.Layer.File, v.Layer.File == nil && filepath.IsAbs(v.Text)})
		}
	}
	return patterns
}

// LayerPattern is a pattern of paths relative to the directory of its file, or for a flag
// to the working directory.
type LayerPattern struct {
	*glob.Pattern
	File *File // nil for a flag
	// Absolute is set for a flag that begins at the root: it may be an absolute path, or
	// begin at the working directory.
	Absolute bool
}

func (l Layers) strongest(key string) []LayerValue {
	for i := len(l) - 1; i >= 0; i-- {
		if values := l[i].Values(key); len(values) > 0 {
			return values
		}
	}
	return nil
}

// Scalar returns the value of a key that has a single one.
func (l Layers) Scalar(key string) (LayerValue, bool) {
	values := l.strongest(key)
	if len(values) == 0 {
		return LayerValue{}, false
	}
	return values[0], true
}

// Merged returns the values of a key about rules, sorted by rule: for each rule
// the value of the strongest layer. In one layer, enable overrides disable.
func (l Layers) Merged(key string) []LayerValue {
	type subject struct {
		rule     string
		severity bool // severity and enable or disable are independent
	}
	strongest := map[subject]LayerValue{}
	for i := range l {
		for _, k := range [...]string{"disable", "enable", "severity"} {
			for _, v := range l[i].Values(k) {
				rule, _, _ := strings.Cut(v.Text, "=")
				strongest[subject{rule, k == "severity"}] = v
			}
		}
	}
	var values []LayerValue
	for _, v := range strongest {
		if v.Key == key {
			values = append(values, v)
		}
	}
	slices.SortFunc(values, func(a, b LayerValue) int { return strings.Compare(a.Text, b.Text) })
	return values
}

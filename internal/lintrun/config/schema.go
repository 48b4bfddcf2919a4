package config

import (
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Schema returns a JSON Schema (2020-12) of a configuration, on one line, so that editors
// check it. It is derived from [Keys].
func Schema() []byte {
	w := schemaWriter{}
	w.raw(`{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"The configuration of divtool lint",`)
	w.object(true)
	w.raw(`,"$defs":{"rule":{"enum":`)
	w.texts(ruleIDs())
	w.raw(`},"section":{`)
	w.object(false)
	w.raw(`}}}`)
	return w.text
}

// schemaWriter writes a schema as JSON.
type schemaWriter struct{ text []byte }

func (w *schemaWriter) raw(text string) { w.text = append(w.text, text...) }

func (w *schemaWriter) string(text string) {
	w.text = jsondoc.AppendQuoted(w.text, []byte(text), true)
}

func (w *schemaWriter) texts(texts []string) {
	w.raw("[")
	for i, text := range texts {
		if i > 0 {
			w.raw(",")
		}
		w.string(text)
	}
	w.raw("]")
}

// object writes the members of the schema of a section, or with top of the whole file.
// Null is an empty section.
func (w *schemaWriter) object(top bool) {
	w.raw(`"type":["object","null"],"additionalProperties":false,"properties":{`)
	first := true
	for _, key := range Keys() {
		if key.Pattern && !top {
			continue
		}
		if !first {
			w.raw(",")
		}
		first = false
		w.string(key.Name)
		w.raw(`:{"description":`)
		w.string(strings.ReplaceAll(key.Meaning, "`", ""))
		w.raw(",")
		w.value(&key)
		w.raw("}")
	}
	if top {
		w.raw(",")
		w.string(filesKey)
		w.raw(`:{"description":"settings for the files that a pattern matches","type":["object","null"],"additionalProperties":{"$ref":"#/$defs/section"}}`)
	}
	w.raw("}")
}

// value writes the schema of the value of a key. As in YAML, numbers and booleans are texts
// too, and null is no value.
func (w *schemaWriter) value(key *Key) {
	switch key.ValueKind {
	case Map:
		w.raw(`"type":["object","null"],"propertyNames":{"$ref":"#/$defs/rule"},"additionalProperties":{"enum":`)
		w.texts(severityLevels())
		w.raw("}")
	case List:
		w.raw(`"anyOf":[`)
		w.scalar(key)
		w.raw(`,{"type":"array","items":`)
		w.scalar(key)
		w.raw(`},{"type":"null"}]`)
	default:
		w.raw(`"anyOf":[`)
		w.scalar(key)
		w.raw(`,{"type":"null"}]`)
	}
}

func (w *schemaWriter) scalar(key *Key) {
	switch {
	case key.Allowed == nil:
		w.raw(`{"type":["string","number","boolean"]}`)
	case key.ValueKind == List:
		w.raw(`{"$ref":"#/$defs/rule"}`)
	default:
		w.raw(`{"enum":`)
		w.texts(key.Allowed())
		w.raw("}")
	}
}

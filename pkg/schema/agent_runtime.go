package schema

import "math"

// Schemas of the agent runtime (spec/agent-runtime.md 3, 4 and 6).

// toolDescriptors describes one descriptor, or a catalogue of at least one.
func toolDescriptors(b *builder) object {
	d := b.define("tool-descriptor", toolDescriptor)
	return ifType("array", object{{"items", d}, {"minItems", 1}}, d)
}

func toolDescriptor() object {
	effects := []string{"read_only", "workspace_write", "process", "external"}
	return object{
		{"type", "object"}, {"additionalProperties", rejectAll},
		{"required", []string{"name", "description", "inputSchema"}},
		{"properties", object{
			{"name", object{
				{"description", "what the model calls the tool by; 1 to 128 bytes, best of A-Z a-z 0-9 _ . -"},
				{"type", "string"}, {"minLength", 1}, {"maxLength", 128},
			}},
			{"description", withMeaning("what the tool does, for the model", text())},
			{"inputSchema", object{
				{"description", "a JSON Schema of the arguments; best an object schema with the type object"},
				{"type", []string{"object", "boolean"}},
			}},
			{"requiredCapabilities", object{
				{"description", "what the tool must have been granted; nothing when absent"},
				{"type", "array"}, {"items", text()},
			}},
			{"sideEffect", object{
				{"description", "what the tool changes; read_only when absent, also for a tool that forgets it"},
				{"default", effects[0]},
				{"anyOf", list{words(effects), unitWord(effects)}},
			}},
		}},
	}
}

func packageManifest(*builder) object {
	filled := func(meaning string) object {
		return object{{"description", meaning}, {"type", "string"}, {"minLength", 1}}
	}
	return object{
		{"type", "object"}, {"additionalProperties", rejectAll},
		{"required", []string{"id", "version", "runtimeType", "schemaVersion", "digest"}},
		{"properties", object{
			{"id", filled("the id of the package")},
			{"version", filled("the version of the package; best a semantic one")},
			{"runtimeType", filled("the family of behaviour that a runtime binds the package by")},
			{"schemaVersion", withMeaning("the number of the manifest's layout", unsignedSchema(math.MaxUint32))},
			{"digest", withMeaning("what the package's content is: sha256: and 64 lower-case hex digits", text())},
		}},
	}
}

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
				{"description", "the name by which the model calls the tool; 1 to 128 bytes, preferably A-Z a-z 0-9 _ . -"},
				{"type", "string"}, {"minLength", 1}, {"maxLength", 128},
			}},
			{"description", withMeaning("what the tool does, for the model", text())},
			{"inputSchema", object{
				{"description", "the JSON Schema of the arguments; preferably an object schema with the type object"},
				{"type", []string{"object", "boolean"}},
			}},
			{"requiredCapabilities", object{
				{"description", "the capabilities that the tool must be granted; none by default"},
				{"type", "array"}, {"items", text()},
			}},
			{"sideEffect", object{
				{"description", "what the tool changes; read_only by default, even if the tool changes more"},
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
			{"version", filled("the version of the package; preferably a semantic version")},
			{"runtimeType", filled("the behaviour family, by which a runtime binds the package")},
			{"schemaVersion", withMeaning("the version of the layout of the manifest", unsignedSchema(math.MaxUint32))},
			{"digest", withMeaning("the digest of the content of the package: sha256: and 64 lowercase hex digits", text())},
		}},
	}
}

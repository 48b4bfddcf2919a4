package template

// exampleStart begins the template of an example.
const exampleStart = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient",`

// exampleStartNoArguments begins one without its arguments.
const exampleStartNoArguments = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient",`

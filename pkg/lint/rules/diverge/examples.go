package diverge

// head begins the template of an example.
const head = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"arguments":{},"mode":"transient",`

// bare begins one without its arguments.
const bare = `{"image":{"digest":"blake3:00"},"memory":1,"disk":1,"mode":"transient",`

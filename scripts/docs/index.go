package main

import "bytes"

// indexPage is the page that stands in front of the others.
func indexPage() []byte {
	var b bytes.Buffer
	b.WriteString(generatedNote + "# Documentation\n\n")
	b.WriteString("The [front page](../README.md) says what divtool does, by example. These pages hold all there is:\n\n")
	b.WriteString("| page | holds | the program says so, too |\n| --- | --- | --- |\n")
	for _, row := range [...][3]string{
		{"[commands](commands.md)", "every command, its flags and its examples; as manual pages in [man](man)", "`divtool COMMAND --help`"},
		{"[frame types](types.md)", "the layout of every frame, field by field, and how well it is founded", "`divtool types`, `divtool explain TYPE/NAME`"},
		{"[conversations](conversations.md)", "which captures are read, and what breaks the protocol", "`divtool follow --help`"},
		{"[rules](rules.md)", "what lint finds, why, and an example of each", "`divtool lint --list-rules`, `divtool explain RULE`"},
		{"[codes](errors.md)", "the codes of errors and warnings, and what to do", "`divtool explain CODE`"},
	} {
		b.WriteString("| " + row[0] + " | " + row[1] + " | " + row[2] + " |\n")
	}
	return b.Bytes()
}

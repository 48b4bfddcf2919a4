module example.com/importer

go 1.26.8

require github.com/divtool/divtool v0.0.0

require (
	github.com/fxamacker/cbor/v2 v2.10.0 // indirect
	github.com/x448/float16 v0.8.4 // indirect
)

replace github.com/divtool/divtool => ../..

// Package benthos registers the components of divtool with Benthos: the processors
// divtool_decode, divtool_encode and divtool_lint, the scanner divtool_frames, and the
// Bloblang method divtool_template_id. To import it is enough.
//
// The package bento is the same for another engine: a test holds that the two differ in
// their imports only. What the components do is in package bridge.
package benthos

import (
	"context"
	"errors"
	"io"

	"github.com/redpanda-data/benthos/v4/public/bloblang"
	"github.com/redpanda-data/benthos/v4/public/service"

	"github.com/divtool/divtool/integrations/internal/bridge"
)

func init() {
	if err := Register(service.GlobalEnvironment(), bloblang.GlobalEnvironment()); err != nil {
		panic(err) // a name is taken, or a specification is invalid: no input can cause it
	}
}

// Register registers the components with environments. Those of the engine have them
// already.
func Register(components *service.Environment, mappings *bloblang.Environment) error {
	return errors.Join(
		registerProcessor(components, bridge.Decode(), bridge.NewDecoder),
		registerProcessor(components, bridge.Encode(), bridge.NewEncoder),
		registerProcessor(components, bridge.Lint(), bridge.NewLinter),
		registerScanner(components),
		mappings.RegisterMethodV2(bridge.TemplateIDName,
			bloblang.NewPluginSpec().Category("divtool").Description(bridge.TemplateIDMeaning),
			func(*bloblang.ParsedParams) (bloblang.Method, error) { return bridge.TemplateID, nil }),
	)
}

// spec returns the specification of a component.
func spec(c *bridge.Component) *service.ConfigSpec {
	s := service.NewConfigSpec().Summary(c.Summary).Description(c.Description).Categories("Parsing")
	for i := range c.Fields {
		s = s.Field(field(&c.Fields[i]))
	}
	return s
}

func field(f *bridge.Field) *service.ConfigField {
	var made *service.ConfigField
	switch f.Default.(type) {
	case bool:
		made = service.NewBoolField(f.Name)
	case int:
		made = service.NewIntField(f.Name)
	case []string:
		made = service.NewStringListField(f.Name)
	default:
		made = service.NewStringField(f.Name)
		if f.Words != nil {
			made = made.LintRule(f.LintRule())
		}
	}
	made = made.Description(f.Description)
	if f.Required() {
		return made
	}
	return made.Default(f.Default)
}

func registerProcessor(e *service.Environment, c *bridge.Component, create func(bridge.Values) (*bridge.Processor, error)) error {
	return e.RegisterBatchProcessor(c.Name, spec(c), func(conf *service.ParsedConfig, _ *service.Resources) (service.BatchProcessor, error) {
		values, err := c.Read(conf)
		if err != nil {
			return nil, err
		}
		p, err := create(values)
		return processor{p}, err
	})
}

type processor struct{ *bridge.Processor }

func (p processor) ProcessBatch(_ context.Context, batch service.MessageBatch) ([]service.MessageBatch, error) {
	bridge.Batch(p.Processor, batch)
	return []service.MessageBatch{batch}, nil
}

func (processor) Close(context.Context) error { return nil }

func registerScanner(e *service.Environment) error {
	c := bridge.Scan()
	return e.RegisterBatchScannerCreator(c.Name, spec(c), func(conf *service.ParsedConfig, _ *service.Resources) (service.BatchScannerCreator, error) {
		values, err := c.Read(conf)
		if err != nil {
			return nil, err
		}
		s, err := bridge.NewScanners(values)
		return scanners{s}, err
	})
}

type scanners struct{ *bridge.Scanners }

func (s scanners) Create(src io.ReadCloser, ack service.AckFunc, _ *service.ScannerSourceDetails) (service.BatchScanner, error) {
	return service.AutoAggregateBatchScannerAcks(&scanner{s.Scanner(src), src}, ack), nil
}

func (scanners) Close(context.Context) error { return nil }

type scanner struct {
	*bridge.Scanner
	src io.Closer
}

func (s *scanner) NextBatch(context.Context) (service.MessageBatch, error) {
	return bridge.NextBatch(s.Scanner, service.NewMessage)
}

func (s *scanner) Close(context.Context) error { return s.src.Close() }

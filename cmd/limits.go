package cmd

import (
	"github.com/spf13/cobra"

	"github.com/divtool/divtool/pkg/frames"
)

// defaultMaxFrame is the size of the largest frame that is read, in bytes.
const defaultMaxFrame = frames.DefaultMaxFrame

// frameLimits are the flags that bound a frame.
type frameLimits struct {
	maxFrame int // in bytes
	maxDepth int // arrays and maps that are open at once
}

func (o *frameLimits) flags(c *cobra.Command) {
	c.Flags().IntVar(&o.maxFrame, "max-frame", defaultMaxFrame, "refuse frames of more than so many `BYTES`")
	c.Flags().IntVar(&o.maxDepth, "max-depth", frames.DefaultMaxDepth, "refuse CBOR with more than `N` arrays and maps open at once")
}

func (o *frameLimits) check() error {
	if o.maxFrame < 1 {
		return usagef("--max-frame must be at least 1")
	}
	if o.maxDepth < 1 {
		return usagef("--max-depth must be at least 1")
	}
	return nil
}

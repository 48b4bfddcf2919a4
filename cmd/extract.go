package cmd

import (
	"errors"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/atomicfile"
	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/filter"
)

// extractOptions are the flags that write one member in place of documents.
type extractOptions struct {
	pointer string
	form    string
}

const extractFlag, outFlag = "extract", "out"

func (o *extractOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.pointer, extractFlag, "", "write the bytes of the member at `PTR` (a JSON Pointer) instead of documents")
	enumFlag(c, &o.form, outFlag, "", "with --extract, write members as `FORM`, by default bin, and hex on a terminal", outFormNames)
	for _, other := range []string{"view", fieldsFlag, "each", "verify", "compact"} {
		c.MarkFlagsMutuallyExclusive(extractFlag, other)
	}
}

// resolveExtract parses the pointer of --extract, and chooses the form of members.
func (a *app) resolveExtract(c *cobra.Command, o *extractOptions, m *decode.Mode) error {
	if !c.Flags().Changed(extractFlag) {
		if c.Flags().Changed(outFlag) {
			return usagef("`--out` requires `--extract`")
		}
		return nil
	}
	path, err := filter.ParsePointer(o.pointer)
	if err != nil {
		return usagef("`--extract`: %s", err)
	}
	form, err := a.resolveOutForm(o.form)
	if err != nil {
		return err
	}
	m.Extract = &decode.Extract{
		Pointer: o.pointer, Path: path, One: form == rawForm,
		Append: func(dst, member []byte) []byte { return appendForm(dst, form, member) },
	}
	return nil
}

// extractError returns the error of a decoder. It ends the output of several members that
// would run together.
func extractError(out *atomicfile.File, err error) error {
	if !errors.Is(err, decode.ErrSeveral) {
		return err
	}
	out.Finish(true)
	return usagef("`--out bin` writes one member, got several; use `--out hex`, `base64` or `hexdump`")
}

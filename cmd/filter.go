package cmd

import (
	"errors"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/filter"
	"github.com/divtool/divtool/internal/text"
)

// filterOptions are the flags that select documents and their members.
type filterOptions struct {
	where  string
	fields string
}

const whereFlag, fieldsFlag = "where", "fields"

func (o *filterOptions) flags(c *cobra.Command) {
	c.Flags().StringVar(&o.where, whereFlag, "", "show only documents for which `EXPR` is true")
	c.Flags().StringVar(&o.fields, fieldsFlag, "", "print the members at `PTR,…` (JSON Pointers), separated by tabs, instead of documents")
}

// resolve compiles the expression of a command, and parses its fields.
func (o *filterOptions) resolve(c *cobra.Command, m *decode.Mode) error {
	if c.Flags().Changed(whereFlag) {
		var err error
		if m.Where, err = filter.Compile(o.where, m.Types, m.Given); err != nil {
			return whereError(o.where, err)
		}
	}
	if !c.Flags().Changed(fieldsFlag) {
		return nil
	}
	var err error
	if m.Fields, err = filter.ParseFields(strings.Split(o.fields, ",")); err != nil {
		return usagef("`--fields`: %s", err)
	}
	return nil
}

// whereError returns the usage error of an expression, with the place of the fault.
func whereError(source string, err error) error {
	e := &usageError{message: "`--where`: " + err.Error()}
	var at *filter.SyntaxError
	if !errors.As(err, &at) || at.Column == 0 {
		return e
	}
	const maxShown = 70 // characters of an expression that is repeated
	if len(source) > maxShown || text.Escape(source) != source || strings.ContainsAny(source, "\n\t") {
		e.message += " at column " + strconv.Itoa(at.Column)
		return e
	}
	e.hint = "  " + source + "\n  " + strings.Repeat(" ", at.Column-1) + "^"
	return e
}

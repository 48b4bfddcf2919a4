package cmd

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/frames"
	"github.com/divtool/divtool/pkg/frames/all"
	"github.com/divtool/divtool/pkg/frames/sample"
)

const sampleUsage = "divtool sample TYPE[/NAME] [--malformed] [--seed N] [--out FORM]"

// sampleOptions are the flags of sample.
type sampleOptions struct {
	malformed bool
	seed      uint64
	seeded    bool
	form      string
}

func (a *app) sampleCommand() *cobra.Command {
	var o sampleOptions
	c := &cobra.Command{
		Use:   "sample TYPE[/NAME]",
		Short: "Write an example frame, or malformed frames",
		Long: `Sample writes a frame of a type: the example that ` + "`divtool types --json`" + `
lists, or with --seed a frame of random values. The same seed gives the same
bytes. TYPE without a message means the first message of the type.

With --malformed it prints one JSON object per line, {"type","name","hex",
"code","upstream"}: one frame for every kind of fault that the layout can have,
with the error code of ` + "`divtool decode`" + ` and the reference's own error name. TYPE
without a message means all messages of the type.`,
		Example: `  divtool sample diverge.agents.request/fuse_setattr --out hexdump
  divtool sample laser.kv-set --seed 7 | divtool decode -t laser.kv-set
  divtool sample diverge.agents.request --malformed | jq -r .code | sort -u`,
		ValidArgsFunction: func(_ *cobra.Command, args []string, toComplete string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return withPrefix(messagePaths(), toComplete), cobra.ShellCompDirectiveNoFileComp
		},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return &usageError{fmt.Sprintf("sample takes one TYPE or TYPE/NAME, got %d arguments", len(args)), "Usage: " + sampleUsage}
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			o.seeded = c.Flags().Changed("seed")
			return a.sample(o, args[0])
		},
	}
	f := c.Flags()
	f.BoolVar(&o.malformed, "malformed", false, "print malformed frames, one for every kind of fault")
	f.Uint64Var(&o.seed, "seed", 0, "write random values generated from `NUMBER`")
	addOutFlag(c, &o.form)
	return c
}

// messagePaths returns the types, each followed by its messages as TYPE/NAME.
func messagePaths() []string {
	var list []string
	for _, t := range all.Types() {
		list = append(list, t.Name)
		for _, m := range t.Messages() {
			if m.Name != "" {
				list = append(list, t.Name+"/"+m.Name)
			}
		}
	}
	return list
}

// findMessage returns the type that TYPE or TYPE/NAME names, and the message; nil for TYPE.
func findMessage(word string) (*frames.Type, *frames.Message, error) {
	typeName, name, named := strings.Cut(word, "/")
	t := all.Types().ByName(typeName)
	if t != nil && !named {
		return t, nil, nil
	}
	if t != nil {
		if m := t.Message(name); m != nil {
			return t, m, nil
		}
	}
	e := &usageError{message: "unknown frame type " + text.Quote(word), hint: "`divtool types` lists the types"}
	if t != nil {
		e.message = typeName + " has no message " + text.Quote(name)
	}
	if owner := typeOfMessage(all.Types(), word); owner != nil {
		e.hint = "It is a message of " + owner.Name + "; use `divtool sample " + owner.Name + "/" + word + "`"
	} else {
		e.message += text.Suggestion(word, messagePaths(), 0)
	}
	return nil, nil, e
}

func (a *app) sample(o sampleOptions, word string) error {
	t, m, err := findMessage(word)
	if err != nil {
		return err
	}
	if o.malformed {
		if o.form != "" {
			return usagef("`--malformed` cannot be combined with `--out`: it prints JSON")
		}
		return a.malformed(word, t, m, o.seed)
	}
	form, err := a.resolveOutForm(o.form)
	switch {
	case err != nil:
		return err
	case form == rawForm && a.toTerminal():
		return bytesToTerminalError()
	}
	if m == nil {
		m = t.Messages()[0]
	}
	frame, err := hex.DecodeString(m.Example)
	if err != nil {
		return fmt.Errorf("the example of %s: %w", word, err)
	}
	if o.seeded {
		frame = sample.Of(t, m, o.seed)
	}
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	out.Write(appendForm(nil, form, frame))
	return out.Finish(false)
}

// malformed prints the malformed frames of a message; for a nil message, of the type and
// all its messages.
func (a *app) malformed(word string, t *frames.Type, m *frames.Message, seed uint64) error {
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	var list []sample.Malformed
	if m != nil {
		list = sample.MalformedOf(t, m, seed)
	} else {
		list = sample.MalformedOf(t, nil, seed)
		for _, m := range t.Messages() {
			list = append(list, sample.MalformedOf(t, m, seed)...)
		}
	}
	for i := range list {
		line, err := json.Marshal(malformedRow(&list[i]))
		if err != nil {
			return err
		}
		out.Write(append(line, '\n'))
	}
	if len(list) == 0 {
		a.report.Note(word, "no frame of this type is malformed: the layout accepts all bytes")
	}
	return out.Finish(false)
}

// malformedLine is a line of --malformed. Members that do not apply are absent, as in errors
// as JSON.
type malformedLine struct {
	Type     string `json:"type"`
	Name     string `json:"name,omitempty"`
	Hex      string `json:"hex"`
	Code     string `json:"code"`
	Upstream string `json:"upstream,omitempty"`
}

func malformedRow(m *sample.Malformed) malformedLine {
	code := m.Code
	if len(m.Frame) == 0 {
		code = decode.EmptyCode(m.Type, code)
	}
	return malformedLine{m.Type, m.Name, hex.EncodeToString(m.Frame), code, m.Upstream}
}

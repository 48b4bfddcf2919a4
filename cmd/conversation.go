package cmd

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/conversation"
)

// conversationOptions are the flags about conversations.
type conversationOptions struct {
	enabled    bool
	scope      string
	channel    string
	name       string
	connection int
	port       int
	maxOpen    int
}

func (o *conversationOptions) flags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&o.scope, "scope", "", "in a conversation, show only scope `N`")
	f.StringVar(&o.channel, "channel", "", "in a conversation, show only channel `N`")
	f.StringVar(&o.name, "name", "", "in a conversation, show only messages called `NAME` and their answers")
	f.IntVar(&o.connection, "connection", 0, "in a capture, show only connection `N` (from 1)")
	f.IntVar(&o.port, "port", 0, "in a packet capture, read only connections of TCP port `N`")
	f.IntVar(&o.maxOpen, "max-open", conversation.DefaultMaxOpen, "track at most `N` open scopes and channels; the oldest is dropped")
	completeValues(c, "name", decode.ConversationNames)
}

func (o *conversationOptions) decodeFlags(c *cobra.Command) {
	c.Flags().BoolVar(&o.enabled, "conversation", false, "read the messages of a connection in order: lines > HEX and < HEX, or JSON with direction and hex")
	o.flags(c)
}

// resolve checks the flags. The result is nil without a conversation; a capture,
// nil for none, is one.
func (o *conversationOptions) resolve(capture *decode.CaptureForm) (*decode.Conversation, error) {
	enabled := o.enabled || capture != nil
	for _, filter := range [...]struct {
		name string
		set  bool
	}{{"scope", o.scope != ""}, {"channel", o.channel != ""}, {"name", o.name != ""}, {"connection", o.connection != 0}, {"port", o.port != 0}} {
		if filter.set && !enabled {
			return nil, usagef("`--%s` requires `--conversation`", filter.name)
		}
	}
	c := &decode.Conversation{Capture: capture, Name: o.name, Connection: o.connection, Port: o.port, MaxOpen: o.maxOpen}
	var err error
	if c.Scope, err = parseNumberFlag("scope", o.scope); err != nil {
		return nil, err
	}
	if c.Channel, err = parseNumberFlag("channel", o.channel); err != nil {
		return nil, err
	}
	if o.connection < 0 || o.maxOpen < 1 {
		return nil, usagef("`--connection` and `--max-open` must be at least 1")
	}
	if o.port < 0 || o.port > 1<<16-1 {
		return nil, usagef("`--port` must be from 1 to 65535")
	}
	if !enabled {
		return nil, nil
	}
	return c, nil
}

// parseNumberFlag parses a number of 32 bits; "" gives -1.
func parseNumberFlag(name, value string) (int64, error) {
	if value == "" {
		return -1, nil
	}
	n, err := strconv.ParseUint(value, 10, 32)
	if err != nil {
		return -1, usagef("`--%s`: %s", name, text.Expected("an integer from 0 to 4294967295", text.Quote(value)))
	}
	return int64(n), nil
}

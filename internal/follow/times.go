package follow

import (
	"fmt"
	"time"
)

// TimeStyle is how the times of messages are shown.
type TimeStyle uint8

// The styles of times.
const (
	UTC      TimeStyle = iota
	Local              // in the time zone of the system
	Relative           // seconds since the first message
	Delta              // seconds since the message on the line before
)

// TimeStyles returns the names of the styles, by their value.
func TimeStyles() []string { return []string{"utc", "local", "relative", "delta"} }

// clock shows times in a style.
type clock struct {
	style    TimeStyle
	location *time.Location // of Local
	from     time.Time      // that the next time is relative to; zero before the first
}

// show returns a time in a column whose times of day have a layout.
func (c *clock) show(at time.Time, layout string) string {
	switch c.style {
	case UTC:
		return at.Format(layout)
	case Local:
		return at.In(c.location).Format(layout)
	}
	if c.from.IsZero() {
		c.from = at
	}
	since := at.Sub(c.from).Seconds()
	if c.style == Delta {
		c.from = at
	}
	return fmt.Sprintf("%*.3f", len(layout), since)
}

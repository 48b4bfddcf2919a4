package term

import (
	"fmt"
	"strconv"
	"time"

	"github.com/divtool/divtool/internal/text"
)

// Count returns a number of things in words, for numbers of any size:
// "1,204 messages".
func Count(n int, noun string) string { return GroupDigits(n) + " " + text.Plural(n, noun) }

// GroupDigits returns a number from 0 on with commas between groups of three
// digits.
func GroupDigits(n int) string { return text.GroupDigits(n) }

// Bytes returns a size in at most 7 characters: bytes without a unit below a
// million, else MB or GB.
func Bytes(n int) string {
	switch {
	case n < 1e6:
		return GroupDigits(n)
	case n < 99_950_000: // above, %.1f rounds to 100.0, which is too long
		return fmt.Sprintf("%.1f MB", float64(n)/1e6)
	case n < 999_500_000: // above, %.0f rounds to 1000, which is 1.0 GB
		return fmt.Sprintf("%.0f MB", float64(n)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(n)/1e9)
}

// Duration returns a duration with about three digits in at most 7 characters:
// "1.5 µs", "2.5 min".
func Duration(d time.Duration) string {
	sign := ""
	if d < 0 {
		sign, d = "-", -d
	}
	short := func(n float64, unit string) string {
		digits := strconv.FormatFloat(n, 'g', 3, 64)
		if n >= 100 || len(sign+digits+unit) > 6 && n >= 10 {
			digits = strconv.FormatFloat(n, 'f', 0, 64)
		}
		return sign + digits + " " + unit
	}
	switch {
	case d == 0:
		return "0 ms"
	case d < time.Microsecond:
		return short(float64(d), "ns")
	case d < 999500*time.Nanosecond: // above, it rounds to 1000 µs, which is 1 ms
		return short(float64(d)/1e3, "µs")
	case d < 999500*time.Microsecond:
		return short(float64(d)/1e6, "ms")
	case d < 2*time.Minute:
		return short(d.Seconds(), "s")
	case d < 99*time.Minute+30*time.Second: // "-100 min" has 8 characters
		return short(d.Minutes(), "min")
	}
	return short(d.Hours(), "h")
}

package capture

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/divtool/divtool/internal/jsondoc"
)

// maxSeconds is the largest number that is read as seconds since 1970: what is
// more must be milliseconds.
const maxSeconds = 1e11

// parseTime reads a time: seconds, or milliseconds, since 1970 UTC in decimal,
// or RFC 3339.
func parseTime(text string) (time.Time, bool) {
	if text == "" {
		return time.Time{}, false
	}
	if t, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return t.UTC(), true
	}
	whole, fraction, _ := strings.Cut(text, ".")
	secs, err := strconv.ParseInt(whole, 10, 64)
	nanos, ok := nanoseconds(fraction)
	switch {
	case err != nil || !ok:
		return parseFloatTime(text)
	case secs >= maxSeconds && secs < maxSeconds*1000:
		return time.Unix(secs/1000, secs%1000*1e6+nanos/1000).UTC(), true
	case secs >= maxSeconds || secs <= -maxSeconds:
		return time.Time{}, false
	case strings.HasPrefix(whole, "-"):
		nanos = -nanos
	}
	return time.Unix(secs, nanos).UTC(), true
}

// nanoseconds reads the digits behind the point of seconds.
func nanoseconds(digits string) (int64, bool) {
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
	}
	n, _ := strconv.ParseInt((digits + "000000000")[:9], 10, 64)
	return n, true
}

// parseFloatTime reads a number with an exponent.
func parseFloatTime(text string) (time.Time, bool) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || f >= maxSeconds || f <= -maxSeconds {
		return time.Time{}, false
	}
	whole, fraction := math.Modf(f)
	return time.Unix(int64(whole), int64(fraction*1e9)).UTC(), true
}

// nodeTime reads a time that is a string or a number of a document.
func nodeTime(doc *jsondoc.Doc, n int) (time.Time, bool) {
	switch doc.Kind(n) {
	case jsondoc.String:
		return parseTime(doc.Value(n))
	case jsondoc.Number:
		return parseTime(string(doc.Raw(n)))
	}
	return time.Time{}, false
}

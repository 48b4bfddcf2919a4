package frameio

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/internal/text"
)

// AppendUTC appends a UTC time, given in RFC 3339, in the form of notes:
// 2023-11-14 22:13:20.5 UTC. It takes text because formatting a time twice costs
// more.
func AppendUTC(dst, rfc3339 []byte) []byte {
	const date = len("2006-01-02")
	dst = append(append(dst, rfc3339[:date]...), ' ')
	dst = append(dst, rfc3339[date+1:len(rfc3339)-1]...)
	return append(dst, " UTC"...)
}

// IsPlainText reports whether b is text fit for a terminal: UTF-8 without
// characters that must be escaped.
func IsPlainText(b []byte) bool { return utf8.Valid(b) && bytes.IndexFunc(b, unprintable) < 0 }

func unprintable(c rune) bool {
	return c != '\n' && c != '\t' && c != '\r' && text.IsHostile(c)
}

var sizeUnits = [...]string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}

// AppendSize appends n bytes in the largest unit that keeps the number at 1 or
// more, with at most one decimal. Below 1 KiB it appends nothing.
func AppendSize(dst []byte, n uint64) []byte {
	if n < 1024 {
		return dst
	}
	unit, shift := 0, 10
	for n>>(shift+10) > 0 {
		unit, shift = unit+1, shift+10
	}
	if whole := n >> shift; whole<<shift == n {
		dst = strconv.AppendUint(dst, whole, 10)
	} else {
		dst = append(dst, "about "...)
		dst = strconv.AppendFloat(dst, float64(n)/float64(uint64(1)<<shift), 'f', 1, 64)
	}
	return append(append(dst, ' '), sizeUnits[unit]...)
}

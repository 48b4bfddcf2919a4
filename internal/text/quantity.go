package text

import (
	"bytes"
	"math"
	"strconv"
	"strings"
)

// maxQuantity is the length in bytes of the longest text that is read as a number.
const maxQuantity = 24

// IntegerHint returns what to write in place of a string of digits where a JSON
// integer is expected: "write 7 without quotes". It returns "" for other strings.
func IntegerHint(s []byte) string {
	digits := string(bytes.TrimPrefix(s, []byte("-")))
	switch {
	case len(s) > maxQuantity:
		return ""
	case IsDecimal(digits):
		return "write " + string(s) + " without quotes"
	case len(digits) < 2 || digits[0] != '0':
		return ""
	}
	v, err := strconv.ParseUint(strings.TrimPrefix(digits[1:], "o"), 8, 64)
	if err != nil {
		return ""
	}
	return "numbers are decimal: write " + strconv.FormatUint(v, 10) + " for the octal number " + digits
}

// byteUnits are the units of a number of bytes, as powers of 1000 and of 1024.
var byteUnits = [...]struct {
	name            string
	decimal, binary float64
}{
	{"K", 1e3, 1 << 10},
	{"M", 1e6, 1 << 20},
	{"G", 1e9, 1 << 30},
}

// BytesHint returns what to write in place of a size with a unit (KB, MB, GB, KiB,
// MiB or GiB, in any case, the B may be missing) where a number of bytes is
// expected. Programs disagree on whether MB means 1000 or 1024, so both numbers
// are given. It returns "" for other strings.
func BytesHint(s []byte) string {
	if len(s) > maxQuantity {
		return ""
	}
	end := len(s) - len(bytes.TrimLeft(s, "0123456789."))
	number, unit := string(s[:end]), strings.ToUpper(strings.TrimSpace(string(s[end:])))
	value, err := strconv.ParseFloat(number, 64)
	if err != nil {
		return ""
	}
	for _, u := range byteUnits {
		suffix, ok := strings.CutPrefix(unit, u.name)
		decimal, binary := formatInteger(value*u.decimal), formatInteger(value*u.binary)
		switch {
		case !ok || decimal == "" || binary == "":
		case suffix == "I" || suffix == "IB":
			return "write " + binary
		case suffix == "" || suffix == "B":
			return "write " + decimal + " (" + number + " " + u.name + "B) or " + binary + " (" + number + " " + u.name + "iB)"
		}
	}
	return ""
}

// formatInteger returns the digits of a float that is an exact integer, else "".
func formatInteger(v float64) string {
	if v != math.Trunc(v) || v >= 1<<53 {
		return ""
	}
	return strconv.FormatInt(int64(v), 10)
}

// IsDecimal reports whether a text is decimal digits without leading zeros.
func IsDecimal(digits string) bool {
	return digits != "" && strings.Trim(digits, "0123456789") == "" && (digits[0] != '0' || len(digits) == 1)
}

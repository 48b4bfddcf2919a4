package text_test

import (
	"testing"

	"github.com/divtool/divtool/internal/text"
)

func TestIntegerHint(t *testing.T) {
	for in, want := range map[string]string{
		"7": "write 7 without quotes", "0": "write 0 without quotes", "-12": "write -12 without quotes",
		"07": "numbers are decimal: write 7 for the octal number 07", "0644": "numbers are decimal: write 420 for the octal number 0644",
		"0o644":                "numbers are decimal: write 420 for the octal number 0o644",
		"18446744073709551615": "write 18446744073709551615 without quotes",
		"":                     "", "-": "", "09": "", "1.5": "", "1e3": "", "7 ": "", "0x10": "", "1111111111111111111111111": "",
	} {
		if got := text.IntegerHint([]byte(in)); got != want {
			t.Errorf("IntegerHint(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestBytesHint(t *testing.T) {
	for in, want := range map[string]string{
		"256MB":   "write 256000000 (256 MB) or 268435456 (256 MiB)",
		"256 mb":  "write 256000000 (256 MB) or 268435456 (256 MiB)",
		"256m":    "write 256000000 (256 MB) or 268435456 (256 MiB)",
		"256MiB":  "write 268435456",
		"256Mi":   "write 268435456",
		"64KB":    "write 64000 (64 KB) or 65536 (64 KiB)",
		"64KiB":   "write 65536",
		"1.5GB":   "write 1500000000 (1.5 GB) or 1610612736 (1.5 GiB)",
		"2GiB":    "write 2147483648",
		"256":     "",
		"MB":      "",
		"256MBit": "", "1.2.3MB": "", "-1MB": "", "256 apples": "", "1.0001KB": "", "99999999999GB": "", "": "", "1e3MB": "",
	} {
		if got := text.BytesHint([]byte(in)); got != want {
			t.Errorf("BytesHint(%q) = %q, want %q", in, got, want)
		}
	}
}

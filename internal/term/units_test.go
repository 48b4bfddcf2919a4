package term

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 ms", 999: "999 ns", 1500: "1.5 µs", 92 * time.Millisecond: "92 ms", 999499 * time.Microsecond: "999 ms", 999500 * time.Microsecond: "1 s", 999500: "1 ms",
		1234 * time.Millisecond: "1.23 s", 90 * time.Second: "90 s", 150 * time.Second: "2.5 min", 1234 * time.Second: "21 min", -1234 * time.Second: "-21 min", 99 * time.Minute: "99 min", 100 * time.Minute: "1.67 h", 3 * time.Hour: "3 h",
		-time.Second: "-1 s", -1234 * time.Millisecond: "-1.23 s", -12345 * time.Microsecond: "-12 ms", 12345 * time.Microsecond: "12.3 ms",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%d ns is %s, want %s", d, got, want)
		}
	}
}

func TestBytes(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1204: "1,204", 20001: "20,001", 999999: "999,999", 1234567: "1.2 MB", 67_108_864: "67.1 MB", 99_950_000: "100 MB", 999_499_999: "999 MB", 999_500_000: "1.0 GB", 5 << 30: "5.4 GB"} {
		if got := Bytes(n); got != want {
			t.Errorf("%d bytes are %s, want %s", n, got, want)
		}
	}
}

func TestGroupDigits(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := GroupDigits(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int]string{0: "0 dependencies", 1: "1 dependency", 12345: "12,345 dependencies"} {
		if got := Count(n, "dependency"); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

package frames

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// number reads a number of so many bits.
func (p *postReading) number(bits int, step postStep) (uint64, *diag.Diagnostic) {
	v, size, fault := readVarint(p.Frame[p.at:], bits)
	switch fault {
	case varintCut:
		return 0, p.truncated(step, 1, 0, p.at+size)
	case varintTooLarge:
		return 0, p.refuse(&diag.Diagnostic{
			Code: "range", Offset: p.at, Length: size, Need: diag.Words(fmt.Sprintf("at most %d bits", bits)),
			Message: fmt.Sprintf("the number does not fit in %d bits", bits),
		}, step)
	}
	if longVarint(p.Frame[p.at : p.at+size]) {
		if p.long == 0 {
			p.firstLong = p.at
		}
		p.long++
	}
	p.at += size
	return v, nil
}

// flag reads a byte that is 0 or 1.
func (p *postReading) flag(step postStep) (bool, *diag.Diagnostic) {
	if p.at == len(p.Frame) {
		return false, p.truncated(step, 1, 0, p.at)
	}
	v := p.Frame[p.at]
	if v > 1 {
		return false, p.refuse(&diag.Diagnostic{
			Code: "range", Offset: p.at, Length: 1, Need: diag.Words("0 or 1"), Have: diag.Count(int(v)),
			Message: fmt.Sprintf("the byte must be 0 or 1, it is %d", v),
		}, step)
	}
	p.at++
	return v == 1, nil
}

// string reads text.
func (p *postReading) string(step postStep) ([]byte, *diag.Diagnostic) {
	size, d := p.number(64, step)
	if d != nil {
		return nil, d
	}
	if left := len(p.Frame) - p.at; size > uint64(left) {
		return nil, p.truncated(step, size, left, p.at)
	}
	text := p.Frame[p.at : p.at+int(size)]
	if !utf8.Valid(text) {
		at := p.at + invalidUTF8(text)
		have := fmt.Sprintf("byte 0x%02x", p.Frame[at])
		return nil, p.refuse(&diag.Diagnostic{
			Code: "utf8", Offset: at, Length: 1, Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message: have + " is not UTF-8",
		}, step)
	}
	p.at += int(size)
	return text, nil
}

// truncated refuses a value that the frame ends in, at an offset.
func (p *postReading) truncated(step postStep, need uint64, left, at int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "truncated", Offset: at, Length: left, Need: diag.Number(need), Have: diag.Count(left),
		Message: fmt.Sprintf("needs %d bytes, %s left", need, diag.AreLeft(left)),
	}
	if need == 1 {
		d.Message = fmt.Sprintf("needs 1 byte more, %s left", diag.AreLeft(left))
	}
	if n := len(p.open); n > 0 && step.name == "" {
		l := &p.open[n-1]
		d.Message = fmt.Sprintf("element %d of %d: %s", l.next-1, uint64(l.next)+l.left, d.Message)
	}
	return p.refuse(d, step)
}

// refuse completes the diagnostic of the value that a step leads to.
func (p *postReading) refuse(d *diag.Diagnostic, step postStep) *diag.Diagnostic {
	d.Path = p.pathOf(step)
	name := step.name
	for i := len(p.open) - 1; name == "" && i >= 0; i-- {
		name = p.open[i].step.name
	}
	d.Message = name + ": " + d.Message
	return d
}

// tellLong warns of numbers that the peer would write in fewer bytes. There
// may be millions of them, so that they are told as one.
func (p *postReading) tellLong() {
	if p.long == 0 {
		return
	}
	text := "1 number has more bytes than it needs"
	if p.long > 1 {
		text = strconv.Itoa(p.long) + " numbers have more bytes than they need"
	}
	_, size, _ := readVarint(p.Frame[p.firstLong:], 64)
	p.Warn("non-shortest", p.base, Span{p.firstLong, size}, text+"; the peer accepts that, and writes fewer")
	p.Sink.Lose(p.base, text)
}

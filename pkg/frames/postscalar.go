package frames

import (
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/divtool/divtool/pkg/diag"
)

// readUint reads a number of so many bits.
func (p *postcardReader) readUint(bits int, step pathStep) (uint64, *diag.Diagnostic) {
	v, size, fault := readVarint(p.Frame[p.pos:], bits)
	switch fault {
	case varintTruncated:
		return 0, p.truncated(step, 1, 0, p.pos+size)
	case varintTooLarge:
		return 0, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: size, Need: diag.Words(fmt.Sprintf("at most %d bits", bits)),
			Message: fmt.Sprintf("the number does not fit in %d bits", bits),
		}, step)
	}
	if isOverlong(p.Frame[p.pos : p.pos+size]) {
		if p.overlong == 0 {
			p.firstOverlong = p.pos
		}
		p.overlong++
	}
	p.pos += size
	return v, nil
}

// readBool reads a byte that is 0 or 1.
func (p *postcardReader) readBool(step pathStep) (bool, *diag.Diagnostic) {
	if p.pos == len(p.Frame) {
		return false, p.truncated(step, 1, 0, p.pos)
	}
	v := p.Frame[p.pos]
	if v > 1 {
		return false, p.errorAt(&diag.Diagnostic{
			Code: "range", Offset: p.pos, Length: 1, Need: diag.Words("0 or 1"), Have: diag.Count(int(v)),
			Message: fmt.Sprintf("the byte must be 0 or 1, it is %d", v),
		}, step)
	}
	p.pos++
	return v == 1, nil
}

// readText reads text.
func (p *postcardReader) readText(step pathStep) ([]byte, *diag.Diagnostic) {
	size, d := p.readUint(64, step)
	if d != nil {
		return nil, d
	}
	if left := len(p.Frame) - p.pos; size > uint64(left) {
		return nil, p.truncated(step, size, left, p.pos)
	}
	text := p.Frame[p.pos : p.pos+int(size)]
	if !utf8.Valid(text) {
		at := p.pos + invalidUTF8(text)
		have := fmt.Sprintf("byte 0x%02x", p.Frame[at])
		return nil, p.errorAt(&diag.Diagnostic{
			Code: "utf8", Offset: at, Length: 1, Need: diag.Words("UTF-8"), Have: diag.Words(have),
			Message: have + " is not UTF-8",
		}, step)
	}
	p.pos += int(size)
	return text, nil
}

// truncated refuses a value that the frame ends in, at an offset.
func (p *postcardReader) truncated(step pathStep, need uint64, left, at int) *diag.Diagnostic {
	d := &diag.Diagnostic{
		Code: "truncated", Offset: at, Length: left, Need: diag.Number(need), Have: diag.Count(left),
		Message: fmt.Sprintf("needs %d bytes, %s left", need, diag.CountVerb(left)),
	}
	if need == 1 {
		d.Message = fmt.Sprintf("needs 1 byte more, %s left", diag.CountVerb(left))
	}
	if n := len(p.levels); n > 0 && step.name == "" {
		l := &p.levels[n-1]
		d.Message = fmt.Sprintf("element %d of %d: %s", l.next-1, uint64(l.next)+l.remaining, d.Message)
	}
	return p.errorAt(d, step)
}

// errorAt completes the diagnostic of the value that a step leads to.
func (p *postcardReader) errorAt(d *diag.Diagnostic, step pathStep) *diag.Diagnostic {
	d.Path = p.pathOf(step)
	name := step.name
	for i := len(p.levels) - 1; name == "" && i >= 0; i-- {
		name = p.levels[i].step.name
	}
	d.Message = name + ": " + d.Message
	return d
}

// reportOverlong warns of numbers that the peer would write in fewer bytes. There
// may be millions of them, so that they are told as one.
func (p *postcardReader) reportOverlong() {
	if p.overlong == 0 {
		return
	}
	text := "1 number has more bytes than it needs"
	if p.overlong > 1 {
		text = strconv.Itoa(p.overlong) + " numbers have more bytes than they need"
	}
	_, size, _ := readVarint(p.Frame[p.firstOverlong:], 64)
	p.Warn("non-shortest", p.base, Span{p.firstOverlong, size}, text+"; the peer accepts that, and writes fewer")
	p.Sink.Lossy(p.base, text)
}

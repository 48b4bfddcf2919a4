package capture

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/divtool/divtool/pkg/diag"
)

// A packetRecord is a packet of a capture file. Its data are valid until the next
// one is read.
type packetRecord struct {
	number int // from 1
	offset int // of its record in the file
	at     time.Time
	link   uint16 // type of the link layer, see packet.go
	data   []byte // what the file has of it
	size   int    // what was on the wire
}

// packetFile reads the packets of a pcap or pcapng file. The containers are read by
// hand: package pcapgo needs package layers, whose start costs more than all of
// divtool's. It is the oracle of the tests.
//
// A damaged file is a [Fault]; the packets before the damage are good.
type packetFile struct {
	src        *bufio.Reader
	order      binary.ByteOrder
	offset     int // of src in the file
	packets    int
	next       func(*packetRecord) error
	pcap       pcapHeader
	interfaces []captureInterface // of the section of pcapng
}

// pcapHeader is what the header of a pcap file says of all its packets.
type pcapHeader struct {
	link uint16
	nano bool // times have nanoseconds, not microseconds
}

// captureInterface is an interface of a pcapng section.
type captureInterface struct {
	link    uint16
	snap    int    // maximum size of a captured packet; 0 for none
	units   uint64 // of time, in a second
	seconds int64  // to add to times
}

// maxPacket is the maximum size of a packet, in bytes. Linux makes packets of at
// most 512 KiB; a greater one is taken for damage.
const maxPacket = 1 << 20

// maxBlockHead is the largest part of a pcapng block before its data.
const maxBlockHead = 32

const (
	magicMicros = 0xa1b2c3d4
	magicNanos  = 0xa1b23c4d
	magicNG     = 0x0a0d0d0a
	magicOrder  = 0x1a2b3c4d
)

// newPacketFile reads the header of a file.
func newPacketFile(src io.Reader) (*packetFile, error) {
	f := &packetFile{src: bufio.NewReaderSize(src, maxPacket+maxBlockHead)}
	start, err := f.src.Peek(4)
	switch {
	case len(start) == 0 && errors.Is(err, io.EOF):
		return nil, emptyInputError()
	case len(start) < 4:
		return nil, f.readError(err, "the header of the file")
	case binary.BigEndian.Uint32(start) == magicNG:
		f.next, f.order = f.nextBlockPacket, binary.LittleEndian
		return f, f.readSection()
	}
	return f, f.readPcapHeader(start)
}

const (
	pcapHeaderSize = 24
	pcapRecordSize = 16
)

func (f *packetFile) readPcapHeader(magic []byte) error {
	for _, order := range [...]binary.ByteOrder{binary.LittleEndian, binary.BigEndian} {
		m := order.Uint32(magic)
		if m != magicMicros && m != magicNanos {
			continue
		}
		header, err := f.peek(pcapHeaderSize, "the header of the file")
		if err != nil {
			return err
		}
		if major := order.Uint16(header[4:]); major != 2 {
			return f.damaged("version %d of pcap is not known; convert the file with `editcap -F pcapng`", major)
		}
		f.order, f.next = order, f.nextPcapPacket
		f.pcap = pcapHeader{link: uint16(order.Uint32(header[20:])), nano: m == magicNanos}
		f.discard(pcapHeaderSize)
		return nil
	}
	return &Fault{diag.Diagnostic{Code: "form", Message: "not a packet capture: expected the magic number of pcap or pcapng",
		Hint: "`editcap -F pcapng` converts other capture files"}}
}

func (f *packetFile) nextPcapPacket(p *packetRecord) error {
	head, err := f.peek(pcapRecordSize, f.nextName())
	if err != nil {
		return err
	}
	seconds, fraction := f.order.Uint32(head), f.order.Uint32(head[4:])
	captured, size := f.order.Uint32(head[8:]), f.order.Uint32(head[12:])
	if !f.pcap.nano {
		fraction *= 1000
	}
	if captured > maxPacket {
		return f.damaged("%s declares %d bytes, more than any packet has", f.nextName(), captured)
	}
	all, err := f.peek(pcapRecordSize+int(captured), f.nextName())
	if err != nil {
		return err
	}
	f.packets++
	*p = packetRecord{
		number: f.packets, offset: f.offset, link: f.pcap.link,
		at:   time.Unix(int64(seconds), int64(fraction)).UTC(),
		data: all[pcapRecordSize:], size: max(int(size), int(captured)),
	}
	f.discard(len(all))
	return nil
}

// Types of the blocks of pcapng.
const (
	interfaceBlock = 1
	packetBlock    = 2 // obsolete
	simpleBlock    = 3
	enhancedBlock  = 6
)

// Sizes of blocks and their parts, in bytes.
const (
	blockFrame   = 12 // type, length, and length again at the end
	sectionSize  = 28
	describeSize = 16
	simpleSize   = 12
	enhancedSize = 28
)

// nextBlockPacket returns the packet of the next block that has one.
func (f *packetFile) nextBlockPacket(p *packetRecord) error {
	for {
		head, err := f.peek(8, "a block after packet "+fmt.Sprint(f.packets))
		if err != nil {
			return err
		}
		kind, size := f.order.Uint32(head), int(f.order.Uint32(head[4:]))
		if kind == magicNG {
			if err := f.readSection(); err != nil {
				return err
			}
			continue
		}
		if size < blockFrame || size%4 != 0 {
			return f.damaged("the block after packet %d declares %d bytes", f.packets, size)
		}
		ok := false
		switch kind {
		case interfaceBlock:
			err = f.readInterface(size)
		case enhancedBlock, packetBlock, simpleBlock:
			ok, err = true, f.readPacketBlock(p, kind, size)
		default:
			err = f.skip(size)
		}
		if ok || err != nil {
			return err
		}
	}
}

// readSection reads a section header, which sets the byte order.
func (f *packetFile) readSection() error {
	head, err := f.peek(sectionSize, "a section header")
	if err != nil {
		return err
	}
	switch {
	case binary.LittleEndian.Uint32(head[8:]) == magicOrder:
		f.order = binary.LittleEndian
	case binary.BigEndian.Uint32(head[8:]) == magicOrder:
		f.order = binary.BigEndian
	default:
		return f.damaged("the section header has no byte order")
	}
	size := int(f.order.Uint32(head[4:]))
	if size < sectionSize || size%4 != 0 {
		return f.damaged("the section header declares %d bytes", size)
	}
	if major := f.order.Uint16(head[12:]); major != 1 {
		return f.damaged("version %d of pcapng is not known", major)
	}
	f.interfaces = f.interfaces[:0]
	return f.skip(size)
}

// maxInterfaces is the maximum number of interfaces of a section.
const maxInterfaces = 1 << 16

func (f *packetFile) readInterface(size int) error {
	if size < describeSize+4 || size > maxPacket {
		return f.damaged("an interface block declares %d bytes", size)
	}
	block, err := f.peek(size, "an interface block")
	if err != nil {
		return err
	}
	i := captureInterface{link: f.order.Uint16(block[8:]), snap: int(f.order.Uint32(block[12:])), units: 1e6}
	f.readTimeOptions(&i, block[describeSize:size-4])
	if len(f.interfaces) == maxInterfaces {
		return f.damaged("a section has more than %d interfaces", maxInterfaces)
	}
	f.interfaces = append(f.interfaces, i)
	f.discard(size)
	return nil
}

// Options of an interface.
const (
	optionResolution = 9
	optionOffset     = 14
)

// readTimeOptions reads the options about times.
func (f *packetFile) readTimeOptions(i *captureInterface, options []byte) {
	for len(options) >= 4 {
		code, size := f.order.Uint16(options), int(f.order.Uint16(options[2:]))
		options = options[4:]
		if code == 0 || size > len(options) {
			return
		}
		value := options[:size]
		switch {
		case code == optionResolution && size == 1:
			i.units = timeUnits(value[0])
		case code == optionOffset && size == 8:
			i.seconds = int64(f.order.Uint64(value))
		}
		options = options[min((size+3)&^3, len(options)):]
	}
}

// timeUnits returns the units of a second that an exponent of 10 or, with the high
// bit, of 2 declares.
func timeUnits(exponent byte) uint64 {
	base, n := uint64(10), int(exponent)
	if exponent&0x80 != 0 {
		base, n = 2, int(exponent&0x7f)
	}
	units := uint64(1)
	for range n {
		if units > 1<<63/base {
			return units // finer than any clock
		}
		units *= base
	}
	return units
}

// time returns the time of a packet.
func (i *captureInterface) time(stamp uint64) time.Time {
	rest := stamp % i.units
	var nanos uint64
	if i.units <= 1e9 {
		nanos = rest * (1e9 / i.units)
		if 1e9%i.units != 0 { // a power of 2
			nanos = rest * 1e9 / i.units
		}
	} else {
		nanos = uint64(float64(rest) / float64(i.units) * 1e9)
	}
	return time.Unix(int64(stamp/i.units)+i.seconds, int64(nanos)).UTC()
}

// readPacketBlock reads a packet from a block of one of the three kinds.
func (f *packetFile) readPacketBlock(p *packetRecord, kind uint32, size int) error {
	headSize := enhancedSize
	if kind == simpleBlock {
		headSize = simpleSize
	}
	if size < headSize+4 || size > maxPacket {
		return f.damaged("%s declares %d bytes", f.nextName(), size)
	}
	block, err := f.peek(size, f.nextName())
	if err != nil {
		return err
	}
	if f.order.Uint32(block[size-4:]) != uint32(size) {
		return f.damaged("the two lengths of the block of %s differ", f.nextName())
	}
	f.packets++
	*p = packetRecord{number: f.packets, offset: f.offset, link: unknownLink}
	room := size - headSize - 4
	which, captured := 0, room
	switch kind {
	case simpleBlock:
		p.size = int(f.order.Uint32(block[8:]))
		captured = min(captured, p.size)
	case packetBlock:
		which = int(f.order.Uint16(block[8:]))
	default:
		which = int(f.order.Uint32(block[8:]))
	}
	if kind != simpleBlock {
		captured, p.size = int(f.order.Uint32(block[20:])), int(f.order.Uint32(block[24:]))
	}
	if captured > room {
		f.packets--
		return f.damaged("%s declares %d bytes, its block has %d", f.nextName(), captured, room)
	}
	if which < len(f.interfaces) {
		i := &f.interfaces[which]
		p.link = i.link
		if kind == simpleBlock && i.snap > 0 {
			captured = min(captured, i.snap)
		} else if kind != simpleBlock {
			p.at = i.time(uint64(f.order.Uint32(block[12:]))<<32 | uint64(f.order.Uint32(block[16:])))
		}
	}
	p.data = block[headSize : headSize+captured]
	p.size = max(p.size, captured)
	f.discard(size)
	return nil
}

func (f *packetFile) nextName() string { return fmt.Sprintf("packet %d", f.packets+1) }

// peek returns the next n bytes, which are at most the size of the buffer. The error
// is io.EOF at the end of the file, and a [Fault] where the file ends inside what.
func (f *packetFile) peek(n int, what string) ([]byte, error) {
	b, err := f.src.Peek(n)
	if len(b) == n {
		return b, nil
	}
	if len(b) == 0 && errors.Is(err, io.EOF) {
		return nil, io.EOF
	}
	return nil, f.readError(err, what)
}

// readError returns the error of a file that ends inside what, and other errors of
// the input unchanged.
func (f *packetFile) readError(err error, what string) error {
	if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	return &Fault{diag.Diagnostic{Code: "truncated", Offset: f.offset, Message: "the capture ends inside " + what,
		Hint: "it may still be written, or the copy of the file is not whole"}}
}

func (f *packetFile) damaged(format string, args ...any) error {
	return &Fault{diag.Diagnostic{Code: "form", Offset: f.offset, Message: "the capture is damaged: " + fmt.Sprintf(format, args...),
		Hint: "what precedes the damage was read; `editcap FILE REPAIRED` may recover more"}}
}

// discard drops bytes that were peeked.
func (f *packetFile) discard(n int) {
	f.src.Discard(n)
	f.offset += n
}

// skip drops the next n bytes, of any number.
func (f *packetFile) skip(n int) error {
	skipped, err := f.src.Discard(n)
	f.offset += skipped
	if err != nil {
		return f.readError(err, "a block after packet "+fmt.Sprint(f.packets))
	}
	return nil
}

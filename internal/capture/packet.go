package capture

import (
	"encoding/binary"
	"net/netip"
)

// Types of the link layer (the LINKTYPE_ values of pcap).
const (
	linkNull     = 0
	linkEthernet = 1
	linkRawBSD   = 12
	linkRawOpen  = 14
	linkRaw      = 101
	linkLoop     = 108
	linkSLL      = 113
	linkIPv4     = 228
	linkIPv6     = 229
	linkSLL2     = 276
	unknownLink  = 0xffff
)

// Types of what a link carries (EtherTypes).
const (
	etherIPv4 = 0x0800
	etherIPv6 = 0x86dd
	etherVLAN = 0x8100
	etherQinQ = 0x88a8
	etherOld  = 0x9100 // QinQ before its standard
)

// network returns the IP packet that a packet of a link carries, and whether the
// link is known. The IP packet is nil if the link carries something else.
func network(link uint16, b []byte) (ip []byte, known bool) {
	protocol := 0
	switch link {
	case linkEthernet:
		protocol, b = etherType(b, 12, 14)
	case linkSLL:
		protocol, b = etherType(b, 14, 16)
	case linkSLL2:
		protocol, b = etherType(b, 0, 20)
	case linkNull, linkLoop: // the family is checked by the version of IP
		protocol, b = etherIPv4, b[min(4, len(b)):]
	case linkRaw, linkRawBSD, linkRawOpen, linkIPv4, linkIPv6:
		protocol = etherIPv4
	default:
		return nil, false
	}
	for (protocol == etherVLAN || protocol == etherQinQ || protocol == etherOld) && len(b) > 0 {
		protocol, b = etherType(b, 2, 4)
	}
	if protocol != etherIPv4 && protocol != etherIPv6 {
		return nil, true
	}
	return b, true
}

// etherType returns the type at an offset of a header, and what follows the header.
func etherType(b []byte, at, size int) (int, []byte) {
	if len(b) < size {
		return 0, nil
	}
	return int(binary.BigEndian.Uint16(b[at:])), b[size:]
}

// Protocols of IP.
const (
	protoHopByHop = 0
	protoTCP      = 6
	protoRouting  = 43
	protoFragment = 44
	protoAH       = 51
	protoOptions  = 60
	protoMobility = 135
)

// datagram is what an IP packet carries, or a fragment of it.
type datagram struct {
	src, dst netip.Addr
	protocol byte
	data     []byte // what the capture has of it
	size     int    // what was sent
	// A fragment has the place of its data in the datagram.
	isFragment, more bool
	id               uint32
	at               int
}

// parseIP reads the headers of an IP packet of which size bytes were sent. It
// reports false for what is not IP.
func parseIP(b []byte, size int) (d datagram, ok bool) {
	if len(b) == 0 {
		return d, false
	}
	switch b[0] >> 4 {
	case 4:
		return parseIPv4(b, size)
	case 6:
		return parseIPv6(b, size)
	}
	return d, false
}

const ipv4Size = 20

func parseIPv4(b []byte, size int) (d datagram, ok bool) {
	if len(b) < ipv4Size {
		return d, false
	}
	head, total := int(b[0]&15)*4, int(binary.BigEndian.Uint16(b[2:]))
	if total == 0 { // the network card has split it
		total = size
	}
	if head < ipv4Size || total < head || len(b) < head {
		return d, false
	}
	b = b[:min(len(b), total)] // what follows is padding
	place := binary.BigEndian.Uint16(b[6:])
	d = datagram{
		src: netip.AddrFrom4([4]byte(b[12:16])), dst: netip.AddrFrom4([4]byte(b[16:20])), protocol: b[9],
		data: b[head:], size: total - head,
		more: place&0x2000 != 0, at: int(place&0x1fff) * 8, id: uint32(binary.BigEndian.Uint16(b[4:])),
	}
	d.isFragment = d.more || d.at > 0
	return d, true
}

const ipv6Size = 40

func parseIPv6(b []byte, size int) (d datagram, ok bool) {
	if len(b) < ipv6Size {
		return d, false
	}
	length := int(binary.BigEndian.Uint16(b[4:]))
	if length == 0 { // a jumbogram, or the network card has split it
		length = size - ipv6Size
	}
	d = datagram{src: netip.AddrFrom16([16]byte(b[8:24])), dst: netip.AddrFrom16([16]byte(b[24:40])), protocol: b[6], size: length}
	d.data = b[ipv6Size:min(len(b), ipv6Size+max(length, 0))]
	for !d.isFragment {
		head := 0
		if len(d.data) >= 2 {
			head = int(d.data[1]+1) * 8
		}
		switch d.protocol {
		case protoHopByHop, protoRouting, protoOptions, protoMobility:
		case protoAH:
			if len(d.data) >= 2 {
				head = int(d.data[1]+2) * 4
			}
		case protoFragment:
			if len(d.data) < 8 {
				return d, false
			}
			place := binary.BigEndian.Uint16(d.data[2:])
			d.more, d.at, d.id = place&1 != 0, int(place&^7), binary.BigEndian.Uint32(d.data[4:])
			d.isFragment = d.more || d.at > 0
			head = 8
		default:
			return d, true
		}
		if head == 0 || len(d.data) < head {
			return d, false
		}
		d.protocol, d.data, d.size = d.data[0], d.data[head:], d.size-head
	}
	return d, true
}

const tcpSize = 20

// Flags of TCP.
const (
	tcpFIN = 1 << iota
	tcpSYN
	tcpRST
	_
	tcpACK
)

// parseTCP reads the header of a TCP segment; ports are the source and the
// destination. It reports false for what is not a segment.
func parseTCP(d *datagram) (s segment, ports [2]uint16, ok bool) {
	b := d.data
	if len(b) < tcpSize {
		return s, ports, false
	}
	head := int(b[12]>>4) * 4
	if head < tcpSize || d.size < head {
		return s, ports, false
	}
	flags := b[13]
	s = segment{
		seq: binary.BigEndian.Uint32(b[4:]), ack: binary.BigEndian.Uint32(b[8:]), hasAck: flags&tcpACK != 0,
		syn: flags&tcpSYN != 0, fin: flags&tcpFIN != 0, rst: flags&tcpRST != 0,
		data: b[min(head, len(b)):],
	}
	s.lost = d.size - head - len(s.data)
	return s, [2]uint16{binary.BigEndian.Uint16(b), binary.BigEndian.Uint16(b[2:])}, true
}

package input

import (
	"encoding/base64"

	"github.com/divtool/divtool/internal/text"
	"github.com/divtool/divtool/pkg/diag"
)

// letters describes the characters of a base64 text.
type letters struct {
	start, end int  // range from the first letter to the last
	n          int  // number of letters
	pads       int  // number of padding characters after the letters
	url        byte // last letter seen of "-_", or 0
	std        byte // last letter seen of "+/", or 0
}

// readBase64 reads a text as base64. Decoding would drop surplus bits, so a
// length or last letter that has some is an error.
func readBase64(text []byte, limit int) reading {
	text = unquote(text)
	l, problem := scanBase64(text)
	if problem == nil {
		problem = l.check(text)
	}
	if problem != nil {
		return reading{problem: problem}
	}
	if l.n/4*3+l.n%4*6/8 > limit {
		return reading{problem: limitError(locateBase64(text, limit), limit)}
	}
	enc, reason := base64.RawStdEncoding, "only base64 characters"
	if l.url != 0 {
		enc, reason = base64.RawURLEncoding, "only characters of URL-safe base64"
	}
	out, err := enc.Strict().AppendDecode(nil, text[l.start:l.end])
	if err != nil {
		return reading{problem: formError(l.start, 0, "the text is not valid base64")}
	}
	return reading{bytes: out, reason: reason}
}

// scanBase64 finds the letters and the padding. Only line breaks are allowed
// between letters: a space is a sign of another form.
func scanBase64(text []byte) (l letters, problem *diag.Diagnostic) {
	start, end := trimSpace(text)
	l.start, l.end = start, start
	for at := start; at < end; at++ {
		switch c := text[at]; {
		case l.pads == 0 && base64Class[c]-1 < 62: // a letter of both alphabets; zero wraps around
			l.n++
			l.end = at + 1
		case c == '\n', c == '\r' && text[at+1] == '\n': // text[end-1] is not white space, so at+1 is in range
		case c == '=':
			l.pads++
		case !isBase64(c):
			return l, unexpected(text, at, "a base64 character")
		case l.pads > 0:
			return l, formError(at, 1, "unexpected '%c' after the padding", c)
		default:
			if problem := l.alphabet(c, at); problem != nil {
				return l, problem
			}
			l.n++
			l.end = at + 1
		}
	}
	return l, nil
}

// alphabet records which of the two alphabets a letter belongs to.
func (l *letters) alphabet(c byte, at int) *diag.Diagnostic {
	switch c {
	case '+', '/':
		l.std = c
	case '-', '_':
		l.url = c
	default:
		return nil
	}
	if l.std == 0 || l.url == 0 {
		return nil
	}
	return formError(at, 1, "the text mixes standard base64 ('%c') and URL-safe base64 ('%c')", l.std, l.url)
}

// check rejects texts that no encoder writes.
func (l *letters) check(src []byte) *diag.Diagnostic {
	if l.n == 0 {
		return formError(l.start, 0, "the text has no base64 characters")
	}
	if l.n%4 == 1 {
		d := formError(l.end-1, 1, "invalid base64 length of %s: the last one does not complete a byte", text.Count(l.n, "character"))
		d.Have = diag.Count(l.n)
		return d
	}
	if need := (4 - l.n%4) % 4; l.pads != 0 && l.pads != need {
		d := formError(l.end, l.pads, "expected %d '=' or no padding after %s, got %d '='", need, text.Count(l.n, "base64 character"), l.pads)
		d.Need, d.Have = diag.Count(need), diag.Count(l.pads)
		return d
	}
	spare := uint(l.n%4*6) % 8
	if last := base64Class[src[l.end-1]] - 1; last&(1<<spare-1) != 0 {
		return formError(l.end-1, 1, "the last base64 character '%c' has extra bits that are not zero", src[l.end-1])
	}
	return nil
}

// base64Class maps a letter of either alphabet to its value plus one, and any
// other byte to 0.
var base64Class = [256]uint8{
	'A': 1, 'B': 2, 'C': 3, 'D': 4, 'E': 5, 'F': 6, 'G': 7, 'H': 8, 'I': 9,
	'J': 10, 'K': 11, 'L': 12, 'M': 13, 'N': 14, 'O': 15, 'P': 16, 'Q': 17, 'R': 18,
	'S': 19, 'T': 20, 'U': 21, 'V': 22, 'W': 23, 'X': 24, 'Y': 25, 'Z': 26, 'a': 27,
	'b': 28, 'c': 29, 'd': 30, 'e': 31, 'f': 32, 'g': 33, 'h': 34, 'i': 35, 'j': 36,
	'k': 37, 'l': 38, 'm': 39, 'n': 40, 'o': 41, 'p': 42, 'q': 43, 'r': 44, 's': 45,
	't': 46, 'u': 47, 'v': 48, 'w': 49, 'x': 50, 'y': 51, 'z': 52, '0': 53, '1': 54,
	'2': 55, '3': 56, '4': 57, '5': 58, '6': 59, '7': 60, '8': 61, '9': 62,
	'+': 63, '-': 63, '/': 64, '_': 64,
}

func isBase64(c byte) bool { return base64Class[c] != 0 }

// locateBase64 returns the offset of the letter that holds the first bit of
// byte i, or the offset just after the last letter.
func locateBase64(text []byte, i int) int {
	text = unquote(text)
	letter, end := i*8/6, 0
	for at, c := range text {
		if !isBase64(c) {
			continue
		}
		if letter == 0 {
			return at
		}
		letter--
		end = at + 1
	}
	return end
}

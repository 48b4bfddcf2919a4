package cmd

import (
	"errors"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/source"
)

// decodeSources finds the inputs, and tells hex that was given in place of a
// file where to go. Beside a file that is there it is but a file that is not:
// the others are decoded.
func (a *app) decodeSources(args []string) ([]source.Source, error) {
	hex := slices.IndexFunc(args, func(arg string) bool { return isMissingFile(arg) && looksLikeHex(arg) })
	if hex >= 0 && !slices.ContainsFunc(args, func(arg string) bool { return !isMissingFile(arg) }) {
		return nil, &usageError{
			message: args[hex] + ": there is no such file; it looks like hex",
			hint:    "Write `echo " + hexArgument(args) + " | divtool decode`, or `divtool decode --text " + hexArgument(args) + "`.",
		}
	}
	return a.sources(args, "divtool decode [-t TYPE] [--in FORM] [FILE…]")
}

// isMissingFile tells whether an argument is no file.
func isMissingFile(arg string) bool {
	_, err := source.Find(arg, nil, "")
	var missing *source.MissingError
	return errors.As(err, &missing)
}

// shellQuote is an argument as a shell takes it.
func shellQuote(arg string) string {
	if !strings.ContainsFunc(arg, func(c rune) bool { return c <= ' ' || strings.ContainsRune("'\"\\#;&|()<>*?$`", c) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// hexArgument is the hex in the arguments as one argument of a shell: bytes with
// spaces between them are as many arguments.
func hexArgument(args []string) string {
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !looksLikeHex(arg) })
	return shellQuote(strings.Join(args, " "))
}

func looksLikeHex(arg string) bool {
	in, fault := input.Read([]byte(arg), input.Hex, defaultMaxFrame)
	return fault == nil && len(in.Bytes) > 0
}

// readInput reads an input that holds one frame of at most limit bytes. Text
// may be longer than the bytes it spells; what is no text is cut short.
func readInput(s source.Source, limit int64) ([]byte, error) {
	f, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head, err := source.ReadUpTo(f, 4096)
	if !errors.Is(err, source.ErrTooLarge) {
		return head, err
	}
	maxSize := limit
	if looksLikeText(head) {
		maxSize = 8 * limit
	}
	rest, err := source.ReadUpTo(f, max(maxSize-int64(len(head)), 0))
	return append(head, rest...), err
}

// looksLikeText tells whether bytes have no control characters that text would not.
func looksLikeText(head []byte) bool {
	for _, c := range head {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' {
			return false
		}
	}
	return true
}

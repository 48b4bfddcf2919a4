package cmd

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/divtool/divtool/internal/input"
	"github.com/divtool/divtool/internal/source"
)

// decodeSources finds the inputs. When no argument is a file and one is hex, the
// error shows how to decode it; among files it is a file that is missing.
func (a *app) decodeSources(args []string) ([]source.Source, error) {
	hex := slices.IndexFunc(args, func(arg string) bool { return isMissingFile(arg) && looksLikeHex(arg) })
	if hex >= 0 && !slices.ContainsFunc(args, func(arg string) bool { return !isMissingFile(arg) }) {
		return nil, &usageError{
			message: args[hex] + ": no such file; this looks like hex",
			hint:    "Use `echo " + hexArgument(args) + " | divtool decode` or `divtool decode --text " + hexArgument(args) + "`",
		}
	}
	return a.sources(args, "divtool decode [-t TYPE] [--in FORM] [FILE…]")
}

// isMissingFile reports whether an argument does not name a file.
func isMissingFile(arg string) bool {
	_, err := source.Find(arg, nil, "")
	var missing *source.MissingError
	return errors.As(err, &missing)
}

func isDirectory(arg string) bool {
	info, err := os.Stat(arg)
	return err == nil && info.IsDir()
}

// shellQuote returns an argument as it is written in a shell.
func shellQuote(arg string) string {
	if !strings.ContainsFunc(arg, func(c rune) bool { return c <= ' ' || strings.ContainsRune("'\"\\#;&|()<>*?$`", c) }) {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// hexArgument returns the arguments that are hex as one argument of a shell. Bytes
// separated by spaces are one argument each.
func hexArgument(args []string) string {
	args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !looksLikeHex(arg) })
	return shellQuote(strings.Join(args, " "))
}

func looksLikeHex(arg string) bool {
	in, fault := input.Read([]byte(arg), input.Hex, defaultMaxFrame)
	return fault == nil && len(in.Bytes) > 0
}

// Picture draws the pictures of README.md from what the program prints:
//
//	go run ./scripts/picture          # writes docs/images/tree.svg
//	go run ./scripts/picture -check   # exits 1 when docs/images/tree.svg is not current
//	go run ./scripts/picture -page    # also writes docs/images/page.png, with headless chromium
//
// The same output gives the same tree.svg, to the byte. page.png depends on the
// browser and its fonts, so nothing checks that it is current.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

const (
	treeFile = "docs/images/tree.svg"
	pageFile = "docs/images/page.png"
)

// treeArgs and pageArgs are the commands in the pictures. Width and colours are
// given, so that the terminal of the caller does not matter.
var (
	treeArgs = []string{"decode", "--view", "tree", "--color", "always", "--width", "100", "examples/forwarded_command.bin"}
	pageArgs = []string{"decode", "--view", "html", "examples/fuse_read.hex", "examples/forwarded_query.bin"}
)

// treePrompt is the command above the tree, without the flags that only make
// the picture the same everywhere.
const treePrompt = "divtool decode --view tree examples/forwarded_command.bin"

func main() {
	check := flag.Bool("check", false, "check whether tree.svg is current; write nothing")
	page := flag.Bool("page", false, "also take a screenshot of the HTML page")
	flag.Parse()
	if err := run(*check, *page); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(check, page bool) error {
	out, err := divtool(treeArgs)
	if err != nil {
		return err
	}
	picture := renderSVG(treePrompt, parseANSI(string(out)))
	if check {
		current, err := os.ReadFile(treeFile)
		if err != nil || !bytes.Equal(current, picture) {
			return fmt.Errorf("%s is out of date; run `go run ./scripts/picture`", treeFile)
		}
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(treeFile), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(treeFile, picture, 0o644); err != nil {
		return err
	}
	if page {
		return screenshot()
	}
	return nil
}

// divtool runs the program of this checkout and returns what it prints.
func divtool(args []string) ([]byte, error) {
	c := exec.Command("go", append([]string{"run", "."}, args...)...)
	c.Stderr = os.Stderr
	return c.Output()
}

// screenshot draws the page of decode --view html with a browser.
func screenshot() error {
	html, err := divtool(pageArgs)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "divtool-picture")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, html, 0o644); err != nil {
		return err
	}
	target, err := filepath.Abs(pageFile)
	if err != nil {
		return err
	}
	browser := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "headless-shell"} {
		if browser, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return fmt.Errorf("%s needs chromium: %w", pageFile, err)
	}
	args := []string{"--headless", "--disable-gpu", "--hide-scrollbars", "--force-color-profile=srgb", "--window-size=1480,640", "--screenshot=" + target}
	if os.Geteuid() == 0 {
		args = append(args, "--no-sandbox") // it refuses to run as root with one
	}
	if out, err := exec.Command(browser, append(args, "file://"+filepath.ToSlash(file))...).CombinedOutput(); err != nil {
		return fmt.Errorf("%w\n%s", err, out)
	}
	// A palette makes the file a third as large; the picture is good without.
	if tool, err := exec.LookPath("pngquant"); err == nil {
		return exec.Command(tool, "--force", "--quality", "70-95", "--strip", "--output", target, target).Run()
	}
	return nil
}

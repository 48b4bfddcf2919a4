package view_test

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/divtool/divtool/internal/view"
)

// browser is a page in a browser, with the events that the browser reported.
type browser struct {
	context.Context
	t *testing.T

	mu     sync.Mutex
	events []string // requests, dialogs and errors
}

// findBrowser returns the path of a browser that chromedp can drive.
func findBrowser(t *testing.T) string {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell"} {
		if file, err := exec.LookPath(name); err == nil {
			return file
		}
	}
	t.Skip("NOT RUN: chromium is not installed, so the page was not tested in a browser")
	return ""
}

// openPage writes frames to a page and opens the page in a browser.
func openPage(t *testing.T, names ...string) *browser {
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(findBrowser(t)), chromedp.WindowSize(1600, 1000))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // the sandbox does not work as root
	}
	ctx, stop := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)

	file := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(file, []byte(wholePage(t, names...)), 0o666); err != nil {
		t.Fatal(err)
	}
	address := (&url.URL{Scheme: "file", Path: filepath.ToSlash(file)}).String()
	b := &browser{Context: ctx, t: t}
	b.run(chromedp.Navigate("about:blank"))
	if err := chromedp.Listen(ctx, func(event any) { b.record(event, address) }); err != nil {
		t.Fatal(err)
	}
	call(b, network.Enable, network.EnableParams{})
	call(b, log.Enable, cdp.Empty{})
	b.run(chromedp.Navigate(address), chromedp.WaitVisible(chromedp.CSS(".frame")))
	return b
}

// wholePage returns a page with the frames of the named cases.
func wholePage(t *testing.T, names ...string) string {
	f := format(t, "html")
	out := f.Begin()
	for _, name := range names {
		for _, c := range cases(t) {
			if c.name == name {
				out += c.show(t, "html", view.Style{})
			}
		}
	}
	return out + f.End()
}

// record records an event that must not happen.
func (b *browser) record(event any, address string) {
	what := ""
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		if e.Request.URL != address && !strings.HasPrefix(e.Request.URL, "data:") {
			what = "request " + e.Request.URL
		}
	case *page.EventJavascriptDialogOpening:
		what = "dialog " + e.Message
	case *log.EventEntryAdded:
		what = "log " + e.Entry.Text
	}
	if what != "" {
		b.mu.Lock()
		b.events = append(b.events, what)
		b.mu.Unlock()
	}
}

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// call sends a command of the browser's protocol.
func call[P, R any](b *browser, command cdp.Command[P, R], params P) {
	b.t.Helper()
	if _, err := chromedp.Call(b, command, params); err != nil {
		b.t.Fatal(err)
	}
}

// evaluate returns the value of an expression in the page.
func evaluate[T any](b *browser, expression string) T {
	b.t.Helper()
	out, err := chromedp.Run(b, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatal(expression, err)
	}
	return out
}

// eval returns the value of an expression in the page as text.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	return evaluate[string](b, `String(`+expression+`)`)
}

// helpers find elements of the page by their visible text.
const helpers = `
window.row = (frame, name, nth = 0) => [...document.querySelectorAll(".frame")[frame].querySelectorAll("tr[data-f]")].filter(r => r.cells[0].textContent === name)[nth];
window.bytes = (frame, name, nth = 0) => document.querySelectorAll(".frame")[frame].querySelector(".hex b[data-f='" + row(frame, name, nth).dataset.f + "']:not(.key)");
window.hex = (mark) => [...document.querySelectorAll(".hex b." + mark)].map(b => b.textContent).join(" ").replace(/ +/g, " ");
window.names = (mark) => [...document.querySelectorAll("tr." + mark)].map(r => r.cells[0].textContent).join();
window.at = (el) => { el.scrollIntoView({block: "center"}); const r = el.getClientRects()[0]; return [r.x + r.width / 2, r.y + r.height / 2]; };
`

func (b *browser) hover(element string) {
	b.t.Helper()
	at := evaluate[[2]float64](b, `at(`+element+`)`)
	b.run(chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]))
}

// want checks the value of an expression.
func (b *browser) want(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

func (b *browser) press(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.run(chromedp.KeyEvent(k))
	}
}

// checkQuiet checks that the page made no request, opened nothing and caused no
// message of the browser.
func (b *browser) checkQuiet() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.events) > 0 {
		b.t.Errorf("the page did: %q", b.events)
	}
}

const (
	marked  = `row(0, "mode").matches(".hit") && getComputedStyle(row(0, "mode").cells[0]).backgroundColor !== getComputedStyle(row(0, "path").cells[0]).backgroundColor`
	focused = `document.activeElement.cells[0].textContent`
)

// Hovering over a row marks its bytes; hovering over bytes marks the row of the
// innermost field.
func TestPageHover(t *testing.T) {
	b := openPage(t, "setattr", "command")
	b.eval("(() => {" + helpers + "})()")

	b.hover(`row(0, "mode")`)
	b.want(`hex("hit")`, "00 00 01 a4")
	b.want(`names("hit")`, "mode")
	b.want(marked, "true")

	b.hover(`bytes(0, "path")`)
	b.want(`hex("hit")`, "61 2f 62")
	b.want(`names("hit")`, "path")
	b.want(marked, "false")

	b.hover(`row(0, "mtime")`) // has two child fields
	b.want(`hex("hit")`, "00 00 00 00 65 53 f1 00 1d cd 65 00")
	b.hover(`bytes(0, "secs")`)
	b.want(`names("hit")`, "secs")

	// Bytes of a field that hold another frame.
	b.hover(`bytes(1, "expires_at_micros")`)
	b.want(`names("hit")`, "expires_at_micros")
	b.want(`hex("hit").endsWith("1b 00 06 47 48 46 20 40 00")`, "true")
	b.hover(`row(1, "payload")`)
	b.want(`names("hit")`, "payload")
	b.want(`bytes(1, "expires_at_micros").matches(".hit") && bytes(1, "namespace").matches(".hit") && !bytes(1, "command_code").matches(".hit")`, "true")

	// The name before a value belongs to the member too.
	b.hover(`document.querySelectorAll(".frame")[1].querySelector(".hex b.key[data-f='" + row(1, "command_code").dataset.f + "']")`)
	b.want(`names("hit")`, "command_code")

	b.hover(`document.querySelector("h2")`)
	b.want(`hex("hit") + names("hit")`, "")
	b.checkQuiet()
}

// The page works with the keyboard alone.
func TestPageKeyboard(t *testing.T) {
	b := openPage(t, "setattr", "nested")
	b.eval("(() => {" + helpers + "})()")

	b.press(kb.Tab)
	b.want(focused, "tag")
	b.want(`document.activeElement.matches(":focus-visible") && getComputedStyle(document.activeElement).outlineStyle`, "solid")
	b.want(`hex("hit")`, "13")

	b.press(kb.ArrowDown, kb.ArrowDown, kb.ArrowDown)
	b.want(focused, "mode")
	b.want(`hex("hit")`, "00 00 01 a4")
	b.press(kb.ArrowLeft)
	b.want(focused, "attrs")
	b.press(kb.ArrowRight, kb.ArrowUp, kb.ArrowUp)
	b.want(focused, "id")

	b.press(kb.Enter)
	b.press(kb.ArrowDown)
	b.want(`hex("pin") + " " + names("pin")`, "00 02 6d 31 id")
	b.want(`row(0, "id").ariaSelected + row(0, "attrs").ariaSelected`, "truefalse")
	b.want(`names("hit")`, "attrs")
	b.press(kb.End)
	b.want(focused, "length") // of the second frame
	b.press(" ")
	b.want(`names("pin")`, "length")
	b.press(" ")
	b.want(`names("pin")`, "")
	b.press(kb.Enter, kb.Escape)
	b.want(`hex("pin") + names("pin")`, "")
	b.press(kb.Home)
	b.want(focused, "tag")
	b.want(`document.querySelectorAll(".frame")[0].querySelectorAll("tr[tabindex='0']").length`, "1")
	b.checkQuiet()
}

// A click pins a field, like the keyboard.
func TestPageClick(t *testing.T) {
	b := openPage(t, "read")
	b.eval("(() => {" + helpers + "})()")
	at := evaluate[[2]float64](b, `at(bytes(0, "path"))`)
	b.run(chromedp.MouseClickXY(at[0], at[1]))
	b.hover(`row(0, "tag")`)
	b.want(`names("pin") + names("hit")`, "pathtag")
	b.want(focused, "path")
	b.checkQuiet()
}

// Text from a frame never runs as a script, and the policy would block it.
func TestPageHostile(t *testing.T) {
	b := openPage(t, "hostile", "hostile_bytes", "command_server")
	b.eval("(() => {" + helpers + "})()")
	b.want(`document.querySelectorAll("script, style, img, iframe, a, form").length`, "2")
	b.want(`document.querySelectorAll(".frame script, .frame img").length`, "0")
	b.want(`row(0, '"<script>alert(1)</script>"').cells[3].textContent`, `"</td><img src=x>"`)
	b.want(`document.body.innerText.includes("\u202e") || document.body.innerText.includes("\u001b")`, "false")
	b.checkQuiet()

	b.eval(`(() => { const s = document.createElement("script"); s.textContent = "window.ran = 1"; document.body.append(s); return ran(); function ran() { return window.ran; } })()`)
	b.want(`window.ran`, "undefined")
}

// The page follows the colour scheme of the system and has a print layout.
func TestPageMedia(t *testing.T) {
	b := openPage(t, "cut", "secret")
	background := `getComputedStyle(document.body).backgroundColor`
	media := func(name, scheme string) {
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: name, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}},
		})
	}
	media("screen", "light")
	b.want(background, "rgb(255, 255, 255)")
	media("screen", "dark")
	b.want(background, "rgb(20, 23, 28)")
	media("print", "dark")
	b.want(background, "rgb(255, 255, 255)")
	b.want(`getComputedStyle(document.querySelector(".help")).display`, "none")
	b.want(`getComputedStyle(document.querySelector(".panes")).display`, "block")
	b.want(`getComputedStyle(document.querySelector(".dump")).maxHeight`, "none")
	b.checkQuiet()
}

// The rows of a frame are beside its dump in a window of common size.
func TestPageLayout(t *testing.T) {
	b := openPage(t, "command")
	box := evaluate[struct{ Dump, Fields, Right, Width float64 }](b, `({
		Dump: document.querySelector(".dump").getBoundingClientRect().right,
		Fields: document.querySelector(".fields").getBoundingClientRect().left,
		Right: document.documentElement.scrollWidth,
		Width: innerWidth,
	})`)
	if box.Fields < box.Dump || box.Right > box.Width {
		t.Errorf("the dump ends at %v, the fields begin at %v; %v of %v columns are used", box.Dump, box.Fields, box.Right, box.Width)
	}
	// Lines of the dump do not wrap.
	b.want(`new Set([...document.querySelectorAll(".dump .l")].map(l => l.offsetHeight)).size`, "1")
}

// The browser driver is a dependency of the tests only.
func TestNotLinked(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "github.com/divtool/divtool").CombinedOutput()
	if err != nil {
		t.Skip(fmt.Errorf("NOT RUN: go list: %w", err))
	}
	if strings.Contains(string(out), "chromedp") {
		t.Error("the program depends on chromedp")
	}
}

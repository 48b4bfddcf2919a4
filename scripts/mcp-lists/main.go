// Command mcp-lists writes the tool lists of MCP servers, one file for each server, to see
// what lint makes of them:
//
//	go run ./scripts/mcp-lists DIR && divtool lint DIR
//
// It installs the official servers with npm into a temporary directory. CI does not run
// it, because it needs the network.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// servers are the packages of the official servers that run without an account.
var servers = [...]struct {
	name string
	args []string
}{
	{name: "server-everything"},
	{name: "server-filesystem", args: []string{"."}},
	{name: "server-memory"},
	{name: "server-sequential-thinking"},
}

const scope = "@modelcontextprotocol/"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: go run ./scripts/mcp-lists DIR")
		os.Exit(2)
	}
	if err := run(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(out string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	modules, err := os.MkdirTemp("", "mcp-lists")
	if err != nil {
		return err
	}
	defer os.RemoveAll(modules)
	install := []string{"install", "--silent", "--no-audit", "--no-fund", "--prefix", modules}
	for _, s := range servers {
		install = append(install, scope+s.name)
	}
	npm := exec.Command("npm", install...)
	npm.Stderr = os.Stderr
	if err := npm.Run(); err != nil {
		return fmt.Errorf("npm install: %w", err)
	}
	for _, s := range servers {
		list, err := toolList(modules, s.name, s.args)
		if err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
		if err := os.WriteFile(filepath.Join(out, s.name+".json"), append(list, '\n'), 0o644); err != nil {
			return err
		}
	}
	return nil
}

// toolList starts a server and returns its response to tools/list.
func toolList(modules, name string, args []string) ([]byte, error) {
	program, err := entryPoint(filepath.Join(modules, "node_modules", filepath.FromSlash(scope+name)))
	if err != nil {
		return nil, err
	}
	c := exec.Command("node", append([]string{program}, args...)...)
	in, err := c.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := c.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.Start(); err != nil {
		return nil, err
	}
	timeout := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer func() {
		timeout.Stop()
		c.Process.Kill()
		c.Wait()
	}()
	for _, request := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"mcp-lists","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/list"}`,
	} {
		if _, err := fmt.Fprintln(in, request); err != nil {
			return nil, err
		}
	}
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var message struct {
			ID json.Number `json:"id"`
		}
		if json.Unmarshal(lines.Bytes(), &message) == nil && message.ID == "2" {
			return lines.Bytes(), nil
		}
	}
	return nil, errors.Join(errors.New("no response to tools/list"), lines.Err())
}

// entryPoint returns the program of a package.
func entryPoint(dir string) (string, error) {
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err != nil {
		return "", err
	}
	var about struct{ Bin map[string]string }
	if err := json.Unmarshal(text, &about); err != nil {
		return "", err
	}
	for _, program := range about.Bin {
		return filepath.Join(dir, program), nil
	}
	return "", errors.New("the package has no program")
}

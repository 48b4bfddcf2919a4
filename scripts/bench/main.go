// Bench measures divtool side by side with its references, in one run, and
// prints what each costs, the ratio, and whether the goal is met:
//
//	go run ./scripts/bench [-json FILE] [-runs N]
//
// It exits 1 when a goal is missed. A reference that is not on the machine is
// fetched from the Go module proxy; when that fails too, it says so and exits 2.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
)

// figure is one measured goal.
type figure struct {
	Goal   string  `json:"goal"`
	What   string  `json:"what"`
	Ours   float64 `json:"ours_seconds"`
	Theirs float64 `json:"theirs_seconds"`
	Ratio  float64 `json:"ratio"` // higher is better when AtLeast is set
	// One of the two is set.
	AtLeast float64 `json:"at_least,omitempty"`
	AtMost  float64 `json:"at_most,omitempty"`
	Met     bool    `json:"met"`
}

// faster makes a figure that asks for theirs/ours to be at least a factor.
func faster(goal, what string, ours, theirs, atLeast float64) figure {
	ratio := theirs / ours
	return figure{goal, what, ours, theirs, ratio, atLeast, 0, ratio >= atLeast}
}

// within makes a figure that asks for ours/theirs to be at most a factor.
func within(goal, what string, ours, theirs, atMost float64) figure {
	ratio := ours / theirs
	return figure{goal, what, ours, theirs, ratio, 0, atMost, ratio <= atMost}
}

func main() {
	out := flag.String("json", "", "also write the figures to `FILE`")
	runs := flag.Int("runs", 15, "runs of each whole process")
	flag.Parse()
	figures, err := measure(*runs)
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
	if missed := show(figures); missed {
		defer os.Exit(1)
	}
	if *out == "" {
		return
	}
	text, err := json.MarshalIndent(figures, "", "  ")
	if err == nil {
		err = os.WriteFile(*out, append(text, '\n'), 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

func show(figures []figure) (missed bool) {
	fmt.Printf("%-4s %-58s %11s %11s %7s %6s\n", "goal", "what", "ours", "theirs", "ratio", "need")
	for _, f := range figures {
		need, verdict := fmt.Sprintf("≥ %.1f", f.AtLeast), "met"
		if f.AtMost > 0 {
			need = fmt.Sprintf("≤ %.1f", f.AtMost)
		}
		if !f.Met {
			verdict, missed = "MISSED", true
		}
		fmt.Printf("%-4s %-58s %11s %11s %7.2f %6s  %s\n", f.Goal, f.What, seconds(f.Ours), seconds(f.Theirs), f.Ratio, need, verdict)
	}
	return missed
}

func seconds(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.2f µs", s*1e6)
	case s < 1:
		return fmt.Sprintf("%.2f ms", s*1e3)
	}
	return fmt.Sprintf("%.2f s", s)
}

// measure builds what is measured, makes the data, and runs everything.
func measure(runs int) ([]figure, error) {
	dir, err := os.MkdirTemp("", "divtool-bench-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	b := bench{dir: dir, runs: runs}
	if err := b.build(); err != nil {
		return nil, err
	}
	templates := filepath.Join(dir, "templates.json")
	if err := writeTemplates(templates, 50000); err != nil {
		return nil, err
	}
	frame := filepath.Join(dir, "frame.hex")
	if err := os.WriteFile(frame, []byte("0b00026d310003612f62000000000000100000000200\n"), 0o644); err != nil {
		return nil, err
	}
	return b.all(templates, frame)
}

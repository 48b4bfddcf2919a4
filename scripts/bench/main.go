// Bench measures divtool side by side with its references, in one run, and
// prints what each costs, the ratio, and whether the goal is met:
//
//	go run ./scripts/bench [-only P2,P3] [-json FILE] [-runs N] [-keep DIR]
//
// The goals are a file each: p1.go to p11.go. Ours and theirs run by turns,
// and the least disturbed run of each counts, so that a busy machine does not
// decide. It exits 1 when a goal is missed or cannot be measured: a reference
// that is not on the machine is fetched from the Go module proxy where it is
// there, else the table says that it is missing. It exits 2 when the bench
// itself fails.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
)

// goal is one goal and how it is measured.
type goal struct {
	id      string
	measure func(*bench) error
}

var goals = []goal{
	{"P1", p1}, {"P2", p2}, {"P3", p3}, {"P4", p4}, {"P5", p5}, {"P6", p6},
	{"P7", p7}, {"P8", p8}, {"P9", p9}, {"P10", p10}, {"P11", p11},
}

func main() {
	only := flag.String("only", "", "measure these `GOALS` alone: P2,P3")
	out := flag.String("json", "", "also write the figures to `FILE`")
	runs := flag.Int("runs", 5, "runs of each")
	keep := flag.String("keep", "", "leave the programs and the data in `DIR`")
	flag.Parse()
	chosen, err := choose(*only)
	if err == nil {
		err = run(chosen, *runs, *out, *keep)
	}
	if err == errMissed {
		os.Exit(1)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(2)
	}
}

// choose finds the goals that a list names.
func choose(only string) ([]goal, error) {
	if only == "" {
		return goals, nil
	}
	var chosen []goal
	for id := range strings.SplitSeq(only, ",") {
		i := slices.IndexFunc(goals, func(g goal) bool { return strings.EqualFold(g.id, id) })
		if i < 0 {
			return nil, fmt.Errorf("there is no goal %q", id)
		}
		chosen = append(chosen, goals[i])
	}
	return chosen, nil
}

// run measures goals, and shows each as soon as it is known.
func run(chosen []goal, runs int, out, keep string) error {
	b, err := newBench(runs, keep)
	if err != nil {
		return err
	}
	defer b.clean()
	printHeader()
	for _, g := range chosen {
		before := len(b.figures)
		b.goal = g.id
		if err := g.measure(b); err != nil {
			return fmt.Errorf("%s: %w", g.id, err)
		}
		for _, f := range b.figures[before:] {
			f.printRow()
		}
	}
	if out != "" {
		if err := writeJSON(out, b.figures); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(b.figures, func(f figure) bool { return !f.Met }) {
		return errMissed
	}
	return nil
}

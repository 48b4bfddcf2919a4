package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
)

var errMissed = errors.New("a goal is missed")

// unit is the unit of a figure.
type unit string

const (
	seconds     unit = "seconds"
	bytesSecond unit = "bytes/second"
	memoryBytes unit = "bytes"
	allocations unit = "allocations"
)

type figure struct {
	Goal   string  `json:"goal"`
	What   string  `json:"what"`
	Unit   unit    `json:"unit"`
	Ours   float64 `json:"ours"`
	Theirs float64 `json:"theirs,omitempty"` // absent if the goal is not a ratio
	Ratio  float64 `json:"ratio,omitempty"`
	// Exactly one of the two is set. It applies to the ratio, or to Ours if Theirs
	// is absent.
	AtLeast float64 `json:"at_least,omitempty"`
	AtMost  float64 `json:"at_most,omitempty"`
	Met     bool    `json:"met"`
	Missing string  `json:"missing,omitempty"` // reason why it could not be measured
	Skipped string  `json:"skipped,omitempty"` // reason why it was not measured, which is no failure
	Note    string  `json:"note,omitempty"`
}

// faster requires theirs/ours to be at least a factor.
func (b *bench) faster(what string, ours, theirs, atLeast float64) *figure {
	ratio := theirs / ours
	return b.add(figure{What: what, Unit: seconds, Ours: ours, Theirs: theirs, Ratio: ratio, AtLeast: atLeast, Met: ratio >= atLeast})
}

// within requires ours/theirs to be at most a factor.
func (b *bench) within(what string, u unit, ours, theirs, atMost float64) *figure {
	ratio := ours / theirs
	return b.add(figure{What: what, Unit: u, Ours: ours, Theirs: theirs, Ratio: ratio, AtMost: atMost, Met: ratio <= atMost})
}

// rate requires ours/theirs, both rates, to be at least a factor.
func (b *bench) rate(what string, ours, theirs, atLeast float64) *figure {
	ratio := ours / theirs
	return b.add(figure{What: what, Unit: bytesSecond, Ours: ours, Theirs: theirs, Ratio: ratio, AtLeast: atLeast, Met: ratio >= atLeast})
}

func (b *bench) atMost(what string, u unit, ours, atMost float64) {
	b.add(figure{What: what, Unit: u, Ours: ours, AtMost: atMost, Met: ours <= atMost})
}

// missing records that a figure could not be measured.
func (b *bench) missing(what string, err error) {
	b.add(figure{What: what, Missing: err.Error()})
}

// skip records that a figure needs what not every machine has.
func (b *bench) skip(what, reason string) { b.add(figure{What: what, Met: true, Skipped: reason}) }

func (b *bench) add(f figure) *figure {
	f.Goal = b.goal
	b.figures = append(b.figures, f)
	return &b.figures[len(b.figures)-1]
}

const rowFormat = "%-4s %-62s %10s %10s %7s %8s  %s\n"

func printHeader() { fmt.Printf(rowFormat, "goal", "what", "ours", "theirs", "ratio", "required", "") }

func (f *figure) printRow() {
	if f.Skipped != "" {
		fmt.Printf(rowFormat, f.Goal, f.What, "", "", "", "", "skipped: "+f.Skipped)
		return
	}
	if f.Missing != "" {
		fmt.Printf(rowFormat, f.Goal, f.What, "", "", "", "", "NOT MEASURED: "+f.Missing)
		return
	}
	verdict := "met"
	if !f.Met {
		verdict = "MISSED"
	}
	limit := func(v float64) string { return fmt.Sprintf("%.4g", v) }
	theirs, ratio := "-", "-"
	if f.Theirs > 0 {
		theirs, ratio = f.Unit.format(f.Theirs), fmt.Sprintf("%.2f", f.Ratio)
	} else {
		limit = f.Unit.format
	}
	need := "≤ " + limit(f.AtMost)
	if f.AtLeast > 0 {
		need = "≥ " + limit(f.AtLeast)
	}
	fmt.Printf(rowFormat, f.Goal, f.What, f.Unit.format(f.Ours), theirs, ratio, need, verdict)
	if f.Note != "" {
		fmt.Printf("%-4s   %s\n", "", f.Note)
	}
}

func (u unit) format(v float64) string {
	switch {
	case u == bytesSecond:
		return fmt.Sprintf("%.0f MB/s", v/1e6)
	case u == memoryBytes:
		return fmt.Sprintf("%.1f MiB", v/(1<<20))
	case u == allocations:
		return fmt.Sprintf("%.2f", v)
	case v < 1e-3:
		return fmt.Sprintf("%.2f µs", v*1e6)
	case v < 1:
		return fmt.Sprintf("%.2f ms", v*1e3)
	}
	return fmt.Sprintf("%.2f s", v)
}

func writeJSON(name string, figures []figure) error {
	text, err := json.MarshalIndent(figures, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(name, append(text, '\n'), 0o644)
}

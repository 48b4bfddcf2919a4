package cmd

import (
	"github.com/spf13/cobra"

	"github.com/divtool/divtool/internal/progress"
)

func progressModes() []string { return []string{"auto", "always", "never"} }

// progressFlag adds the flag of the commands that may take long.
func (a *app) progressFlag(c *cobra.Command) {
	enumFlag(c, &a.progressMode, "progress", "auto", "show the progress of long work on standard error `WHEN`: auto, always or never", progressModes)
}

// startProgress shows the progress of a command that counts what the noun names. The line
// is on a terminal that does not show results; errors are written in its place.
// stopProgress must be called before the command ends.
func (a *app) startProgress(noun string) error {
	if err := checkFlagValue("progress", a.progressMode, progressModes()...); err != nil {
		return err
	}
	auto := a.streams.ErrTerminal && !a.toTerminal() && a.streams.Env("TERM") != "dumb"
	if a.report.JSON || a.progressMode == "never" || a.progressMode == "auto" && !auto {
		return nil
	}
	width := a.terminal().ErrWidth
	a.progress = progress.Start(a.report.Out, noun, width)
	a.report.Out = a.progress
	return nil
}

// stopProgress removes the line of progress, if there is one.
func (a *app) stopProgress() {
	if a.progress == nil {
		return
	}
	a.progress.Stop()
	a.report.Out, a.progress = a.streams.Err, nil
}

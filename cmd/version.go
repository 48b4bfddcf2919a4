package cmd

import (
	"cmp"
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// The linker sets these for a release: its version, such as v1.2.0, and the hash of its
// commit.
var releaseVersion, releaseCommit string

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of divtool",
		Example: `  divtool version
  divtool version | cut -d' ' -f2`,
		Args: noArguments,
		RunE: func(*cobra.Command, []string) error { return a.version() },
	}
}

func (a *app) version() error {
	out, err := a.openOutput()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "divtool %s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	if c := commit(); c != "" {
		fmt.Fprintf(out, " commit %s", c)
	}
	fmt.Fprintln(out)
	return out.Finish(false)
}

// version returns the version of a release, or else that of the module, which has the
// revision when it was built from a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	return cmp.Or(releaseVersion, info.Main.Version, "(devel)")
}

// commit returns the hash of the commit that the program was built from, or "" where it
// is unknown, and "+dirty" after it where files had changed.
func commit() string {
	if releaseCommit != "" {
		return releaseCommit
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	hash, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			hash = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	if hash == "" {
		return ""
	}
	return hash + dirty
}

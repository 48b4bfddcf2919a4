package cmd

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

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
	fmt.Fprintf(out, "divtool %s %s %s/%s\n", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return out.Finish(false)
}

// version returns the version of the module, which has the revision when it was built from
// a checkout.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

package diag

import "strconv"

// AreThere counts what there is, to stand behind "there": "are 3", "is 1", "are
// none".
func AreThere(n int) string {
	switch n {
	case 0:
		return "are none"
	case 1:
		return "is 1"
	}
	return "are " + strconv.Itoa(n)
}

package frameio

// Scratch returns the value of type T in the slots of a reader. It adds one when
// there is none, so that each engine finds its own memory again.
func Scratch[T any](slots *[]any) *T {
	for _, slot := range *slots {
		if t, ok := slot.(*T); ok {
			return t
		}
	}
	t := new(T)
	*slots = append(*slots, t)
	return t
}

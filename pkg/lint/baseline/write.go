package baseline

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/divtool/divtool/internal/jsondoc"
)

// Append appends a baseline that knows the entries, one a line. The same
// entries give the same text, whatever their order.
func Append(dst []byte, entries []Entry) []byte {
	list := slices.Clone(entries)
	for i := range list {
		list[i].File = strings.ToValidUTF8(list[i].File, "\ufffd")
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Path, b.Path), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Value, b.Value))
	})
	list = slices.Compact(list)
	dst = append(dst, "{\n  \"version\": "...)
	dst = strconv.AppendInt(dst, Version, 10)
	dst = append(dst, ",\n  \"findings\": ["...)
	for i, e := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(dst, "\n    {"...)
		for j, m := range [...]struct{ name, value string }{{"file", e.File}, {"rule", e.Rule}, {"path", e.Path}, {"value", e.Value}} {
			if j > 0 {
				dst = append(dst, ", "...)
			}
			dst = jsondoc.AppendQuoted(dst, []byte(m.name), true)
			dst = jsondoc.AppendQuoted(append(dst, ": "...), []byte(m.value), true)
		}
		dst = append(dst, '}')
	}
	if len(list) > 0 {
		dst = append(dst, "\n  "...)
	}
	return append(dst, "]\n}\n"...)
}

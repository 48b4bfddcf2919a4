package follow

import (
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/divtool/divtool/internal/decode"
	"github.com/divtool/divtool/internal/term"
	"github.com/divtool/divtool/internal/text"
)

// stats counts messages by name, as --stats prints them.
type stats struct {
	names    map[string]*nameStats
	requests map[int]*request // the latest, by number
	random   *rand.Rand       // chooses samples; it always begins with the same seed
}

// request is a message that may be answered.
type request struct {
	name     string
	answered bool
}

// nameStats counts the requests of a name and their answers.
type nameStats struct {
	messages, errors, unanswered, bytes int

	responses        int // first answers of known response time
	fastest, slowest time.Duration
	sample           []time.Duration // of the response times, at most maxSample
}

const (
	// maxNames is how many names are counted apart; the others are one row.
	maxNames   = 1000
	otherNames = "(other names)"
	// maxSample is how many response times of a name are kept for the median and
	// the 95th percentile. Of more, each is as likely to be kept.
	maxSample = 1024
	// maxRequests is how many requests are remembered. Then all are forgotten, and
	// their answers are counted by their own names.
	maxRequests = 1 << 16
)

func newStats() *stats {
	return &stats{names: map[string]*nameStats{}, requests: map[int]*request{}, random: rand.New(rand.NewPCG(1, 2))}
}

func (s *stats) of(name string) *nameStats {
	n := s.names[name]
	if n == nil && len(s.names) >= maxNames {
		name = otherNames
		n = s.names[name]
	}
	if n == nil {
		n = &nameStats{}
		s.names[name] = n
	}
	return n
}

// count counts a message of which r is the row, an answer by the name of its
// request.
func (s *stats) count(msg *decode.Message, r *row) {
	info, name := msg.Info, r.name
	if info != nil {
		name = cmp.Or(info.Name, info.Kind, name)
	}
	var answers *request
	if info != nil && info.Request > 0 {
		if answers = s.requests[info.Request]; answers != nil {
			name = answers.name
		}
	}
	n := s.of(cmp.Or(name, "a message"))
	n.messages++
	n.bytes += len(msg.Frame)
	if r.isError || r.undecoded {
		n.errors++
	}
	switch {
	case answers != nil && !answers.answered && info.HasLatency:
		n.respond(info.Latency, s.random)
		fallthrough
	case answers != nil:
		answers.answered = true
	case info != nil && info.Request == 0:
		if len(s.requests) >= maxRequests {
			clear(s.requests)
		}
		s.requests[msg.N] = &request{name: name}
	}
}

// respond counts a response time.
func (n *nameStats) respond(d time.Duration, random *rand.Rand) {
	if n.responses == 0 || d < n.fastest {
		n.fastest = d
	}
	if n.responses == 0 || d > n.slowest {
		n.slowest = d
	}
	n.responses++
	if len(n.sample) < maxSample {
		n.sample = append(n.sample, d)
	} else if i := random.IntN(n.responses); i < maxSample {
		n.sample[i] = d
	}
}

// percentile returns the response time that p percent of the sample do not exceed.
func (n *nameStats) percentile(p int) time.Duration {
	slices.Sort(n.sample)
	return n.sample[(len(n.sample)*p+99)/100-1]
}

// print prints a row for each name, the most frequent first.
func (s *stats) print(t *table, session *decode.Session) {
	open := session.OpenItems()
	for _, p := range open.Unanswered {
		s.of(nameOrDefault(p.Name)).unanswered++
	}
	right := term.Column{Right: true}
	out := term.Table{Columns: []term.Column{{}, right, right, right, right, right, right, right, right}}
	dim := func(names ...string) (cells []term.Cell) {
		for _, name := range names {
			cells = append(cells, term.Cell{Text: name, Style: t.theme.Dim})
		}
		return cells
	}
	out.Row(dim("name", "messages", "no answer", "errors", "bytes", "min", "median", "p95", "max", "")...)
	for _, name := range slices.SortedFunc(maps.Keys(s.names), func(a, b string) int {
		x, y := s.names[a], s.names[b]
		return cmp.Or(cmp.Compare(y.messages, x.messages), cmp.Compare(a, b))
	}) {
		out.Row(s.names[name].cells(name, t.theme)...)
	}
	t.keepError(out.Print(t.out))
	if open.Omitted > 0 {
		t.printLine(term.Count(open.Omitted, "more request") + " without an answer, not listed by name")
	}
}

func (n *nameStats) cells(name string, theme term.Theme) []term.Cell {
	counted := func(count int, style func(string) string) term.Cell {
		if count == 0 {
			return term.Cell{Text: noValue}
		}
		return term.Cell{Text: term.GroupDigits(count), Style: style}
	}
	cells := []term.Cell{
		{Text: text.Escape(name), Style: theme.Strong},
		counted(n.messages, nil), counted(n.unanswered, theme.Warning), counted(n.errors, theme.Fault),
		{Text: term.Bytes(n.bytes)},
	}
	if n.responses == 0 {
		return append(cells, term.Cell{})
	}
	for _, d := range []time.Duration{n.fastest, n.percentile(50), n.percentile(95), n.slowest} {
		cells = append(cells, term.Cell{Text: term.Duration(d), Style: theme.Accent})
	}
	return append(cells, term.Cell{}) // columns are aligned that another cell follows
}

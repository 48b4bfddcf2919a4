package laser

import (
	"sort"
	"strconv"

	"github.com/divtool/divtool/pkg/frames/cbor"
)

// commandByCode returns the command of a code, or nil.
func commandByCode(code uint64) *command {
	i := sort.Search(len(commands), func(i int) bool { return uint64(commands[i].code) >= code })
	if i == len(commands) || uint64(commands[i].code) != code {
		return nil
	}
	return &commands[i]
}

// requestCodes are the codes whose request is declared, and that a backend
// gets as a command.
func requestCodes() []uint64 {
	var list []uint64
	for i := range commands {
		if c := &commands[i]; c.request != nil && c.flags&(serverOnly|retired|asQuery) == 0 {
			list = append(list, uint64(c.code))
		}
	}
	return list
}

// describeCode says what a command code stands for: its name, its block, its
// request, and what it needs.
func describeCode(dst []byte, v cbor.Item, _ cbor.Map) []byte {
	code, ok := v.Uint()
	if !ok {
		return dst
	}
	c := commandByCode(code)
	if c == nil {
		return appendUnknownCode(dst, code)
	}
	dst = append(dst, c.name...)
	dst = append(append(dst, ", "...), blocks[(c.code-firstCode)/blockSize]...)
	if request := c.requestName(); request != "" {
		dst = append(append(dst, ": "...), request...)
	}
	if c.flags&mutating != 0 {
		dst = append(dst, "; changes state"...)
	}
	if c.permission != "" {
		dst = append(append(dst, "; needs "...), c.permission...)
	}
	switch {
	case c.flags&retired != 0:
		dst = append(dst, "; retired, the code is never used again"...)
	case c.flags&retiredLater != 0:
		dst = append(dst, "; retired in later releases"...)
	}
	return dst
}

func (c *command) requestName() string {
	if c.request != nil {
		return c.request.Name
	}
	return c.undeclared
}

func appendUnknownCode(dst []byte, code uint64) []byte {
	switch block := (code - firstCode) / blockSize; {
	case code >= firstCode && block < uint64(len(blocks)):
		return append(append(dst, "an unknown code of the block "...), blocks[block]...)
	case code >= 1 && code <= maxIggyCode:
		return append(dst, "a code of Apache Iggy, not a managed command"...)
	}
	return append(dst, "an unknown code"...)
}

// payloadType is the type of the request that the command code beside it
// promises.
func payloadType(m cbor.Map) *cbor.Type { return requestType(m, "command_code") }

// batchPayloadType is the same in the commands of a batch.
func batchPayloadType(m cbor.Map) *cbor.Type { return requestType(m, "code") }

func requestType(m cbor.Map, key string) *cbor.Type {
	code, ok := m.Uint(key)
	if !ok {
		return nil
	}
	if c := commandByCode(code); c != nil {
		return c.request
	}
	return nil
}

// checkCommand says who asked when nobody is named, and advises where code and
// fields do not go together (section 8).
func checkCommand(r *cbor.Report) {
	if !r.WantsNotes() {
		return
	}
	if !r.Has("caller") && !r.Has("user_id") {
		r.Note("", "asked by the server itself: no caller", false)
	}
	code, _ := r.Uint("command_code")
	c := commandByCode(code)
	if c == nil {
		return
	}
	advise := func(name, str string) { r.Note(name, c.name+" ("+strconv.Itoa(int(c.code))+") "+str, true) }
	switch operation := r.Has("operation_id"); {
	case c.flags&mutating != 0 && !operation:
		advise("command_code", "changes state and should carry an operation_id")
	case c.flags&mutating == 0 && operation:
		advise("operation_id", "changes no state: an operation_id is not expected")
	}
	if c.flags&needsScope != 0 && !r.Has("scope") {
		advise("command_code", "reads a session and is rejected without a scope")
	}
	if c.flags&serverOnly != 0 {
		advise("command_code", "is answered by the server itself and not forwarded")
	}
	if c.flags&asQuery != 0 {
		advise("command_code", "travels as a forwarded query, not as a command")
	}
}

package cmd
import ("testing";"os";"bytes";"io")
func BenchmarkZZ(b *testing.B){ in,_:=os.ReadFile("/tmp/hard/d/queries.bin"); b.ReportAllocs()
for b.Loop(){ s := Streams{In: bytes.NewReader(in), Out: io.Discard, Err: io.Discard, Env: func(string) string { return "" }}
 if st:=Main([]string{"decode","--framing","len32le","-c"},s); st!=0 {b.Fatal(st)} } }

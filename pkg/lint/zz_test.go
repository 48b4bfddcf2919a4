package lint_test
import ("testing";"time";"runtime";"strings";"os";"strconv";"github.com/divtool/divtool/pkg/lint")
func TestBig(t *testing.T){
 const m=64<<20-100
 rep:=func(s string,n int)string{ return strings.TrimSuffix(strings.Repeat(s+",",n/(len(s)+1)),",")}
 cases:=[]struct{n string;k lint.Kind;f func()string}{
  {"sync{}",lint.ScopeSync,func()string{return `{"op":"scope.sync","generation":1,"scopes":[`+rep("{}",m-100)+`]}`}},
  {"sync ok",lint.ScopeSync,func()string{return `{"op":"scope.sync","generation":1,"scopes":[`+rep(rec+"}",m-100)+`]}`}},
  {"carriers",lint.ScopeRecord,func()string{return rec+`,"carriers":[`+rep("{}",m-100)+`]}`}},
  {"targets",lint.ScopeRecord,func()string{return rec+`,"carriers":[{"principal":{"kind":"direct"},"targets":[`+rep(`""`,m-200)+`]}]}`}},
  {"templates{}",lint.Template,func()string{return `[`+rep("{}",m)+`]`}},
  {"grants",lint.Grants,func()string{return `[`+rep("1",m)+`]`}},
  {"deep",lint.Template,func()string{return strings.Repeat("[",m)}},
  {"secrets",lint.Template,func()string{return with(`"secrets":[`+rep(`""`,m-300)+`]`)}},
  {"unknown",lint.Template,func()string{return with(rep(`"":1`,m-300))}},
  {"string",lint.ScopeRecord,func()string{return rec+`,"x":"`+strings.Repeat("a",m-100)+`"}`}},
 }
 i,_:=strconv.Atoi(os.Getenv("ZZ"))
 c:=cases[i]
 s:=[]byte(c.f()); runtime.GC()
 st:=time.Now()
 r:=linter(t,lint.Config{}).Lint(s,c.k,nil)
 d:=time.Since(st)
 b,_:=os.ReadFile("/proc/self/status")
 p:=string(b); p=p[strings.Index(p,"VmHWM"):]; p=p[:strings.Index(p,"\n")]
 t.Logf("%s %d bytes: %d + %d findings %v peak %s",c.n,len(s),len(r.Findings),r.More,d,p)
}

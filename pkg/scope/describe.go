package scope

// FormKind says what the values of a member are.
type FormKind uint8

// The kinds of a form.
const (
	TextForm      FormKind = iota // a string of at least Least bytes
	TokenForm                     // a string that has no [TokenFault]
	U64Form                       // a plain whole number
	BoolForm                      // true or false
	WordForm                      // one of Words
	PrincipalForm                 // a [Principal]
	ModuleForm                    // a [Principal] that the daemon refuses unless it is [Reserved]
	ListForm                      // an array of Least to Most elements Elem; no limit for 0
	ObjectForm                    // an object of Type
)

// Form is the declaration of what a member holds.
type Form struct {
	Kind     FormKind
	Words    []string
	Elem     *Form
	Min, Max int
	Type     func() Type
}

// Forms without parameters.
var (
	textForm      = Form{Kind: TextForm}
	refForm       = Form{Kind: TextForm, Min: 1}
	tokenForm     = Form{Kind: TokenForm}
	u64Form       = Form{Kind: U64Form}
	boolForm      = Form{Kind: BoolForm}
	principalForm = Form{Kind: PrincipalForm}
	moduleForm    = Form{Kind: ModuleForm}
)

// Type describes an object of the wire, for schemas and documentation.
type Type struct {
	Name           string // with its article: "a ScopeRecord"
	IgnoresUnknown bool   // unknown members are ignored, not refused
	Members        []Member
}

// Member describes a member of a [Type].
type Member struct {
	Name     string
	Meaning  string // for people
	Form     Form
	Required bool // its absence is refused
	Nullable bool // null is read as absence
}

// describe is the declaration of a type without how it is read.
func describe[T any](o *objectDecl[T]) Type {
	t := Type{Name: o.name, IgnoresUnknown: o.ignoresUnknown}
	for i := range o.members {
		m := &o.members[i]
		t.Members = append(t.Members, Member{m.name, m.meaning, m.form, m.presence == required, m.presence == optional || m.presence == nullChecked})
	}
	return t
}

// RecordType describes a ScopeRecord.
func RecordType() Type { return describe(&recordType) }

// SelectorType describes a ScopeSelector.
func SelectorType() Type { return describe(&selectorType) }

// SyncType describes the body of a scope.sync.
func SyncType() Type { return describe(&syncType) }

// ApplyType describes the body of a scope.apply.
func ApplyType() Type { return describe(&applyType) }

// PrincipalTypes describe a principal, by its [PrincipalKind].
func PrincipalTypes() []Type {
	types := make([]Type, len(principalTypes))
	for k := range principalTypes {
		types[k] = describe(&principalTypes[k])
	}
	return types
}

package cbor

// sampleDepth is how deep a type that holds itself is followed.
const sampleDepth = 12

// sample appends an item of the type with all fields, made from the
// declaration: the same type always gives the same bytes.
func sample(dst []byte, t *Type, name string, depth int) []byte {
	depth++
	switch t.Kind {
	case UintKind:
		return appendHead(dst, majorUint, 1)
	case FloatKind:
		return appendFloat(dst, 0.5)
	case BoolKind:
		return append(dst, headTrue)
	case TextKind, ScalarOrListKind:
		if name == "" {
			name = "text"
		}
		return append(appendHead(dst, majorText, uint64(len(name))), name...)
	case BytesKind:
		b := make([]byte, max(t.Size, 2))
		for i := range b {
			b[i] = byte(i + 1)
		}
		return append(appendHead(dst, majorBytes, uint64(len(b))), b...)
	case ArrayKind:
		return sample(appendHead(dst, majorArray, 1), t.Elem, name, depth)
	case TupleKind:
		dst = appendHead(dst, majorArray, uint64(len(t.Elems)))
		for _, elem := range t.Elems {
			dst = sample(dst, elem, name, depth)
		}
		return dst
	case DictKind:
		return sample(sample(appendHead(dst, majorMap, 1), t.Key, "", depth), t.Elem, "", depth)
	case EnumKind:
		return sampleEnum(dst, t, depth)
	case UnionKind:
		return sampleStruct(dst, t.Variants[0].Type, t.Variants[0].Name, depth)
	case StructKind:
		return sampleStruct(dst, t, "", depth)
	}
	return append(dst, headTrue)
}

// sampleEnum takes the first variant, or the last one when the type holds
// itself.
func sampleEnum(dst []byte, t *Type, depth int) []byte {
	v := &t.Variants[0]
	if depth > sampleDepth {
		v = &t.Variants[len(t.Variants)-1]
	}
	if v.Type != nil {
		dst = appendHead(dst, majorMap, 1)
	}
	dst = append(appendHead(dst, majorText, uint64(len(v.Name))), v.Name...)
	if v.Type != nil {
		dst = sample(dst, v.Type, "", depth)
	}
	return dst
}

// sampleStruct writes all fields but those of older shapes, and those whose
// sample the reference leaves out.
func sampleStruct(dst []byte, t *Type, kind string, depth int) []byte {
	var body []byte
	count := 0
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Deprecated != "" {
			continue
		}
		at := len(body)
		body = append(appendHead(body, majorText, uint64(len(f.Name))), f.Name...)
		value := len(body)
		switch {
		case kind != "" && f.Name == kindKey:
			body = append(appendHead(body, majorText, uint64(len(kind))), kind...)
		default:
			body = sample(body, f.Type, f.Name, depth)
		}
		if f.Presence == Omitted && string(body[value:]) == f.Default {
			body = body[:at]
			continue
		}
		count++
	}
	return append(appendHead(dst, majorMap, uint64(count)), body...)
}

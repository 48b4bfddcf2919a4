package main

import "testing"

func TestLicenceName(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"Permission is hereby granted,\nfree of charge, to any person", "MIT"},
		{"   Apache License\n   Version 2.0, January 2004", "Apache-2.0"},
		{"Redistribution and use in source and binary forms\n* Neither the name of X", "BSD-3-Clause"},
		{"Redistribution and use in source and binary forms", "BSD-2-Clause"},
		{"Apache License Version 2.0 … Permission is hereby granted, free of charge", "Apache-2.0 AND MIT"},
		{"All rights reserved.", ""},
	} {
		if got := licenceName(tt.text); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}

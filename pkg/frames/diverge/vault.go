package diverge

import "github.com/divtool/divtool/pkg/frames"

// Requests to the vault (6.2), whose keys and values are the owner's.
var (
	vaultKey = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text, Meaning: "the key", EmptyMeaning: "no key"},
	}}

	vaultSet = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text16, Meaning: "the key", EmptyMeaning: "no key"},
		{Name: "value", Kind: frames.Bytes, Meaning: "the value", EmptyMeaning: "an empty value", Secret: true},
	}}

	// The time stands before the key.
	vaultLock = &frames.Layout{NoUpstream: true, Fields: []frames.Field{
		{Name: "ttl", Kind: frames.U32, Meaning: "how long the lock lasts"},
		{Name: "key", Kind: frames.Text, Meaning: "the key", EmptyMeaning: "no key"},
	}}

	// vaultResponseBody is an answer to any of them, whose kinds are not confirmed.
	vaultResponseBody = &frames.Raw{
		Reason:     "the layout of vault answers is not confirmed: it is read as a kind and the rest",
		PublicKind: -1,
	}
)

// The answers to requests to the vault.
var (
	vaultGetResponse    = &frames.Message{Name: "vault_get", Meaning: "the value", Body: vaultResponseBody, Example: "00"}
	vaultSetResponse    = &frames.Message{Name: "vault_set", Meaning: "whether the value was set", Body: vaultResponseBody, Example: "00"}
	vaultDeleteResponse = &frames.Message{Name: "vault_delete", Meaning: "whether the value was deleted", Body: vaultResponseBody, Example: "00"}
	vaultLockResponse   = &frames.Message{Name: "vault_lock", Meaning: "whether the value was locked", Body: vaultResponseBody, Example: "00"}
	vaultUnlockResponse = &frames.Message{Name: "vault_unlock", Meaning: "whether the value was unlocked", Body: vaultResponseBody, Example: "00"}
)

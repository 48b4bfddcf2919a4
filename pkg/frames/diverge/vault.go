package diverge

import "github.com/divtool/divtool/pkg/frames"

// Requests to the vault (6.2), whose keys and values are the owner's.
var (
	vaultKey = &frames.Layout{Unnamed: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text, Meaning: "the key", Empty: "no key"},
	}}

	vaultSet = &frames.Layout{Unnamed: true, Fields: []frames.Field{
		{Name: "key", Kind: frames.Text16, Meaning: "the key", Empty: "no key"},
		{Name: "value", Kind: frames.Raw, Meaning: "the value", Empty: "an empty value", Secret: true},
	}}

	// The time stands before the key.
	vaultLock = &frames.Layout{Unnamed: true, Fields: []frames.Field{
		{Name: "ttl", Kind: frames.U32, Meaning: "how long the lock lasts"},
		{Name: "key", Kind: frames.Text, Meaning: "the key", Empty: "no key"},
	}}

	// vaultAnswer is an answer to any of them, whose kinds are not confirmed.
	vaultAnswer = &frames.Opaque{
		Why:  "the layout of vault answers is not confirmed: it is read as a kind and the rest",
		Open: -1,
	}
)

// The answers to requests to the vault.
var (
	answersVaultGet    = &frames.Message{Name: "vault_get", Meaning: "the value", Body: vaultAnswer, Example: "00"}
	answersVaultSet    = &frames.Message{Name: "vault_set", Meaning: "whether the value was set", Body: vaultAnswer, Example: "00"}
	answersVaultDelete = &frames.Message{Name: "vault_delete", Meaning: "whether the value was deleted", Body: vaultAnswer, Example: "00"}
	answersVaultLock   = &frames.Message{Name: "vault_lock", Meaning: "whether the value was locked", Body: vaultAnswer, Example: "00"}
	answersVaultUnlock = &frames.Message{Name: "vault_unlock", Meaning: "whether the value was unlocked", Body: vaultAnswer, Example: "00"}
)

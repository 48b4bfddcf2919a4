package agentruntime

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const (
	digestPrefix = "sha256:"
	digestDigits = 2 * sha256.Size
)

// SplitDigest splits a digest at its first colon into algorithm and value;
// the algorithm is "" when there is none.
func SplitDigest(digest string) (algorithm, value string) {
	algorithm, value, found := strings.Cut(digest, ":")
	if !found {
		return "", digest
	}
	return algorithm, value
}

// IsDigest tells whether a text has the one known form of a digest: sha256:
// and 64 small hex digits. The contract itself treats digests as opaque.
func IsDigest(digest string) bool {
	value, found := strings.CutPrefix(digest, digestPrefix)
	if !found || len(value) != digestDigits {
		return false
	}
	for i := range len(value) {
		if c := value[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// ContentDigest is the digest of a context resource as the static skill helper
// of the builder writes it: of the bytes of the content and nothing else (spec
// section 8.3). It is not the digest of a package; what that covers is not
// known.
func ContentDigest(content []byte) string {
	sum := sha256.Sum256(content)
	return digestPrefix + hex.EncodeToString(sum[:])
}

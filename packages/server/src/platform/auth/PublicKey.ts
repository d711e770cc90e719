import { Data, Effect, Schema } from "effect"
import { calculateJwkThumbprint, exportJWK } from "jose"
import { createPublicKey } from "node:crypto"

/** Public half of an RSA key. Its id is its thumbprint (RFC 7638). */
export const PublicKey = Schema.Struct({
  kty: Schema.Literal("RSA"),
  n: Schema.String,
  e: Schema.String,
  kid: Schema.String,
  use: Schema.Literal("sig"),
  alg: Schema.Literal("RS256")
})
export type PublicKey = typeof PublicKey.Type

/** The text is not a usable RSA key. */
export class KeyUnusable extends Data.TaggedError("KeyUnusable") {
  override readonly message =
    "This is not an RSA key of at least 2048 bits in PEM. Make one with: " +
    "openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out client-key.pem"
}

const minBits = 2048

const decode = Schema.decodeUnknown(PublicKey)

/** Reads a PEM key: a public key, or the public half of a private key. */
export const fromPem = Effect.fn("PublicKey.fromPem")(function* (pem: string) {
  const key = yield* Effect.try({ try: () => createPublicKey(pem), catch: () => new KeyUnusable() })
  if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits) {
    return yield* new KeyUnusable()
  }
  const jwk = yield* Effect.promise(() => exportJWK(key))
  const kid = yield* Effect.promise(() => calculateJwkThumbprint(jwk))
  return yield* Effect.orDie(decode({ ...jwk, kid, use: "sig", alg: "RS256" }))
})

import { FileSystem } from "@effect/platform"
import { ConfigError, Effect } from "effect"
import { calculateJwkThumbprint, exportJWK, type JWK, type JWTPayload, SignJWT } from "jose"
import { createPrivateKey, createPublicKey } from "node:crypto"
import { keyFileRule, keyFileVariable } from "../config/OAuthClientConfig.ts"

/** The key with which a service signs what it says about itself and about its callers. */
export interface ClientKey {
  /** Signs with RS256; `typ` tells apart what is signed for different purposes. */
  readonly sign: (claims: JWTPayload, typ?: string) => Effect.Effect<string>
  /** The public half. Its id is its thumbprint (RFC 7638), which is in the header of what was signed. */
  readonly publicJwk: JWK
}

const unusable = () => ConfigError.InvalidData([keyFileVariable], keyFileRule)

const minBits = 2048

/** Reads the private key in a file. A service whose key cannot be used does not start. */
export const read = Effect.fn("ClientKey.read")(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const pem = yield* Effect.mapError(files.readFileString(file), unusable)
  const key = yield* Effect.try({ try: () => createPrivateKey(pem), catch: unusable })
  if (key.asymmetricKeyType !== "rsa" || (key.asymmetricKeyDetails?.modulusLength ?? 0) < minBits) {
    return yield* Effect.fail(unusable())
  }
  const jwk = yield* Effect.promise(() => exportJWK(createPublicKey(key)))
  const kid = yield* Effect.promise(() => calculateJwkThumbprint(jwk))
  const clientKey: ClientKey = {
    sign: (claims, typ = "JWT") =>
      Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ, kid }).sign(key)),
    publicJwk: { ...jwk, kid, alg: "RS256", use: "sig" }
  }
  return clientKey
})

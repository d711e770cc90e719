import { FileSystem } from "@effect/platform"
import { ConfigError, Effect } from "effect"
import { type JWTPayload, SignJWT } from "jose"
import { createPrivateKey } from "node:crypto"
import { keyFileRule, keyFileVariable } from "../config/OAuthClientConfig.ts"
import * as PublicKey from "./PublicKey.ts"

/** Private key with which a service signs client assertions, and assertions about its callers. */
export interface JwtSigningKey {
  /** Signs with RS256. Each purpose has its own `typ`, so that a token of one is not accepted for another. */
  readonly sign: (claims: JWTPayload, typ?: string) => Effect.Effect<string>
  /** Public half; its id is in the header of each signed token. */
  readonly publicJwk: PublicKey.PublicKey
}

const unusable = () => ConfigError.InvalidData([keyFileVariable], keyFileRule)

/** Reads the private key from a file. An unusable key keeps the service from starting. */
export const load = Effect.fn("ClientKey.read")(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const pem = yield* Effect.mapError(files.readFileString(file), unusable)
  const key = yield* Effect.try({ try: () => createPrivateKey(pem), catch: unusable })
  const publicJwk = yield* Effect.mapError(PublicKey.fromPem(pem), unusable)
  const signingKey: JwtSigningKey = {
    sign: (claims, typ = "JWT") =>
      Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ, kid: publicJwk.kid }).sign(key)),
    publicJwk
  }
  return signingKey
})

import { FileSystem } from "@effect/platform"
import { ConfigError, Effect } from "effect"
import { type JWTPayload, SignJWT } from "jose"
import { createPrivateKey } from "node:crypto"
import { keyFileRule, keyFileVariable } from "../config/OAuthClientConfig.ts"
import * as PublicKey from "./PublicKey.ts"

/** The key with which a service signs what it says about itself and about its callers. */
export interface ClientKey {
  /** Signs with RS256; `typ` tells apart what is signed for different purposes. */
  readonly sign: (claims: JWTPayload, typ?: string) => Effect.Effect<string>
  /** The public half, whose id is in the header of what was signed. */
  readonly publicJwk: PublicKey.PublicKey
}

const unusable = () => ConfigError.InvalidData([keyFileVariable], keyFileRule)

/** Reads the private key in a file. A service whose key cannot be used does not start. */
export const read = Effect.fn("ClientKey.read")(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const pem = yield* Effect.mapError(files.readFileString(file), unusable)
  const key = yield* Effect.try({ try: () => createPrivateKey(pem), catch: unusable })
  const publicJwk = yield* Effect.mapError(PublicKey.fromPem(pem), unusable)
  const clientKey: ClientKey = {
    sign: (claims, typ = "JWT") =>
      Effect.promise(() => new SignJWT(claims).setProtectedHeader({ alg: "RS256", typ, kid: publicJwk.kid }).sign(key)),
    publicJwk
  }
  return clientKey
})

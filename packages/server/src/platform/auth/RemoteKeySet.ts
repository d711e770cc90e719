import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Array, Data, Duration, Effect, Option, type Redacted, Schema } from "effect"
import { createLocalJWKSet, type JWTPayload } from "jose"
import * as StaleIfErrorCache from "../limits/StaleIfErrorCache.ts"
import * as SignedTokens from "./SignedTokens.ts"

/** The metadata or keys of an issuer cannot be fetched at the moment. */
export class IssuerUnavailable extends Data.TaggedError("IssuerUnavailable")<{
  readonly reason: string
}> {}

/** Time limit of a request to an issuer. */
const requestTimeout = Duration.seconds(5)

/**
 * Cache settings: how long metadata and keys are fresh, the pause after a failed fetch or an unknown key, and how long
 * a request waits for a refresh before it uses the cached value.
 */
export const cacheSettings = {
  fresh: Duration.minutes(10),
  coolDown: Duration.seconds(30),
  patience: Duration.seconds(1)
}

/** JSON Web Key Set (RFC 7517). Keys of other algorithms than the accepted ones are ignored. */
const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Unknown) })

const ofEveryKey = {
  kid: Schema.optionalWith(Schema.String, { exact: true }),
  use: Schema.optionalWith(Schema.String, { exact: true }),
  alg: Schema.optionalWith(Schema.String, { exact: true })
}

/** Signature algorithms by the form of their keys, so that no key serves another algorithm. */
const keySchemas = {
  RS256: Schema.Struct({ kty: Schema.Literal("RSA"), n: Schema.String, e: Schema.String, ...ofEveryKey }),
  ES256: Schema.Struct({
    kty: Schema.Literal("EC"),
    crv: Schema.Literal("P-256"),
    x: Schema.String,
    y: Schema.String,
    ...ofEveryKey
  })
}
export type Algorithm = keyof typeof keySchemas

const unreadable = new IssuerUnavailable({ reason: "does not answer as expected" })

/** Makes a function that fetches and decodes an issuer's documents. */
export const makeDocumentFetcher = Effect.map(HttpClient.HttpClient, (httpClient) => {
  // Trace ids are not sent to third parties.
  const client = HttpClient.filterStatusOk(httpClient).pipe(HttpClient.withTracerPropagation(false))
  return <A, I>(url: string, schema: Schema.Schema<A, I>) =>
    client.get(url, { acceptJson: true }).pipe(
      Effect.flatMap(HttpClientResponse.schemaBodyJson(schema)),
      Effect.scoped,
      Effect.timeout(requestTimeout),
      Effect.mapError(() => unreadable)
    )
})

export interface RemoteKeys {
  /**
   * Returns the claims of an unexpired token signed with an accepted algorithm; `exp` is required. Keys are cached, so
   * verification survives an outage of the issuer; new keys are fetched on first sight.
   */
  readonly verify: (
    token: Redacted.Redacted,
    expected: Pick<SignedTokens.Expected, "issuer" | "audience" | "typ">
  ) => Effect.Effect<JWTPayload, SignedTokens.TokenRefused | IssuerUnavailable>
}

/** Makes a verifier with the key set at an address, which is fetched on first use. Accepts RS256 by default. */
export const make = Effect.fnUntraced(function* (
  address: Effect.Effect<string, IssuerUnavailable>,
  algorithms: ReadonlyArray<Algorithm> = ["RS256"]
) {
  const get = yield* makeDocumentFetcher
  const decodeKey = Schema.decodeUnknownOption(Schema.Union(...algorithms.map((algorithm) => keySchemas[algorithm])))
  const keys = yield* StaleIfErrorCache.make(
    Effect.flatMap(address, (url) =>
      Effect.map(
        Effect.tapError(get(url, KeySet), ({ reason }) =>
          Effect.annotateLogs(Effect.logWarning("the keys of an issuer cannot be read"), { url, reason })
        ),
        ({ keys }) => createLocalJWKSet({ keys: Array.filterMap(keys, (key) => decodeKey(key)) })
      )
    ),
    cacheSettings
  )
  const remoteKeys: RemoteKeys = {
    verify: Effect.fnUntraced(function* (token, expected) {
      const refused = new SignedTokens.TokenRefused({ reason: "invalid" })
      const read = (known: ReturnType<typeof createLocalJWKSet>) =>
        SignedTokens.verify(token, known, {
          ...expected,
          algorithms: [...algorithms],
          requiredClaims: ["exp"],
          clockTolerance: SignedTokens.clockSkew
        })
      const known = yield* keys.current
      return yield* read(known).pipe(
        Effect.catchTag("UnknownKey", () =>
          Effect.flatMap(keys.newerThan(known), Option.match({ onNone: () => refused, onSome: read }))
        ),
        Effect.catchTag("UnknownKey", () => refused)
      )
    })
  }
  return remoteKeys
})

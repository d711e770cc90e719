import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Array, Data, Duration, Effect, Option, type Redacted, Schema } from "effect"
import { createLocalJWKSet, type JWTPayload } from "jose"
import * as LastKnown from "../limits/LastKnown.ts"
import * as SignedTokens from "./SignedTokens.ts"

/** Nobody can say at the moment where the endpoints of an issuer are, or what its keys are. */
export class IssuerUnavailable extends Data.TaggedError("IssuerUnavailable")<{
  /** For the log. */
  readonly reason: string
}> {}

/** How long an issuer may take to answer. */
const deadline = Duration.seconds(5)

/**
 * How long what it publishes is taken for granted, how long after a failure or an unknown key it is not asked again, and
 * how long requests wait for what is fresher than what is known.
 */
export const memory = { fresh: Duration.minutes(10), coolDown: Duration.seconds(30), patience: Duration.seconds(1) }

/** RFC 7517. Keys of other kinds are passed over: they sign nothing that we accept. */
const KeySet = Schema.Struct({ keys: Schema.Array(Schema.Unknown) })

const decodeRsaKey = Schema.decodeUnknownOption(
  Schema.Struct({
    kty: Schema.Literal("RSA"),
    n: Schema.String,
    e: Schema.String,
    kid: Schema.optionalWith(Schema.String, { exact: true }),
    use: Schema.optionalWith(Schema.String, { exact: true }),
    alg: Schema.optionalWith(Schema.String, { exact: true })
  })
)

const withoutAnswer = new IssuerUnavailable({ reason: "does not answer as it should" })

/** Reads what an issuer publishes. */
export const makeReader = Effect.map(HttpClient.HttpClient, (given) => {
  // Our traces are nobody else's business.
  const client = HttpClient.filterStatusOk(given).pipe(HttpClient.withTracerPropagation(false))
  return <A, I>(url: string, schema: Schema.Schema<A, I>) =>
    client.get(url, { acceptJson: true }).pipe(
      Effect.flatMap(HttpClientResponse.schemaBodyJson(schema)),
      Effect.scoped,
      Effect.timeout(deadline),
      Effect.mapError(() => withoutAnswer)
    )
})

/** The keys of an issuer. */
export interface RemoteKeys {
  /**
   * The claims of a token that was signed with RS256 and that has an end, which is not reached. Keys are remembered: once
   * they were read the issuer may be down, and a key that it begins to use is found.
   */
  readonly verify: (
    token: Redacted.Redacted,
    expected: Pick<SignedTokens.Expected, "issuer" | "audience" | "typ">
  ) => Effect.Effect<JWTPayload, SignedTokens.TokenRefused | IssuerUnavailable>
}

/** The keys at an address, which are not asked for before they are needed. */
export const make = Effect.fnUntraced(function* (address: Effect.Effect<string, IssuerUnavailable>) {
  const get = yield* makeReader
  const keys = yield* LastKnown.make(
    Effect.flatMap(address, (url) =>
      Effect.map(
        Effect.tapError(get(url, KeySet), ({ reason }) =>
          Effect.annotateLogs(Effect.logWarning("the keys of an issuer cannot be read"), { url, reason })
        ),
        ({ keys }) => createLocalJWKSet({ keys: Array.filterMap(keys, (key) => decodeRsaKey(key)) })
      )
    ),
    memory
  )
  const remoteKeys: RemoteKeys = {
    verify: Effect.fnUntraced(function* (token, expected) {
      const refused = new SignedTokens.TokenRefused({ reason: "invalid" })
      const read = (known: ReturnType<typeof createLocalJWKSet>) =>
        SignedTokens.verify(token, known, {
          ...expected,
          algorithms: ["RS256"],
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

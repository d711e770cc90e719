import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Array, Data, DateTime, Duration, Effect, Option, Redacted, Schema } from "effect"
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyOptions } from "jose"
import * as LastKnown from "../limits/LastKnown.ts"

/** Nobody can say at the moment where the endpoints of an issuer are, or what its keys are. */
export class IssuerUnavailable extends Data.TaggedError("IssuerUnavailable")<{
  /** For the log. */
  readonly reason: string
}> {}

/** A token that is not one of the issuer's, not for this audience, or not for now. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly reason: "expired" | "invalid" }> {}

/**
 * A token signed with a key that the issuer is not known to have: none of its keys has the name that the token gives, or
 * the one that has it, or needs none, has not signed it.
 */
class UnknownKey extends Data.TaggedError("UnknownKey") {}

/** How long an issuer may take to answer. */
const deadline = Duration.seconds(5)

/**
 * How long what it publishes is taken for granted, how long after a failure or an unknown key it is not asked again, and
 * how long requests wait for what is fresher than what is known.
 */
export const memory = { fresh: Duration.minutes(10), coolDown: Duration.seconds(30), patience: Duration.seconds(1) }

/** Seconds that another machine's clock may be ahead of ours. Nothing is added to the end of a token. */
export const clockSkew = 60

/**
 * Whether a token is the text that its issuer wrote. The last character of a signature has bits that no decoder looks at:
 * with them changed it would be another text that is signed as well.
 */
export const isAsSigned = (token: Redacted.Redacted): boolean => {
  const signature = Redacted.value(token).split(".").at(-1) ?? ""
  return Buffer.from(signature, "base64url").toString("base64url") === signature
}

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

/** What a token has to say besides being signed with a key of its issuer and not having ended. */
export type Expected = Pick<JWTVerifyOptions, "issuer" | "audience" | "typ">

/** The keys of an issuer. */
export interface RemoteKeys {
  /**
   * The claims of a token that was signed with RS256 and that has an end, which is not reached. Keys are remembered: once
   * they were read the issuer may be down, and a key that it begins to use is found.
   */
  readonly verify: (
    token: Redacted.Redacted,
    expected: Expected
  ) => Effect.Effect<JWTPayload, TokenRefused | IssuerUnavailable>
}

const read = Effect.fnUntraced(function* (
  token: Redacted.Redacted,
  expected: Expected,
  known: ReturnType<typeof createLocalJWKSet>
) {
  const now = yield* DateTime.now
  const { payload } = yield* Effect.tryPromise({
    try: () =>
      jwtVerify(Redacted.value(token), known, {
        ...expected,
        algorithms: ["RS256"],
        requiredClaims: ["exp"],
        clockTolerance: clockSkew,
        currentDate: DateTime.toDateUtc(now)
      }),
    catch: (error) =>
      error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed
        ? new UnknownKey()
        : new TokenRefused({ reason: error instanceof errors.JWTExpired ? "expired" : "invalid" })
  })
  const { exp = 0, iat = 0 } = payload
  const seconds = now.epochMillis / 1000
  return exp <= seconds
    ? yield* new TokenRefused({ reason: "expired" })
    : iat > seconds + clockSkew || !isAsSigned(token)
      ? yield* new TokenRefused({ reason: "invalid" })
      : payload
})

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
      const refused = new TokenRefused({ reason: "invalid" })
      const known = yield* keys.current
      return yield* read(token, expected, known).pipe(
        Effect.catchTag("UnknownKey", () =>
          Effect.flatMap(
            keys.newerThan(known),
            Option.match({ onNone: () => refused, onSome: (newer) => read(token, expected, newer) })
          )
        ),
        Effect.catchTag("UnknownKey", () => refused)
      )
    })
  }
  return remoteKeys
})

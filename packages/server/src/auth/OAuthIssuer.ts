import { HttpClient, HttpClientResponse } from "@effect/platform"
import { Array, Context, Data, DateTime, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify } from "jose"
import { oauthIssuer } from "../config/OAuthConfig.ts"
import * as LastKnown from "../limits/LastKnown.ts"

/** Nobody can say at the moment where the authorization server's endpoints are, or what its keys are. */
export class IssuerUnavailable extends Data.TaggedError("IssuerUnavailable")<{
  /** For the log. */
  readonly reason: string
}> {}

/** A token that is not one of the issuer's, not for this audience, or not for now. */
export class TokenRefused extends Data.TaggedError("TokenRefused")<{ readonly reason: "expired" | "invalid" }> {}

/** A token signed with a key that the issuer is not known to have. */
class UnknownKey extends Data.TaggedError("UnknownKey") {}

/** How long the authorization server may take to answer. */
const deadline = Duration.seconds(5)

/** How long its metadata and its keys are taken for granted. */
const fresh = Duration.minutes(10)

/** How often it is asked for the same again, after a failure or for the sake of an unknown key. */
const coolDown = Duration.seconds(30)

/** Seconds that another machine's clock may be ahead of ours. Nothing is added to the end of a token. */
const clockSkew = 60

const WebAddress = Schema.String.pipe(Schema.filter((text) => /^https?:/.test(text) && URL.canParse(text)))

/** RFC 8414; what we need of it. */
const Metadata = Schema.Struct({ issuer: Schema.String, token_endpoint: WebAddress, jwks_uri: WebAddress })

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

/**
 * Where an issuer says what its endpoints are: the path of OAuth goes between its host and its own path (RFC 8414),
 * that of OpenID Connect behind both.
 */
const metadataAddresses = (issuer: string) => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, "")
  return {
    oauth: `${origin}/.well-known/oauth-authorization-server${path}`,
    openid: `${origin}${path}/.well-known/openid-configuration`
  }
}

const withoutAnswer = new IssuerUnavailable({ reason: "does not answer as it should" })

/** An authorization server that somebody else runs. It is not asked anything before its answer is needed. */
export class OAuthIssuer extends Context.Tag("@storefront/server/auth/OAuthIssuer")<
  OAuthIssuer,
  {
    /** What it calls itself: `OAUTH_ISSUER`. */
    readonly name: string
    /** Where it gives tokens. */
    readonly tokenEndpoint: Effect.Effect<string, IssuerUnavailable>
    /**
     * The claims of a token that it signed with RS256 for this audience and that has an end, which is not reached. Its
     * keys are remembered: once they were read it may be down, and a key that it begins to use is found.
     */
    readonly verify: (
      token: Redacted.Redacted,
      audience: string
    ) => Effect.Effect<JWTPayload, TokenRefused | IssuerUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const { issuer, jwksUrl, tokenUrl } = yield* oauthIssuer
      // Our traces are nobody else's business.
      const client = HttpClient.filterStatusOk(yield* HttpClient.HttpClient).pipe(
        HttpClient.withTracerPropagation(false)
      )

      const get = <A, I>(url: string, schema: Schema.Schema<A, I>) =>
        client.get(url, { acceptJson: true }).pipe(
          Effect.flatMap(HttpClientResponse.schemaBodyJson(schema)),
          Effect.scoped,
          Effect.timeout(deadline),
          Effect.mapError(() => withoutAnswer)
        )

      const logged = <A>(answer: Effect.Effect<A, IssuerUnavailable>) =>
        Effect.tapError(answer, ({ reason }) =>
          Effect.annotateLogs(Effect.logWarning("the authorization server cannot be used"), { issuer, reason })
        )

      const { oauth, openid } = metadataAddresses(issuer)
      const metadata = yield* LastKnown.make(
        logged(
          Effect.filterOrFail(
            Effect.orElse(get(oauth, Metadata), () => get(openid, Metadata)),
            (found) => found.issuer === issuer,
            () => new IssuerUnavailable({ reason: "its metadata names another issuer" })
          )
        ),
        { fresh, coolDown }
      )
      const keysUrl = Option.match(jwksUrl, {
        onSome: Effect.succeed,
        onNone: () => Effect.map(metadata.current, ({ jwks_uri }) => jwks_uri)
      })
      const keys = yield* LastKnown.make(
        Effect.flatMap(keysUrl, (url) =>
          Effect.map(logged(get(url, KeySet)), ({ keys }) =>
            createLocalJWKSet({ keys: Array.filterMap(keys, (key) => decodeRsaKey(key)) })
          )
        ),
        { fresh, coolDown }
      )

      const read = Effect.fnUntraced(function* (
        token: Redacted.Redacted,
        audience: string,
        known: ReturnType<typeof createLocalJWKSet>
      ) {
        const now = yield* DateTime.now
        const { payload } = yield* Effect.tryPromise({
          try: () =>
            jwtVerify(Redacted.value(token), known, {
              issuer,
              audience,
              algorithms: ["RS256"],
              requiredClaims: ["exp"],
              clockTolerance: clockSkew,
              currentDate: DateTime.toDateUtc(now)
            }),
          catch: (error) =>
            error instanceof errors.JWKSNoMatchingKey
              ? new UnknownKey()
              : new TokenRefused({ reason: error instanceof errors.JWTExpired ? "expired" : "invalid" })
        })
        const { exp = 0, iat = 0 } = payload
        const seconds = now.epochMillis / 1000
        return exp <= seconds
          ? yield* new TokenRefused({ reason: "expired" })
          : iat > seconds + clockSkew
            ? yield* new TokenRefused({ reason: "invalid" })
            : payload
      })

      return {
        name: issuer,
        tokenEndpoint: Option.match(tokenUrl, {
          onSome: Effect.succeed,
          onNone: () => Effect.map(metadata.current, ({ token_endpoint }) => token_endpoint)
        }),
        verify: Effect.fn("OAuthIssuer.verify")(function* (token, audience) {
          const refused = new TokenRefused({ reason: "invalid" })
          const known = yield* keys.current
          return yield* read(token, audience, known).pipe(
            Effect.catchTag("UnknownKey", () =>
              Effect.flatMap(
                keys.newerThan(known),
                Option.match({ onNone: () => refused, onSome: (newer) => read(token, audience, newer) })
              )
            ),
            Effect.catchTag("UnknownKey", () => refused)
          )
        })
      }
    })
  )
}

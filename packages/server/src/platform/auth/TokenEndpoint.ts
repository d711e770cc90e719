import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { type ServiceName } from "@storefront/domain/Topology"
import { Context, Data, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { v4 as uuid } from "uuid"
import { type ClientProof, oauthClient } from "../config/OAuthClientConfig.ts"
import * as BoundedAnswer from "../http/BoundedAnswer.ts"
import * as ClientKey from "./ClientKey.ts"
import { OAuthIssuer } from "./OAuthIssuer.ts"
import { numericNow } from "./SignedTokens.ts"

/** The authorization server does not give what was asked for, and says so. */
export class GrantRefused extends Data.TaggedError("GrantRefused")<{
  readonly status: number
  /** Its word for why, such as `invalid_grant`; `unknown` when it has none. */
  readonly error: string
}> {}

/** The authorization server cannot be asked at the moment. */
export class TokenEndpointUnavailable extends Data.TaggedError("TokenEndpointUnavailable")<{
  /** For the log. */
  readonly reason: string
}> {}

/** RFC 6749 §5.1. A token without an end is taken to last a minute. */
const Grant = Schema.Struct({
  access_token: Schema.Redacted(Schema.NonEmptyString),
  token_type: Schema.Lowercase.pipe(Schema.compose(Schema.Literal("bearer"))),
  expires_in: Schema.optionalWith(Schema.NonNegative, { default: () => 60 }),
  refresh_token: Schema.optionalWith(Schema.Redacted(Schema.NonEmptyString), { as: "Option" })
})
export type Grant = typeof Grant.Type

const decodeGrant = Schema.decode(Schema.parseJson(Grant))

/** RFC 6749 §5.2. Only what looks like a word of the protocol is repeated in the log. */
const decodeRefusal = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ error: Schema.String.pipe(Schema.pattern(/^[a-z_]{1,40}$/)) }))
)

/** How long the authorization server may take. */
const deadline = Duration.seconds(5)

/** How long a proof of who asks is good for. */
const assertionLifetime = Duration.seconds(60)

const maxAnswerBytes = 65_536

/** Parameters of a request for a token. */
type Params = Readonly<Record<string, string>>

/** A request of the client `id` that proves who it is to the authorization server `audience`. */
const authenticated = Effect.fnUntraced(function* (id: string, proof: ClientProof, audience: string) {
  if (proof._tag === "Secret") {
    return (url: string, params: Params) =>
      HttpClientRequest.post(url).pipe(
        // Encoded, so that a colon in the name does not end it (RFC 6749 §2.3.1).
        HttpClientRequest.basicAuth(encodeURIComponent(id), encodeURIComponent(Redacted.value(proof.secret))),
        HttpClientRequest.bodyUrlParams(params),
        Effect.succeed
      )
  }
  const key = yield* ClientKey.read(proof.file)
  return (url: string, params: Params) =>
    Effect.gen(function* () {
      const now = yield* numericNow
      const claims = { iss: id, sub: id, aud: audience, jti: uuid(), iat: now }
      return HttpClientRequest.bodyUrlParams(HttpClientRequest.post(url), {
        ...params,
        client_id: id,
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: yield* key.sign({ ...claims, exp: now + Duration.toSeconds(assertionLifetime) })
      })
    })
})

/** Where a service gets tokens, for itself or for people, as a client of the authorization server. */
export class TokenEndpoint extends Context.Tag("@storefront/server/platform/auth/TokenEndpoint")<
  TokenEndpoint,
  {
    /** Asks for a token: `grant_type` and what belongs to it. It is asked once, within 5 seconds. */
    readonly request: (params: Params) => Effect.Effect<Grant, GrantRefused | TokenEndpointUnavailable>
  }
>() {
  /** The service proves itself with its key, or else with its secret. */
  static readonly layer = (service: ServiceName) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const issuer = yield* OAuthIssuer
        const { id, proof } = yield* oauthClient(service)
        const post = yield* authenticated(id, proof, issuer.name)
        // Our traces are nobody else's business.
        const client = (yield* HttpClient.HttpClient).pipe(
          HttpClient.withScope,
          HttpClient.withTracerPropagation(false)
        )

        const exchange = Effect.fnUntraced(
          function* (params: Params) {
            const request = yield* post(yield* issuer.tokenEndpoint, params)
            const answer = yield* client.execute(HttpClientRequest.acceptJson(request))
            const text = yield* BoundedAnswer.text(answer, maxAnswerBytes)
            if (answer.status === 200) {
              return yield* decodeGrant(text)
            }
            const refusal = Option.getOrElse(decodeRefusal(text), () => ({ error: "unknown" }))
            return yield* answer.status < 500
              ? new GrantRefused({ status: answer.status, ...refusal })
              : new TokenEndpointUnavailable({ reason: String(answer.status) })
          },
          Effect.scoped,
          Effect.timeout(deadline),
          Effect.catchTags({
            // What an error says has the request in it, and the request has the secret.
            IssuerUnavailable: ({ reason }) => new TokenEndpointUnavailable({ reason }),
            RequestError: ({ reason }) => new TokenEndpointUnavailable({ reason }),
            ResponseError: ({ reason }) => new TokenEndpointUnavailable({ reason }),
            AnswerTooLarge: ({ _tag }) => new TokenEndpointUnavailable({ reason: _tag }),
            ParseError: ({ _tag }) => new TokenEndpointUnavailable({ reason: _tag }),
            TimeoutException: ({ _tag }) => new TokenEndpointUnavailable({ reason: _tag })
          })
        )
        return { request: exchange }
      })
    ).pipe(Layer.provide(NodeFileSystem.layer))
}

import { HttpClient, HttpClientRequest } from "@effect/platform"
import { NodeFileSystem } from "@effect/platform-node"
import { type ServiceName } from "@storefront/domain/Topology"
import { Context, Data, Duration, Effect, Layer, Option, Redacted, Schema } from "effect"
import { v4 as uuid } from "uuid"
import { type ClientProof, oauthClient } from "../config/OAuthClientConfig.ts"
import * as BoundedResponse from "../http/BoundedResponse.ts"
import * as JwtSigningKey from "./JwtSigningKey.ts"
import { OAuthIssuer } from "./OAuthIssuer.ts"
import { numericNow } from "./SignedTokens.ts"

/** The authorization server refused the grant. */
export class GrantRefused extends Data.TaggedError("GrantRefused")<{
  readonly status: number
  /** OAuth error code, such as `invalid_grant`; `unknown` if there is none. */
  readonly error: string
}> {}

/** The authorization server cannot be reached or fails. */
export class TokenEndpointUnavailable extends Data.TaggedError("TokenEndpointUnavailable")<{
  readonly reason: string
}> {}

/** RFC 6749 §5.1. A token without `expires_in` is assumed to last a minute. */
const Grant = Schema.Struct({
  access_token: Schema.Redacted(Schema.NonEmptyString),
  token_type: Schema.Lowercase.pipe(Schema.compose(Schema.Literal("bearer"))),
  expires_in: Schema.optionalWith(Schema.NonNegative, { default: () => 60 }),
  refresh_token: Schema.optionalWith(Schema.Redacted(Schema.NonEmptyString), { as: "Option" })
})
export type Grant = typeof Grant.Type

const decodeGrant = Schema.decode(Schema.parseJson(Grant))

/** RFC 6749 §5.2. A text that does not look like an error code is not logged. */
const decodeRefusal = Schema.decodeOption(
  Schema.parseJson(Schema.Struct({ error: Schema.String.pipe(Schema.pattern(/^[a-z_]{1,40}$/)) }))
)

/** Time limit of a request to the authorization server. */
const requestTimeout = Duration.seconds(5)

const assertionLifetime = Duration.seconds(60)

const maxResponseBytes = 65_536

/** Form parameters of a token request. */
type Params = Readonly<Record<string, string>>

/** Makes a builder of token requests in which client `id` authenticates to the authorization server `audience`. */
const makeAuthenticatedRequest = Effect.fnUntraced(function* (id: string, proof: ClientProof, audience: string) {
  if (proof._tag === "Secret") {
    return (url: string, params: Params) =>
      HttpClientRequest.post(url).pipe(
        // Encoded, because a colon would end the id (RFC 6749 §2.3.1).
        HttpClientRequest.basicAuth(encodeURIComponent(id), encodeURIComponent(Redacted.value(proof.secret))),
        HttpClientRequest.bodyUrlParams(params),
        Effect.succeed
      )
  }
  const key = yield* JwtSigningKey.load(proof.file)
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

/** Client of the authorization server's token endpoint; obtains tokens for the service itself or for people. */
export class TokenEndpointClient extends Context.Tag("@storefront/server/platform/auth/TokenEndpointClient")<
  TokenEndpointClient,
  {
    /** Requests a token with `grant_type` and its parameters: one attempt, within 5 seconds. */
    readonly request: (params: Params) => Effect.Effect<Grant, GrantRefused | TokenEndpointUnavailable>
  }
>() {
  /** Authenticates the service with its key if it has one, else with its secret. */
  static readonly layer = (service: ServiceName) =>
    Layer.effect(
      this,
      Effect.gen(function* () {
        const issuer = yield* OAuthIssuer
        const { id, proof } = yield* oauthClient(service)
        const post = yield* makeAuthenticatedRequest(id, proof, issuer.name)
        // Trace ids are not sent to third parties.
        const client = (yield* HttpClient.HttpClient).pipe(
          HttpClient.withScope,
          HttpClient.withTracerPropagation(false)
        )

        const exchange = Effect.fnUntraced(
          function* (params: Params) {
            const request = yield* post(yield* issuer.tokenEndpoint, params)
            const response = yield* client.execute(HttpClientRequest.acceptJson(request))
            const text = yield* BoundedResponse.text(response, maxResponseBytes)
            if (response.status === 200) {
              return yield* decodeGrant(text)
            }
            const refusal = Option.getOrElse(decodeRefusal(text), () => ({ error: "unknown" }))
            return yield* response.status < 500
              ? new GrantRefused({ status: response.status, ...refusal })
              : new TokenEndpointUnavailable({ reason: String(response.status) })
          },
          Effect.scoped,
          Effect.timeout(requestTimeout),
          Effect.catchTags({
            // Error messages quote the request, which contains the secret: only reasons are kept.
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

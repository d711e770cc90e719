import { NodeHttpClient } from "@effect/platform-node"
import { type Headers } from "@effect/platform"
import { type AgentCard } from "@storefront/domain/api/AgentApi"
import { type DatabaseUnavailable, ServiceUnavailable } from "@storefront/domain/Errors"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Data, Effect, Layer, Option, Redacted, Schema } from "effect"
import { hash, timingSafeEqual } from "node:crypto"
import { OAuthIssuer } from "../../platform/auth/OAuthIssuer.ts"
import * as RemoteKeySet from "../../platform/auth/RemoteKeySet.ts"
import { resources, ServiceTokens } from "../../platform/auth/ServiceTokens.ts"
import { SingleUseTokens } from "../../platform/auth/SingleUseTokens.ts"
import { sharedSecret } from "../../platform/config/AgentsConfig.ts"
import { authMode } from "../../platform/config/AuthConfig.ts"
import { callerKeysUrl } from "../../platform/config/OAuthClientConfig.ts"
import * as BearerToken from "../../platform/http/BearerToken.ts"
import * as CallerAssertion from "./CallerAssertion.ts"
import { CallerHeaders } from "./CallerHeaders.ts"

/** The caller is not one of our services. */
export class InvalidAgentCredentials extends Data.TaggedError("InvalidAgentCredentials") {}

/** The identity of the person for whom a request is made is not proven. */
export class InvalidCallerIdentity extends Data.TaggedError("InvalidCallerIdentity") {}

/** Header of the shared secret in local mode. */
export const secretHeader = "x-agent-secret"

const digest = (text: string) => hash("sha256", text, "buffer")

/** Compares two texts in constant time. */
const isEqual = (actual: string, expected: string) => timingSafeEqual(digest(actual), digest(expected))

const decodeHeaders = Schema.decodeUnknown(CallerHeaders)

/** Builds the error for a token that cannot be checked because the issuer is down. */
const unavailable = () => new ServiceUnavailable({ message: "Authentication service unavailable" })

/** Authenticates the service that sends a request to a specialist, and the person it acts for, by `AUTH_MODE`. */
export class AgentCredentials extends Context.Tag("@storefront/server/assistant/a2a/AgentCredentials")<
  AgentCredentials,
  {
    /** Authenticates the sending service. */
    readonly verify: (headers: Headers.Headers) => Effect.Effect<void, InvalidAgentCredentials | ServiceUnavailable>
    /** Returns the person for whom a request to this specialist is made; to be called after `verify`. */
    readonly caller: (
      headers: Headers.Headers,
      specialist: SpecialistName
    ) => Effect.Effect<CallerHeaders, InvalidCallerIdentity | ServiceUnavailable | DatabaseUnavailable>
    /** True if a guard verdict sent along with a message counts only when the caller's assertion signs it. */
    readonly requiresSignedVerdict: boolean
    /** Security schemes that the agent card declares. */
    readonly security: Pick<AgentCard, "securitySchemes" | "securityRequirements">
    /** `WWW-Authenticate` header of a 401. */
    readonly challenge: string
  }
>() {
  /**
   * Local mode: both sides know `AGENT_SHARED_SECRET`, sent in `X-Agent-Secret`. A sender that has it is also trusted
   * about the caller.
   */
  static readonly layerSharedSecret = Layer.effect(
    this,
    Effect.map(sharedSecret, (secret) => ({
      verify: (headers) =>
        isEqual(headers[secretHeader] ?? "", Redacted.value(secret)) ? Effect.void : new InvalidAgentCredentials(),
      caller: (headers) => Effect.mapError(decodeHeaders(headers), () => new InvalidCallerIdentity()),
      requiresSignedVerdict: false,
      security: {
        securitySchemes: { agentSecret: { apiKeySecurityScheme: { location: "header", name: "X-Agent-Secret" } } },
        securityRequirements: [{ schemes: { agentSecret: { list: [] } } }]
      },
      challenge: `ApiKey name="X-Agent-Secret"`
    }))
  )

  /** oauth mode: a service token authenticates the sender, an assertion the caller; a secret beside them is refused. */
  static readonly layerOAuth = Layer.scoped(
    this,
    Effect.gen(function* () {
      const tokens = yield* ServiceTokens
      const usedTokens = yield* SingleUseTokens
      const keys = yield* RemoteKeySet.make(Effect.succeed(yield* callerKeysUrl))
      return {
        verify: (headers) =>
          Option.match(BearerToken.of(headers), {
            onNone: () => new InvalidAgentCredentials(),
            onSome: (token) =>
              headers[secretHeader] === undefined
                ? tokens.verify(token, resources["storefront-agents"]).pipe(
                    Effect.catchTags({
                      TokenRefused: () => new InvalidAgentCredentials(),
                      ScopeMissing: () => new InvalidAgentCredentials(),
                      IssuerUnavailable: unavailable
                    })
                  )
                : new InvalidAgentCredentials()
          }),
        caller: (headers, specialist) =>
          CallerAssertion.verify(keys, specialist, Redacted.make(headers[CallerAssertion.header] ?? ""), headers).pipe(
            Effect.catchTags({
              TokenRefused: () => new InvalidCallerIdentity(),
              IssuerUnavailable: unavailable
            }),
            Effect.provideService(SingleUseTokens, usedTokens)
          ),
        requiresSignedVerdict: true,
        security: {
          securitySchemes: { serviceToken: { httpAuthSecurityScheme: { scheme: "Bearer", bearerFormat: "JWT" } } },
          securityRequirements: [{ schemes: { serviceToken: { list: [resources["storefront-agents"].scope] } } }]
        },
        challenge: "Bearer"
      }
    })
  )

  /** Chooses the layer by `AUTH_MODE`. */
  static readonly layer = Layer.unwrapEffect(
    Effect.map(authMode, (mode) =>
      mode === "local"
        ? this.layerSharedSecret
        : this.layerOAuth.pipe(
            Layer.provide([ServiceTokens.layer, SingleUseTokens.layer]),
            Layer.provide(OAuthIssuer.layer),
            Layer.provide(NodeHttpClient.layerUndici)
          )
    )
  )
}

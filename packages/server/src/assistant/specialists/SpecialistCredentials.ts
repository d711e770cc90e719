import { HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { NodeFileSystem, NodeHttpClient } from "@effect/platform-node"
import { type SpecialistName } from "@storefront/domain/Topology"
import { Context, Effect, Layer, Redacted } from "effect"
import { secretHeader } from "../a2a/AgentCredentials.ts"
import * as CallerAssertion from "../a2a/CallerAssertion.ts"
import { type CallerHeaders } from "../a2a/CallerHeaders.ts"
import { ClientCredentials, type TokenUnavailable } from "../../platform/auth/ClientCredentials.ts"
import * as JwtSigningKey from "../../platform/auth/JwtSigningKey.ts"
import { OAuthIssuer } from "../../platform/auth/OAuthIssuer.ts"
import { resources } from "../../platform/auth/ServiceTokens.ts"
import { TokenEndpointClient } from "../../platform/auth/TokenEndpointClient.ts"
import { sharedSecret } from "../../platform/config/AgentsConfig.ts"
import { authMode } from "../../platform/config/AuthConfig.ts"
import { callerKeyFile } from "../../platform/config/OAuthClientConfig.ts"

/** Client side of `AgentCredentials`: authenticates the orchestrator, and the person it calls for. */
export class SpecialistCredentials extends Context.Tag(
  "@storefront/server/assistant/specialists/SpecialistCredentials"
)<
  SpecialistCredentials,
  {
    /** Adds the credentials to a request to a specialist, and executes it. */
    readonly send: <E, R>(
      hop: { readonly specialist: SpecialistName; readonly caller: CallerHeaders },
      request: HttpClientRequest.HttpClientRequest,
      execute: (
        request: HttpClientRequest.HttpClientRequest
      ) => Effect.Effect<HttpClientResponse.HttpClientResponse, E, R>
    ) => Effect.Effect<HttpClientResponse.HttpClientResponse, E | TokenUnavailable, R>
  }
>() {
  /** Local mode: the secret that all our services share. */
  static readonly layerSharedSecret = Layer.effect(
    this,
    Effect.map(sharedSecret, (secret) => ({
      send: (_, request, execute) => execute(HttpClientRequest.setHeader(request, secretHeader, Redacted.value(secret)))
    }))
  )

  /** oauth mode: a service token, and a signed assertion of the caller's identity. */
  static readonly layerOAuth = Layer.effect(
    this,
    Effect.gen(function* () {
      const credentials = yield* ClientCredentials
      const key = yield* JwtSigningKey.load(yield* callerKeyFile)
      return {
        send: ({ caller, specialist }, request, execute) =>
          credentials.send(resources["storefront-agents"].scope, (token) =>
            // Each attempt needs a new assertion, since one is accepted only once.
            Effect.flatMap(CallerAssertion.sign(key, specialist, caller), (assertion) =>
              request.pipe(
                HttpClientRequest.bearerToken(token),
                HttpClientRequest.setHeader(CallerAssertion.header, assertion),
                execute
              )
            )
          )
      }
    })
  ).pipe(Layer.provide(NodeFileSystem.layer))

  /** Chooses the layer by `AUTH_MODE`. */
  static readonly layer = Layer.unwrapEffect(
    Effect.map(authMode, (mode) =>
      mode === "local"
        ? this.layerSharedSecret
        : this.layerOAuth.pipe(
            Layer.provide(ClientCredentials.layer),
            Layer.provide(TokenEndpointClient.layer("orchestrator")),
            Layer.provide(OAuthIssuer.layer),
            Layer.provide(NodeHttpClient.layerUndici)
          )
    )
  )
}

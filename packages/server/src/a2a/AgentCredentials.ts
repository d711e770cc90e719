import { type Headers, HttpClientRequest } from "@effect/platform"
import { type AgentCard } from "@storefront/domain/api/AgentApi"
import { Context, Data, Effect, Layer, Redacted } from "effect"
import { createHash, timingSafeEqual } from "node:crypto"
import { sharedSecret } from "../config/AgentsConfig.ts"

/** A caller that is not one of our services. */
export class InvalidAgentCredentials extends Data.TaggedError("InvalidAgentCredentials") {}

const digest = (text: string) => createHash("sha256").update(text).digest()

/** Whether two texts are equal, in a time that depends on neither of them. */
const isSame = (given: string, expected: string) => timingSafeEqual(digest(given), digest(expected))

/** How our services prove to each other that they are ours. One layer per `AUTH_MODE`. */
export class AgentCredentials extends Context.Tag("@storefront/server/a2a/AgentCredentials")<
  AgentCredentials,
  {
    /** Puts the proof on a request to one of our services. */
    readonly attach: (
      request: HttpClientRequest.HttpClientRequest
    ) => Effect.Effect<HttpClientRequest.HttpClientRequest>
    /** Looks for the proof on a request to us. */
    readonly verify: (headers: Headers.Headers) => Effect.Effect<void, InvalidAgentCredentials>
    /** The same, as the agent card says it. */
    readonly card: Pick<AgentCard, "securitySchemes" | "securityRequirements">
    /** `WWW-Authenticate` of a refusal. */
    readonly challenge: string
  }
>() {
  /** Local mode: both sides know `AGENT_SHARED_SECRET`, which travels in `X-Agent-Secret`. */
  static readonly layerSharedSecret = Layer.effect(
    this,
    Effect.map(sharedSecret, (secret) => {
      const header = "X-Agent-Secret"
      return {
        attach: (request) => Effect.succeed(HttpClientRequest.setHeader(request, header, Redacted.value(secret))),
        verify: (headers) =>
          isSame(headers[header.toLowerCase()] ?? "", Redacted.value(secret))
            ? Effect.void
            : new InvalidAgentCredentials(),
        card: {
          securitySchemes: { agentSecret: { apiKeySecurityScheme: { location: "header", name: header } } },
          securityRequirements: [{ schemes: { agentSecret: { list: [] } } }]
        },
        challenge: `ApiKey name="${header}"`
      }
    })
  )
}

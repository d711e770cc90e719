import { type ToolServerName } from "@storefront/domain/Topology"
import { Context, Data, Effect, Layer, type Redacted, Schema } from "effect"
import { OAuthIssuer } from "./OAuthIssuer.ts"
import { type IssuerUnavailable } from "./RemoteKeySet.ts"
import { TokenRefused } from "./SignedTokens.ts"

/** A valid service token lacks the required scope. */
export class ScopeMissing extends Data.TaggedError("ScopeMissing") {}

/** A service as a protected resource of the authorization server. */
export interface Resource {
  readonly audience: string
  readonly scope: string
}

/** All resources, by audience. */
export const resources = {
  "storefront-agents": { audience: "storefront-agents", scope: "agent:invoke" },
  "mcp-product": { audience: "mcp-product", scope: "mcp:product" },
  "mcp-inventory": { audience: "mcp-inventory", scope: "mcp:inventory" }
} satisfies Record<ToolServerName | "storefront-agents", Resource>

/** Our own authorization server sets `type`, which excludes people's tokens; other issuers may omit it. */
const decodeClaims = Schema.decodeUnknown(
  Schema.Struct({
    type: Schema.optional(Schema.Literal("service")),
    scope: Schema.optionalWith(Schema.String, { default: () => "" })
  })
)

/** Verifies the tokens with which services call each other. */
export class ServiceTokens extends Context.Tag("@storefront/server/platform/auth/ServiceTokens")<
  ServiceTokens,
  {
    /** Succeeds for a token of the issuer with this audience and scope. */
    readonly verify: (
      token: Redacted.Redacted,
      resource: Resource
    ) => Effect.Effect<void, TokenRefused | ScopeMissing | IssuerUnavailable>
  }
>() {
  static readonly layer = Layer.effect(
    this,
    Effect.map(OAuthIssuer, (issuer) => ({
      verify: Effect.fn("ServiceTokens.verify")(function* (token, { audience, scope }) {
        const claims = yield* issuer.verify(token, audience).pipe(
          Effect.flatMap(decodeClaims),
          Effect.catchTag("ParseError", () => new TokenRefused({ reason: "invalid" }))
        )
        if (!claims.scope.split(" ").includes(scope)) {
          return yield* new ScopeMissing()
        }
      })
    }))
  )
}

import { type ToolServerName } from "@storefront/domain/Topology"
import { Context, Data, Effect, Layer, type Redacted, Schema } from "effect"
import { OAuthIssuer } from "./OAuthIssuer.ts"
import { type IssuerUnavailable } from "./RemoteKeys.ts"
import { TokenRefused } from "./SignedTokens.ts"

/** A token of ours that does not reach this far. */
export class ScopeMissing extends Data.TaggedError("ScopeMissing") {}

/** What a service is for, as the authorization server names it. */
export interface Resource {
  readonly audience: string
  readonly scope: string
}

/** What every service is to its callers; they are named after their audience. */
export const resources = {
  "storefront-agents": { audience: "storefront-agents", scope: "agent:invoke" },
  "mcp-product": { audience: "mcp-product", scope: "mcp:product" },
  "mcp-inventory": { audience: "mcp-inventory", scope: "mcp:inventory" }
} satisfies Record<ToolServerName | "storefront-agents", Resource>

/**
 * `type` tells the tokens of services from those of people where both come from our own authorization server. Others
 * may not know it; audience and scope say the same.
 */
const decodeClaims = Schema.decodeUnknown(
  Schema.Struct({
    type: Schema.optional(Schema.Literal("service")),
    scope: Schema.optionalWith(Schema.String, { default: () => "" })
  })
)

/** Reads the tokens that services show each other. */
export class ServiceTokens extends Context.Tag("@storefront/server/platform/auth/ServiceTokens")<
  ServiceTokens,
  {
    /** Succeeds for a token of the issuer for the audience that has the scope. */
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

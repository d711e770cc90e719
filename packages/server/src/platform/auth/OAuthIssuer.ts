import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { type JWTPayload } from "jose"
import { oauthIssuer } from "../config/OAuthConfig.ts"
import * as LastKnown from "../limits/LastKnown.ts"
import * as RemoteKeys from "./RemoteKeys.ts"
import { type TokenRefused } from "./SignedTokens.ts"

const WebAddress = Schema.String.pipe(Schema.filter((text) => /^https?:/.test(text) && URL.canParse(text)))

/** RFC 8414; what we need of it. */
const Metadata = Schema.Struct({ issuer: Schema.String, token_endpoint: WebAddress, jwks_uri: WebAddress })

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

/** An authorization server that somebody else runs. It is not asked anything before its answer is needed. */
export class OAuthIssuer extends Context.Tag("@storefront/server/platform/auth/OAuthIssuer")<
  OAuthIssuer,
  {
    /** What it calls itself: `OAUTH_ISSUER`. */
    readonly name: string
    /** Where it gives tokens. */
    readonly tokenEndpoint: Effect.Effect<string, RemoteKeys.IssuerUnavailable>
    /**
     * The claims of a token that it signed with RS256 for this audience and that has an end, which is not reached. Its
     * keys are remembered: once they were read it may be down, and a key that it begins to use is found.
     */
    readonly verify: (
      token: Redacted.Redacted,
      audience: string
    ) => Effect.Effect<JWTPayload, TokenRefused | RemoteKeys.IssuerUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const { issuer, jwksUrl, tokenUrl } = yield* oauthIssuer
      const get = yield* RemoteKeys.makeReader
      const logged = <A>(answer: Effect.Effect<A, RemoteKeys.IssuerUnavailable>) =>
        Effect.tapError(answer, ({ reason }) =>
          Effect.annotateLogs(Effect.logWarning("the authorization server cannot be used"), { issuer, reason })
        )

      const { oauth, openid } = metadataAddresses(issuer)
      const metadata = yield* LastKnown.make(
        logged(
          Effect.filterOrFail(
            Effect.orElse(get(oauth, Metadata), () => get(openid, Metadata)),
            (found) => found.issuer === issuer,
            () => new RemoteKeys.IssuerUnavailable({ reason: "its metadata names another issuer" })
          )
        ),
        RemoteKeys.memory
      )
      const keysUrl = Option.match(jwksUrl, {
        onSome: Effect.succeed,
        onNone: () => Effect.map(metadata.current, ({ jwks_uri }) => jwks_uri)
      })
      const keys = yield* RemoteKeys.make(keysUrl)

      return {
        name: issuer,
        tokenEndpoint: Option.match(tokenUrl, {
          onSome: Effect.succeed,
          onNone: () => Effect.map(metadata.current, ({ token_endpoint }) => token_endpoint)
        }),
        verify: Effect.fn("OAuthIssuer.verify")((token: Redacted.Redacted, audience: string) =>
          keys.verify(token, { issuer, audience })
        )
      }
    })
  )
}

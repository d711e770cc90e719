import { Context, Effect, Layer, Option, type Redacted, Schema } from "effect"
import { type JWTPayload } from "jose"
import { oauthIssuer } from "../config/OAuthConfig.ts"
import * as StaleIfErrorCache from "../limits/StaleIfErrorCache.ts"
import * as RemoteKeySet from "./RemoteKeySet.ts"
import { type TokenRefused } from "./SignedTokens.ts"

const WebAddress = Schema.String.pipe(Schema.filter((text) => /^https?:/.test(text) && URL.canParse(text)))

/** Fields of RFC 8414 metadata that we use. */
const Metadata = Schema.Struct({ issuer: Schema.String, token_endpoint: WebAddress, jwks_uri: WebAddress })

/** Returns the metadata addresses: OAuth puts the well-known path before the issuer's (RFC 8414), OpenID behind it. */
const metadataAddresses = (issuer: string) => {
  const { origin, pathname } = new URL(issuer)
  const path = pathname.replace(/\/$/, "")
  return {
    oauth: `${origin}/.well-known/oauth-authorization-server${path}`,
    openid: `${origin}${path}/.well-known/openid-configuration`
  }
}

/** Client of the configured authorization server, ours or another; contacts it only when first needed. */
export class OAuthIssuer extends Context.Tag("@storefront/server/platform/auth/OAuthIssuer")<
  OAuthIssuer,
  {
    /** Issuer identifier: `OAUTH_ISSUER`. */
    readonly name: string
    readonly tokenEndpoint: Effect.Effect<string, RemoteKeySet.IssuerUnavailable>
    /**
     * Returns the claims of an unexpired token that it signed with RS256 for this audience; `exp` is required. Keys are
     * cached, so verification survives an outage of the issuer; new keys are fetched on first sight.
     */
    readonly verify: (
      token: Redacted.Redacted,
      audience: string
    ) => Effect.Effect<JWTPayload, TokenRefused | RemoteKeySet.IssuerUnavailable>
  }
>() {
  static readonly layer = Layer.scoped(
    this,
    Effect.gen(function* () {
      const { issuer, jwksUrl, tokenUrl } = yield* oauthIssuer
      const get = yield* RemoteKeySet.makeDocumentFetcher
      const logged = <A>(answer: Effect.Effect<A, RemoteKeySet.IssuerUnavailable>) =>
        Effect.tapError(answer, ({ reason }) =>
          Effect.annotateLogs(Effect.logWarning("the authorization server cannot be used"), { issuer, reason })
        )

      const { oauth, openid } = metadataAddresses(issuer)
      const metadata = yield* StaleIfErrorCache.make(
        logged(
          Effect.filterOrFail(
            Effect.orElse(get(oauth, Metadata), () => get(openid, Metadata)),
            (found) => found.issuer === issuer,
            () => new RemoteKeySet.IssuerUnavailable({ reason: "its metadata names another issuer" })
          )
        ),
        RemoteKeySet.cacheSettings
      )
      const keysUrl = Option.match(jwksUrl, {
        onSome: Effect.succeed,
        onNone: () => Effect.map(metadata.current, ({ jwks_uri }) => jwks_uri)
      })
      const keys = yield* RemoteKeySet.make(keysUrl)

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

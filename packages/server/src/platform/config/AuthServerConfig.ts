import { ConfigError, Effect } from "effect"
import { oauthIssuer } from "./OAuthConfig.ts"
import { secret } from "./Rules.ts"

/** What the private keys in the database are sealed with. */
export const sealingSecret = secret("AUTH_SERVER_SECRET")

/** What our own authorization server calls itself. It serves its metadata where an issuer without a path has them. */
export const ownIssuer = Effect.filterOrFail(
  Effect.map(oauthIssuer, ({ issuer }) => issuer),
  (issuer) => new URL(issuer).origin === issuer,
  () =>
    ConfigError.InvalidData(
      ["OAUTH_ISSUER"],
      "must be the address of the authorization server without a path, for example http://127.0.0.1:8090"
    )
)

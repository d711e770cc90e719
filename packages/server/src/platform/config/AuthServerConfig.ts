import { ConfigError, Effect } from "effect"
import { oauthIssuer } from "./OAuthConfig.ts"
import { secret } from "./SettingSchemas.ts"

/** Secret that encrypts the authorization server's private keys in the database. */
export const keyEncryptionSecret = secret("AUTH_SERVER_SECRET")

/** Issuer identifier of our own authorization server. It has no path, because its metadata is served at the root. */
export const ownIssuer = Effect.filterOrFail(
  Effect.map(oauthIssuer, ({ issuer }) => issuer),
  (issuer) => new URL(issuer).origin === issuer,
  () =>
    ConfigError.InvalidData(
      ["OAUTH_ISSUER"],
      "must be the address of the authorization server without a path, for example http://127.0.0.1:8090"
    )
)

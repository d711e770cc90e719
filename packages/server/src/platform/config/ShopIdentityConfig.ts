import { Config, ConfigError, Effect, Option, Redacted, Schema } from "effect"
import { jwtSecret } from "./AuthConfig.ts"
import { optionalSecret, webAddress } from "./SettingSchemas.ts"

/** Keys with which the shop signs assertions about its customers; at least one is set. */
export interface ShopKeys {
  /** Secret shared with the shop, for HS256. */
  readonly secret: Option.Option<Redacted.Redacted>
  /** Address of the shop's public keys, for RS256 and ES256. */
  readonly jwksUrl: Option.Option<string>
}

const secretVariable = "SHOP_IDENTITY_SECRET"

const keys = Config.all({
  secret: optionalSecret(secretVariable),
  jwksUrl: Schema.Config("SHOP_IDENTITY_JWKS_URL", webAddress("https://shop.example/.well-known/jwks.json")).pipe(
    Config.option
  )
})

/** The shop's keys; none if it does not sign in its customers here. The secret must not be ours: it signs our tokens. */
export const shopIdentity = Effect.gen(function* () {
  const given: ShopKeys = yield* keys
  const ours = yield* Effect.option(jwtSecret)
  const isOurs = Option.exists(given.secret, (secret) =>
    Option.exists(ours, (other) => Redacted.value(other) === Redacted.value(secret))
  )
  if (isOurs) {
    return yield* Effect.fail(ConfigError.InvalidData([secretVariable], "must be another secret than JWT_SECRET"))
  }
  return Option.liftPredicate(given, ({ jwksUrl, secret }) => Option.isSome(jwksUrl) || Option.isSome(secret))
})

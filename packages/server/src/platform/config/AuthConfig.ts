import { NewPassword } from "@storefront/domain/api/AuthApi"
import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Effect, Option, Redacted, Schema } from "effect"
import { sharedSecret } from "./AgentsConfig.ts"
import { secret as secretOf, wholeNumberOr } from "./SettingSchemas.ts"

const Mode = Schema.Literal("local", "oauth").annotations(rule("must be local or oauth, for example local"))

/** `AUTH_MODE`, if set. */
export const givenMode = Schema.Config("AUTH_MODE", Mode).pipe(Config.option)

/** Source of people's tokens and services' credentials: `local` secrets, or an authorization server (`oauth`). */
export const authMode = Config.map(
  givenMode,
  Option.getOrElse((): typeof Mode.Type => "local")
)

const Environment = Schema.Literal("production", "staging", "test", "development").annotations(
  rule("must be production, staging, test or development, for example production")
)

export const environment = Schema.Config("ENVIRONMENT", Environment).pipe(Config.withDefault("production" as const))

/** True on a developer's machine, where `JWT_SECRET` may be simple; affects nothing else. */
const isDevelopment = Config.map(environment, (name) => name === "development")

/** Cost factor of bcrypt: the binary logarithm of its iterations. */
export const bcryptCost = wholeNumberOr("BCRYPT_COST", 10, { min: 4, max: 15 })

const givenPassword = (name: string) =>
  Schema.Config(
    name,
    Schema.Redacted(NewPassword).annotations(
      rule("must be 8 to 72 bytes, for example the output of `openssl rand -hex 16`")
    )
  ).pipe(Config.option)

/** Password of an administrator created by a script; none if it is to be prompted for. */
export const adminPassword = givenPassword("ADMIN_PASSWORD")

/** Password that a script sets for an account; none if it is piped in or to be prompted for. */
export const newPassword = givenPassword("PASSWORD")

/** Password of the account that a command acts for; none if it is to be prompted for. */
export const ownPassword = Config.redacted("STOREFRONT_PASSWORD").pipe(Config.option)

/** Signing secret of access tokens in local mode. Not that of services, who could then mint tokens for people. */
export const jwtSecret = Effect.gen(function* () {
  const development = yield* isDevelopment
  const secret = yield* secretOf("JWT_SECRET", development)
  const shared = yield* Effect.option(sharedSecret)
  const isShared = Option.exists(shared, (other) => Redacted.value(other) === Redacted.value(secret))
  return isShared && !development
    ? yield* Effect.fail(ConfigError.InvalidData(["JWT_SECRET"], "must be another secret than AGENT_SHARED_SECRET"))
    : secret
})

import { NewPassword } from "@storefront/domain/api/AuthApi"
import { rule } from "@storefront/domain/api/Fields"
import { Config, ConfigError, Effect, Option, Redacted, Schema } from "effect"
import { sharedSecret } from "./AgentsConfig.ts"
import { secret as secretOf, wholeNumberOr } from "./Rules.ts"

const Mode = Schema.Literal("local", "oauth").annotations(rule("must be local or oauth, for example local"))

/** What is set of `authMode`. */
export const givenMode = Schema.Config("AUTH_MODE", Mode).pipe(Config.option)

/** Who issues the tokens of people, and how services prove themselves: with secrets, or an authorization server. */
export const authMode = Config.map(
  givenMode,
  Option.getOrElse((): typeof Mode.Type => "local")
)

const Environment = Schema.Literal("production", "staging", "test", "development").annotations(
  rule("must be production, staging, test or development, for example production")
)

/** What this deployment is for. */
export const environment = Schema.Config("ENVIRONMENT", Environment).pipe(Config.withDefault("production" as const))

/** Whether this is a developer's machine, where secrets may be simple. Nothing else depends on it. */
const isDevelopment = Config.map(environment, (name) => name === "development")

/** Rounds of bcrypt as a power of two. */
export const bcryptCost = wholeNumberOr("BCRYPT_COST", 10, { min: 4, max: 15 })

/** The password of an administrator who is created by a script; none when somebody is to be asked for it. */
export const adminPassword = Schema.Config(
  "ADMIN_PASSWORD",
  Schema.Redacted(NewPassword).annotations(
    rule("must be 8 to 72 bytes, for example the output of `openssl rand -hex 16`")
  )
).pipe(Config.option)

/** The password of the account that a command acts for; none when somebody is to be asked for it. */
export const ownPassword = Config.redacted("STOREFRONT_PASSWORD").pipe(Config.option)

/**
 * What access tokens are signed with in local mode. It is a secret of its own: whoever knows the one that services share could
 * otherwise mint tokens for people.
 */
export const jwtSecret = Effect.gen(function* () {
  const development = yield* isDevelopment
  const secret = yield* secretOf("JWT_SECRET", development)
  const shared = yield* Effect.option(sharedSecret)
  const isShared = Option.exists(shared, (other) => Redacted.value(other) === Redacted.value(secret))
  return isShared && !development
    ? yield* Effect.fail(ConfigError.InvalidData(["JWT_SECRET"], "must be another secret than AGENT_SHARED_SECRET"))
    : secret
})

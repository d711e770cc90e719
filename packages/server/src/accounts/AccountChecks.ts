import { type Account, EmailAddress, type LogIn } from "@storefront/domain/api/AuthApi"
import { AccountDeactivated, type ServiceUnavailable, Unauthorized } from "@storefront/domain/Errors"
import { type User } from "@storefront/domain/Identity"
import { Context, DateTime, Duration, Effect, Layer, Option, Schema } from "effect"
import { Passwords } from "../auth/Passwords.ts"
import { AccountRepository, type TokenClaims } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

/** A name or a password that is wrong. */
export const wrongCredentials = () => new Unauthorized({ message: "Invalid email or password" })

/** A refresh token that is nobody's, or is not accepted any more. */
export const invalidRefreshToken = () => new Unauthorized({ message: "Invalid refresh token" })

/** Tokens name the second they were issued in: one from the very second of a withdrawal would count as older. */
export const nextSecondAfter = Effect.fnUntraced(function* (withdrawal: DateTime.Utc) {
  const usable = Math.ceil(withdrawal.epochMillis / 1000) * 1000
  const { epochMillis: now } = yield* DateTime.now
  yield* Effect.sleep(Duration.millis(Math.min(1000, Math.max(0, usable - now))))
})

/** Whom new tokens are given: the same in both modes, whoever signs them. */
export class AccountChecks extends Context.Tag("@storefront/server/accounts/AccountChecks")<
  AccountChecks,
  {
    /** The account that an address and a password open. The work is the same whether there is one or not. */
    readonly byPassword: (form: LogIn) => Effect.Effect<Account, Unauthorized | AccountDeactivated | ServiceUnavailable>
    /** The person whose refresh token it is. */
    readonly byRefreshToken: (claims: TokenClaims) => Effect.Effect<User, Unauthorized | AccountDeactivated>
  }
>() {
  static readonly layerNoDeps = Layer.effect(
    this,
    Effect.gen(function* () {
      const accounts = yield* AccountRepository
      const passwords = yield* Passwords

      const byPassword = Effect.fn("AccountChecks.byPassword")(function* ({ email, password }: LogIn) {
        const stored = yield* Option.match(decodeEmail(email), {
          onNone: () => Effect.succeedNone,
          onSome: accounts.findCredentials
        })
        const matches = yield* passwords.verify(
          password,
          Option.map(stored, ({ passwordHash }) => passwordHash)
        )
        if (Option.isNone(stored) || !matches || stored.value.standing === "deleted") {
          const user = Option.match(stored, { onNone: () => "unknown", onSome: ({ account }) => account.id })
          yield* Effect.annotateLogs(Effect.logInfo("Log-in refused"), "user.id", user)
          return yield* wrongCredentials()
        }
        const { account, standing, tokensValidAfter } = stored.value
        return standing === "active"
          ? yield* Effect.as(nextSecondAfter(tokensValidAfter), account)
          : yield* new AccountDeactivated()
      })

      const byRefreshToken = Effect.fn("AccountChecks.byRefreshToken")(function* (claims: TokenClaims) {
        const holder = yield* Effect.flatMap(accounts.findHolder(claims), Effect.mapError(invalidRefreshToken))
        if (holder.standing === "deactivated") {
          return yield* new AccountDeactivated()
        }
        return holder.standing === "deleted" || holder.isWithdrawn ? yield* invalidRefreshToken() : holder.user
      })

      return { byPassword, byRefreshToken }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([AccountRepository.layer, Passwords.layer]))
}

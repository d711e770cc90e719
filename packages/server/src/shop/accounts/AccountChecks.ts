import { EmailAddress, type LogIn } from "@storefront/domain/api/AuthApi"
import {
  AccountDeactivated,
  type DatabaseUnavailable,
  type ServiceUnavailable,
  Unauthorized
} from "@storefront/domain/Errors"
import { type UserId } from "@storefront/domain/Identity"
import { Context, Data, Effect, Layer, Option, Schema } from "effect"
import { Passwords } from "../../platform/auth/Passwords.ts"
import { AccountRepository, type Credentials, type TokenClaims, type TokenHolder } from "./AccountRepository.ts"

const decodeEmail = Schema.decodeOption(EmailAddress)

/** Nobody is let in. The answer says less than the log: that names the account, where it is known, and the reason. */
export class EntryRefused extends Data.TaggedError("EntryRefused")<{
  readonly answer: Unauthorized | AccountDeactivated
  readonly userId: Option.Option<UserId>
  readonly reason: string
}> {
  /** Annotations of the line that tells of it. */
  get logged(): Readonly<Record<string, string>> {
    const { reason, userId } = this
    return Option.match(userId, { onNone: () => ({ reason }), onSome: (id) => ({ reason, "user.id": id }) })
  }
}

/** Refuses a token that does not say whose it is. */
export const refuseToken = (answer: Unauthorized) =>
  new EntryRefused({ answer, userId: Option.none(), reason: answer.message })

/** Refuses a log-in: somebody without an account, or with it and a wrong password, hears the same. */
export const refuseLogIn = (stored: Option.Option<Credentials>) =>
  new EntryRefused({
    answer: new Unauthorized({ message: "Invalid email or password" }),
    userId: Option.map(stored, ({ account }) => account.id),
    reason: Option.match(stored, {
      onNone: () => "Unknown account",
      onSome: ({ standing }) => (standing === "deleted" ? "Account is deleted" : "Wrong password")
    })
  })

/** Refuses somebody who has proved to be the holder of a deactivated account. */
export const refuseDeactivated = (userId: Option.Option<UserId>) => {
  const answer = new AccountDeactivated()
  return new EntryRefused({ answer, userId, reason: answer.message })
}

/** A refresh token that is nobody's, or is not accepted any more. */
export const invalidRefreshToken = () => new Unauthorized({ message: "Invalid refresh token" })

const refuseHolder = ({ isWithdrawn, user }: TokenHolder) =>
  new EntryRefused({
    answer: invalidRefreshToken(),
    userId: Option.some(user.id),
    reason: isWithdrawn ? "Refresh token is withdrawn" : "Account is deleted"
  })

/** Whom new tokens are given: the same in both modes, whoever signs them. */
export class AccountChecks extends Context.Tag("@storefront/server/shop/accounts/AccountChecks")<
  AccountChecks,
  {
    /** The account that an address and a password open. The work is the same whether there is one or not. */
    readonly byPassword: (
      form: LogIn
    ) => Effect.Effect<
      Pick<Credentials, "account" | "generation">,
      EntryRefused | ServiceUnavailable | DatabaseUnavailable
    >
    /** The person whose refresh token it is. */
    readonly byRefreshToken: (
      claims: TokenClaims
    ) => Effect.Effect<Pick<TokenHolder, "user" | "generation">, EntryRefused | DatabaseUnavailable>
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
          return yield* refuseLogIn(stored)
        }
        const { account, generation, standing } = stored.value
        return standing === "active" ? { account, generation } : yield* refuseDeactivated(Option.some(account.id))
      })

      const byRefreshToken = Effect.fn("AccountChecks.byRefreshToken")(function* (claims: TokenClaims) {
        const holder = yield* Effect.flatMap(
          accounts.findHolder(claims),
          Effect.mapError(() => refuseToken(invalidRefreshToken()))
        )
        if (holder.standing === "deactivated") {
          return yield* refuseDeactivated(Option.some(holder.user.id))
        }
        return holder.standing === "deleted" || holder.isWithdrawn ? yield* refuseHolder(holder) : holder
      })

      return { byPassword, byRefreshToken }
    })
  )

  static readonly layer = this.layerNoDeps.pipe(Layer.provide([AccountRepository.layer, Passwords.layer]))
}
